// SPDX-License-Identifier: Apache-2.0

// The parts of a match page other than board, players and moves: message, log in
// words, offer, actions and result.

import { button, part, write } from "./dom.js";
import { newLines } from "./state.js";

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {import("./state.js").Progress} Progress */

export class Panel {
  /**
   * @param {HTMLElement} root
   * @param {Record<string, string>} texts
   */
  constructor(root, texts) {
    this.root = root;
    this.texts = texts;
    this.log = part(document, "log");
    this.seq = Number(/** @type {HTMLElement} */ (this.log.lastElementChild)?.dataset.seq ?? 0);
    /** @type {PageState | null} */
    this.state = null;
    this.begun = false; // a move is being entered
    /** @type {Progress | null} what was reported last */
    this.last = null;
  }

  /** @param {PageState} state */
  set(state) {
    const added = this.appendLog(state);
    this.state = state;
    this.say(state.message, added);
    this.offer(state);
    this.end(state);
    this.invitation(state);
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-can]"))) {
      node.hidden = !state.can[node.dataset.can ?? ""];
    }
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-expect]"))) {
      field.value = String(state.seq);
    }
  }

  /**
   * Adds the new lines to the log.
   * @param {PageState} state
   * @returns {string[]} the new lines
   */
  appendLog(state) {
    const lines = newLines(this.seq, state.log);
    for (const line of lines) {
      const item = document.createElement("li");
      item.dataset.seq = String(line.seq);
      item.textContent = line.text;
      this.log.append(item);
    }
    this.seq = Math.max(this.seq, state.seq);
    const note = lines.filter((line) => !line.move && !state.end).map((line) => line.text).join(" "); // the message is the result
    if (lines.length > 0) write(part(this.root, "note"), note);
    return lines.map((line) => line.text).filter((text) => text !== state.message);
  }

  /**
   * Shows a message, and announces it to screen readers after the new log lines.
   * @param {string} message
   * @param {string[]} before
   */
  say(message, before = []) {
    const node = part(this.root, "message");
    node.classList.remove("error");
    write(node, message);
    write(part(this.root, "announce"), [...before, message].join(" "));
  }

  /**
   * Says what an earlier turn did. While the game runs, the message is about the
   * present position.
   * @param {{text: string, board: string}} turn
   * @param {PageState} state
   */
  past(turn, state) {
    write(part(this.root, "message"), state.status === "over" ? turn.text : state.message);
    write(part(this.root, "announce"), turn.text);
    write(document.getElementById("board-text"), turn.board);
  }

  /**
   * Shows that something was refused, and why.
   * @param {string} text
   */
  refuse(text) {
    this.say(text || this.texts.failed);
    part(this.root, "message").classList.add("error");
  }

  /**
   * Shows the progress of the move.
   * @param {Progress} progress
   */
  progress({ begun, ends, whole, step }) {
    part(this.root, "steps").classList.toggle("shown", begun);
    const end = button(this.root, "end-turn");
    end.disabled = !ends;
    write(end, this.texts[whole ? "confirm" : "end-turn"]);
    button(this.root, "back").disabled = !begun;
    if (begun) this.say(this.texts[ends ? (whole ? "step.confirm" : "step.end") : `step.${step}`]);
    else if (this.begun && this.state) this.say(this.state.message);
    this.begun = begun;
    this.last = { begun, ends, whole, step };
  }

  /** Shows what to do or to wait for, after something else was shown. */
  restore() {
    if (this.last?.begun) this.progress(this.last);
    else if (this.state) this.say(this.state.message);
  }

  /** @param {PageState} state */
  offer({ offer }) {
    part(this.root, "offer").hidden = !offer;
    if (!offer) return;
    write(part(this.root, "offer-text"), offer.text);
    part(this.root, "offer-answer").hidden = offer.mine;
    part(this.root, "offer-mine").hidden = !offer.mine;
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (this.root.querySelectorAll("[data-offer-id]"))) {
      field.value = String(offer.id);
    }
  }

  /** @param {PageState} state */
  end({ end, rematch }) {
    const panel = part(this.root, "end");
    const news = end && panel.hidden;
    panel.hidden = !end;
    if (!end) return;
    panel.className = `end card ${end.outcome}${panel.classList.contains("closed") ? " closed" : ""}`;
    write(part(this.root, "end-title"), end.title);
    write(part(this.root, "end-text"), end.text);
    write(part(this.root, "end-mills"), end.mills);
    write(part(this.root, "end-rating"), end.rating);
    const link = /** @type {HTMLAnchorElement} */ (part(this.root, "rematch"));
    link.hidden = !rematch;
    if (rematch) link.href = rematch;
    if (news) panel.scrollIntoView({ block: "nearest" });
  }

  /**
   * Hides the invitation as soon as it is not needed: it is above the board, which
   * must not move later, when the player is about to touch it.
   * @param {PageState} state
   */
  invitation({ status }) {
    const node = document.getElementById("invite");
    if (node) node.hidden = status !== "waiting";
  }

  /**
   * Shows the state of the connection; an empty text hides it.
   * @param {string} text
   * @param {boolean} bad
   */
  connection(text, bad) {
    const node = part(this.root, "link");
    node.classList.toggle("bad", bad);
    node.classList.toggle("shown", text !== "");
    if (text) write(node, text);
  }

  /**
   * Sends the forms marked data-command without leaving the page. Dialogs open in
   * place of the details that ask without script.
   * @param {(name: string, body: Record<string, unknown>) => void} send
   */
  listen(send) {
    part(this.root, "close-end").addEventListener("click", () => part(this.root, "end").classList.add("closed"));
    document.addEventListener("submit", (event) => {
      const form = /** @type {HTMLFormElement} */ (event.target);
      const name = form.dataset.command;
      if (!name) return;
      event.preventDefault();
      form.closest("dialog")?.close();
      const fields = Object.fromEntries(new FormData(form));
      /** @type {Record<string, unknown>} */
      const body = {};
      if (fields.offer) body.offer = Number(fields.offer);
      if (fields.yes) body.yes = fields.yes === "true";
      send(name, body);
    });
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-opens]"))) {
      node.querySelector("summary")?.addEventListener("click", (event) => {
        event.preventDefault();
        /** @type {HTMLDialogElement | null} */ (this.root.querySelector(`[data-dialog="${node.dataset.opens}"]`))?.showModal();
      });
    }
    for (const close of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("dialog [data-close]"))) {
      close.hidden = false;
      close.addEventListener("click", () => close.closest("dialog")?.close());
    }
  }
}
