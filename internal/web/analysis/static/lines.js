// SPDX-License-Identifier: Apache-2.0

// Lines of the engine for a position, which deepen until they are stopped.

import { part } from "./dom.js";

/** The close code of a search that was not cut off. */
const FINISHED = 1000;

/** @typedef {{move: string, pv: string[], depth: number, sign: string, said: string, class: string, text: string}} Line */
/** @typedef {{worth: import("./tree.js").Worth, moves: import("./tree.js").Value[]}} Found what the page is to show of the position */

export class Lines {
  /**
   * @param {HTMLElement} root
   * @param {string} address of the analysis board
   * @param {Record<string, string>} texts
   * @param {(move: string) => void} play
   * @param {(found: Found) => void} onFound the engine has found other values
   */
  constructor(root, address, texts, play, onFound) {
    this.root = root;
    this.address = address;
    this.texts = texts;
    this.onFound = onFound;
    this.position = "";
    this.on = false; // wanted, also in the next position
    /** @type {WebSocket | null} */
    this.socket = null;
    this.button = /** @type {HTMLButtonElement} */ (root.querySelector("[data-engine]"));
    this.count = /** @type {HTMLSelectElement} */ (root.querySelector("select"));
    this.list = /** @type {HTMLElement} */ (root.querySelector("ol"));
    this.depth = part(root, "depth");
    this.button.addEventListener("click", () => this.toggle());
    this.count.addEventListener("change", () => this.on && this.begin());
    this.list.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-move]"));
      if (button) play(button.dataset.move ?? "");
    });
  }

  toggle() {
    this.on = !this.on;
    if (this.on) this.begin();
    else this.stop();
    this.show();
  }

  /**
   * Follows the board to a position. What is exact needs no engine.
   * @param {string} position
   * @param {boolean} exact
   */
  set(position, exact) {
    this.position = position;
    this.root.hidden = exact;
    this.list.replaceChildren();
    this.depth.textContent = "";
    if (this.on && !exact) this.begin();
  }

  begin() {
    this.stop();
    const query = new URLSearchParams({ position: this.position, lines: this.count.value });
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${this.address}/live?${query}`);
    this.socket = socket;
    let answered = false;
    socket.addEventListener("message", ({ data }) => {
      if (socket !== this.socket) return;
      const message = JSON.parse(data);
      answered = true;
      if (message.lines) {
        this.draw(message.lines);
        this.onFound(message);
      }
      if (message.error) this.fail(message.error.text);
    });
    socket.addEventListener("close", ({ code }) => {
      if (socket !== this.socket) return;
      this.socket = null;
      if (answered && code === FINISHED) this.show();
      else this.fail(this.root.dataset.failed ?? "");
    });
    this.show();
  }

  /**
   * Says why there are no lines. The engine starts again only when it is asked to.
   * @param {string} text
   */
  fail(text) {
    this.on = false;
    this.depth.textContent = text;
    this.show();
  }

  stop() {
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  show() {
    this.button.textContent = this.button.dataset[this.on ? "stop" : "start"] ?? "";
    this.button.setAttribute("aria-pressed", String(this.on));
    this.root.classList.toggle("searching", this.socket !== null);
  }

  /** @param {Line[]} lines */
  draw(lines) {
    this.depth.textContent = (this.depth.dataset.depth ?? "").replace("{depth}", String(Math.max(0, ...lines.map(({ depth }) => depth))));
    this.list.replaceChildren(...lines.map((line) => {
      const item = document.createElement("li");
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: line.move });
      button.dataset.move = line.move;
      const worth = Object.assign(document.createElement("span"), { className: `worth ${line.class}` });
      const sign = Object.assign(document.createElement("i"), { textContent: line.sign });
      sign.setAttribute("aria-hidden", "true");
      worth.append(sign, ` ${line.text}`);
      item.append(button, worth, Object.assign(document.createElement("span"), { className: "pv", textContent: line.pv.slice(1).join(" ") }));
      return item;
    }));
  }
}
