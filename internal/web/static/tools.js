// SPDX-License-Identifier: Apache-2.0

// The buttons beside the board: flip, draw, zen mode, sound and light or dark. All but
// the first two are settings, stored with the account or in the browser. It also plays the
// sounds, and warns when time gets low.

import { find, postJSON } from "./dom.js";

/** @typedef {import("./state.js").PageState} PageState */

/** Schemes in the order of the button. */
export const SCHEMES = ["auto", "light", "dark"];

/**
 * Returns the scheme that follows another.
 * @param {string | undefined} scheme
 */
export function nextScheme(scheme) {
  return SCHEMES[(SCHEMES.indexOf(scheme ?? "") + 1) % SCHEMES.length];
}

/** Milliseconds left at which the page warns, once. */
const LOW = 10_000;

/**
 * Returns after how many milliseconds the viewer's time gets low; null when it does
 * not in this turn, or is low already.
 * @param {PageState} state
 */
export function untilLow({ running, you, sides }) {
  if (running !== you || (you !== "white" && you !== "black")) return null;
  const left = sides[you].clock_ms;
  return left !== null && left !== undefined && left > LOW ? left - LOW : null;
}

export class Tools {
  /**
   * @param {ParentNode} root
   * @param {import("./board.js").Board} board
   */
  constructor(root, board) {
    this.root = root;
    this.board = board;
    /** @type {Promise<import("./sound.js").Sounds> | null} loaded when they are on */
    this.sounds = null;
    this.look = document.documentElement.dataset;
    this.bar = find(document, "tools");
    this.flipped = false;
    this.warned = false;
    this.alarm = 0; // timer
    this.bar?.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("[data-tool]");
      if (button) this.use(/** @type {HTMLElement} */ (button).dataset.tool ?? "");
    });
    this.show();
  }

  /** @param {string} tool */
  use(tool) {
    if (tool === "flip") this.flip();
    else if (tool === "draw") this.board.pen = !this.board.pen;
    else if (tool === "scheme") this.choose("scheme", nextScheme(this.look.scheme));
    else this.choose(tool, this.look[tool] === "on" ? "off" : "on");
    this.show();
  }

  /** Turns the board, and exchanges the places of the players. */
  flip() {
    this.flipped = !this.flipped;
    this.board.renderer.flip();
    this.board.drawing.show({});
    for (const seat of this.root.querySelectorAll("[data-side]")) {
      seat.classList.toggle("far");
      seat.classList.toggle("near");
    }
  }

  /**
   * Changes a setting and stores it.
   * @param {string} name
   * @param {string} value
   */
  choose(name, value) {
    this.look[name] = value;
    postJSON(this.bar?.dataset.tools ?? "", { [name]: value }).catch(() => {}); // it holds on this page
  }

  /** Shows what is on. */
  show() {
    if (this.look.sound === "on") this.sounds ??= import("./sound.js").then(({ Sounds }) => new Sounds());
    const pressed = { flip: this.flipped, draw: this.board.pen, zen: this.look.zen === "on", sound: this.look.sound === "on" };
    for (const [tool, on] of Object.entries(pressed)) this.button(tool)?.setAttribute("aria-pressed", String(on));
    const scheme = this.button("scheme");
    const name = scheme?.dataset[this.look.scheme ?? "auto"] ?? "";
    scheme?.setAttribute("aria-label", name);
    scheme?.setAttribute("title", name);
  }

  /**
   * @param {string} tool
   * @returns {HTMLElement | null}
   */
  button(tool) {
    return this.bar?.querySelector(`[data-tool="${tool}"]`) ?? null;
  }

  /** @param {import("./sound.js").Sound} sound */
  play(sound) {
    if (this.look.sound === "on") this.sounds?.then((sounds) => sounds.play(sound));
  }

  /**
   * Warns once when the viewer's time gets low.
   * @param {PageState} state
   */
  watch(state) {
    clearTimeout(this.alarm);
    const ms = this.warned ? null : untilLow(state);
    if (ms === null) return;
    this.alarm = setTimeout(() => {
      this.warned = true;
      this.play("low");
    }, ms - (performance.now() - (state.came ?? performance.now())));
  }
}
