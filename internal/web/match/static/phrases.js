// SPDX-License-Identifier: Apache-2.0

// What is beside a match: spectators, the score between the players, and their fixed
// phrases.

import { find, postJSON, write } from "./dom.js";

/**
 * @typedef {{number: number, name: string, mine: boolean, text: string}} Said
 * @typedef {{watchers: string, score: string, said: Said[]}} Extras
 */

/**
 * Returns the phrases that a page shows: all, or one's own when the opponent is muted.
 * @param {Said[]} said
 * @param {boolean} muted
 */
export function heard(said, muted) {
  return muted ? said.filter((phrase) => phrase.mine) : said;
}

/** Milliseconds for which a refusal is shown. */
const REFUSED = 6000;

export class Phrases {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.said = find(root, "said");
    /** @type {Said[]} */
    this.list = [];
    this.key = "cairn-mute " + location.pathname;
    this.muted = sessionStorage.getItem(this.key) === "yes";
    this.timer = 0;
  }

  listen() {
    find(this.root, "say")?.addEventListener("submit", (event) => this.send(/** @type {SubmitEvent} */ (event)));
    const mute = find(this.root, "mute");
    if (!mute) return;
    mute.hidden = false;
    mute.setAttribute("aria-pressed", String(this.muted));
    mute.addEventListener("click", () => {
      this.muted = !this.muted;
      sessionStorage.setItem(this.key, this.muted ? "yes" : "no");
      mute.setAttribute("aria-pressed", String(this.muted));
      this.show();
    });
    if (this.muted) this.said?.replaceChildren(); // until the stream brings them
  }

  /** @param {Extras} extras */
  set(extras) {
    write(find(this.root, "watchers"), extras.watchers);
    write(find(this.root, "score"), extras.score);
    this.list = extras.said;
    this.show();
  }

  /** Adds new phrases and removes those that are no longer shown. */
  show() {
    if (!this.said) return;
    const phrases = heard(this.list, this.muted);
    const numbers = new Set(phrases.map((phrase) => String(phrase.number)));
    const shown = new Set();
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (this.said.querySelectorAll("li"))) {
      if (numbers.has(line.dataset.number ?? "")) shown.add(line.dataset.number);
      else line.remove();
    }
    for (const phrase of phrases) {
      if (!shown.has(String(phrase.number))) this.said.append(this.line(phrase));
    }
    this.said.scrollTop = this.said.scrollHeight;
  }

  /** @param {Said} phrase */
  line(phrase) {
    const line = document.createElement("li");
    line.dataset.number = String(phrase.number);
    line.classList.toggle("mine", phrase.mine);
    const name = document.createElement("b");
    name.textContent = phrase.mine ? this.said?.dataset.you ?? "" : phrase.name;
    line.append(name, " ", phrase.text);
    return line;
  }

  /**
   * Offers the phrases that fit: those until the end of the match, or after it.
   * @param {{status: string}} state
   */
  follow(state) {
    const over = state.status === "over";
    for (const [name, off] of /** @type {[string, boolean][]} */ ([["in-match", over], ["at-end", !over]])) {
      const group = find(this.root, name);
      if (!group || group.hidden === off) continue;
      group.hidden = off;
      for (const button of group.querySelectorAll("button")) button.disabled = off;
    }
  }

  /** @param {SubmitEvent} event */
  async send(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const phrase = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value ?? "";
    try {
      const response = await postJSON(form.action, { phrase });
      if (response.ok) return this.refuse("");
      this.refuse((await response.json()).error?.text ?? "");
    } catch {
      // the page shows that the connection is lost
    }
  }

  /** @param {string} text */
  refuse(text) {
    const node = find(this.root, "refused");
    if (!node) return;
    clearTimeout(this.timer);
    node.textContent = text;
    if (text) this.timer = setTimeout(() => (node.textContent = ""), REFUSED);
  }
}
