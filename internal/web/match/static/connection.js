// SPDX-License-Identifier: Apache-2.0

// The connection to the server as a match page shows it: whether it is lost, and how
// long the first move may still take before the match is aborted, or the opponent stay away.

import { clockText } from "./clock.js";
import { find, write } from "./dom.js";
import { fill } from "./state.js";

/** @typedef {import("./state.js").PageState} PageState */

const TICK = 250; // milliseconds between two updates

/**
 * Returns the text of the limit of the first move, or of the time until the win can be
 * claimed; empty without either.
 * @param {PageState} state
 * @param {number} since milliseconds since the state came
 * @param {Record<string, string>} texts
 */
export function firstText(state, since, texts) {
  const limit = state.first_ms ?? state.claim_ms;
  if (limit === null || limit === undefined) return "";
  const left = Math.max(0, limit - Math.max(0, since));
  return fill(state.first_ms === limit ? texts.first : texts.claim, { time: clockText(left, texts.days) });
}

export class Connection {
  /**
   * @param {HTMLElement} root
   * @param {Record<string, string>} texts
   */
  constructor(root, texts) {
    this.root = root;
    this.texts = texts;
    /** @type {PageState | null} */
    this.state = null;
    this.since = 0;
    this.lost = false;
    setInterval(() => this.tick(), TICK);
  }

  /** @param {PageState} state */
  set(state) {
    this.state = state;
    this.since = state.came ?? performance.now();
    this.tick();
    this.show();
  }

  /** @param {boolean} lost whether the connection is lost */
  setLost(lost) {
    this.lost = lost;
    this.show();
  }

  tick() {
    if (!this.state) return;
    write(find(this.root, "first"), firstText(this.state, performance.now() - this.since, this.texts));
  }

  /**
   * Shows whether the connection is lost: the clocks are no longer certain, and the
   * player is the one who is away.
   */
  show() {
    this.root.classList.toggle("cut", this.lost);
    const side = this.state?.you;
    if (side !== "white" && side !== "black") return;
    const presence = this.root.querySelector(`[data-side="${side}"] [data-presence]`);
    if (!presence || !this.state) return;
    const here = !this.lost && this.state.sides[side].present;
    presence.classList.toggle("here", here);
    write(presence.firstElementChild, this.texts[here ? "here" : "away"]);
  }
}
