// SPDX-License-Identifier: Apache-2.0

// The two players beside the board: names, presence, phase, mills, clocks and
// trays with the men in hand and taken.

import { clockText, LOW, timeLeft } from "./clock.js";
import { find, part, write } from "./dom.js";
import { fill } from "./state.js";

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {import("./state.js").SideState} SideState */

const TICK = 100; // milliseconds between two updates of the clocks
const PICTURES = 3; // of taken men at most, beside their number

export class Seats {
  /**
   * @param {ParentNode} root
   * @param {Record<string, string>} texts
   */
  constructor(root, texts) {
    this.texts = texts;
    /** @type {{side: import("./state.js").Side, node: HTMLElement}[]} */
    this.seats = [...root.querySelectorAll("[data-side]")].map((node) => ({
      side: /** @type {any} */ (node).dataset.side, node: /** @type {HTMLElement} */ (node),
    }));
    /** @type {PageState | null} */
    this.state = null;
    this.since = 0;
    setInterval(() => this.tick(), TICK);
  }

  /** @param {PageState} state */
  set(state) {
    this.state = state;
    this.since = state.came ?? performance.now(); // unlike Date.now, it is never adjusted
    for (const { side, node } of this.seats) {
      const now = state.sides[side];
      node.classList.toggle("turn", ["playing", "past"].includes(state.status) && state.turn === side);
      this.facts(node, now);
      this.tray(part(node, "tray"), side, state);
    }
    this.tick();
  }

  /**
   * @param {HTMLElement} node
   * @param {SideState} now
   */
  facts(node, now) {
    write(find(node, "name"), now.name);
    link(find(node, "profile"), now.profile);
    part(node, "bot").hidden = !now.bot;
    write(find(node, "rating"), now.rating);
    write(find(node, "change"), now.change);
    write(find(node, "phase"), this.texts[`phase.${now.phase}`]);
    const mills = part(node, "mills");
    mills.hidden = now.mills === 0;
    write(mills, fill(this.texts[`mills.${new Intl.PluralRules(document.documentElement.lang).select(now.mills)}`], { count: now.mills }));
    const presence = part(node, "presence");
    presence.classList.toggle("here", now.present);
    presence.hidden = now.name === "" || !["open", "private"].includes(this.state?.kind ?? "");
    write(presence.firstElementChild, this.texts[now.present ? "here" : "away"]);
  }

  /**
   * Shows the men in hand, and how many of the other side are taken.
   * @param {HTMLElement} tray
   * @param {import("./state.js").Side} side
   * @param {PageState} state
   */
  tray(tray, side, { sides }) {
    const now = sides[side];
    const other = side === "white" ? "black" : "white";
    const { lost } = sides[other];
    const box = part(tray, "taken");
    box.hidden = lost === 0;
    write(box.querySelector("b"), String(lost));
    tokens(box, Math.min(lost, PICTURES), `token ${other}`);
    tokens(tray, now.hand, "token");
    const said = [this.texts[`side.${side}`]];
    for (const [key, count] of [["hand", now.hand], ["onboard", now.board], ["taken", lost]]) {
      said.push(fill(this.texts[key], { count }));
    }
    tray.setAttribute("aria-label", said.join(", "));
  }

  /** Updates the clocks. */
  tick() {
    const { state } = this;
    if (!state) return;
    for (const { side, node } of this.seats) {
      const clock = part(node, "clock");
      const left = timeLeft(state, side, performance.now() - this.since);
      clock.hidden = left === null;
      if (left === null) continue;
      const running = state.running === side;
      write(clock, clockText(left, this.texts.days, running));
      clock.classList.toggle("running", running);
      clock.classList.toggle("low", running && left < LOW);
    }
  }
}

/**
 * Draws so many men before what else is in a node.
 * @param {HTMLElement} node
 * @param {number} count
 * @param {string} name class
 */
function tokens(node, count, name) {
  const men = [...node.children].filter((child) => child.matches("i"));
  for (const man of men.slice(count)) man.remove();
  for (let i = men.length; i < count; i++) node.prepend(Object.assign(document.createElement("i"), { className: name }));
}

/**
 * Sets the address of a link; an empty one removes it.
 * @param {Element | null} node
 * @param {string} address
 */
function link(node, address) {
  if (address) node?.setAttribute("href", address);
  else node?.removeAttribute("href");
}
