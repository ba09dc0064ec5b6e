// SPDX-License-Identifier: Apache-2.0

// Replays a match without loading pages: all turns are fetched once. Until they
// are loaded, or when that fails, the links of the page do the same.

import { Renderer } from "./render.js";
import { Seats, write } from "./seats.js";
import { fill } from "./state.js";
import { keyStep, STEPS, Turns, wayBetween } from "./turns.js";

/** @typedef {import("./state.js").PageState} PageState */
/**
 * @typedef {{move: string, text: string, men: string, turn: import("./state.js").Side, last: string[], taken: string[],
 *   sides: Record<string, object>, board: string}} Turn
 * @typedef {{turns: Turn[], end: {title: string, text: string} | null}} Course
 */

class Replay {
  /**
   * @param {HTMLElement} nav
   * @param {HTMLElement} match
   * @param {Course} course
   */
  constructor(nav, match, course) {
    this.nav = nav;
    this.match = match;
    this.course = course;
    const texts = readJSON(match, "[data-texts]");
    /** @type {PageState} */
    this.state = readJSON(match, "[data-state]");
    this.renderer = new Renderer(/** @type {any} */ (match.querySelector("[data-board]")), texts);
    this.seats = new Seats(match, texts);
    const asked = new URLSearchParams(location.search).get("ply");
    this.turns = new Turns({
      last: course.turns.length - 1,
      at: asked === "last" ? course.turns.length - 1 : Number(asked),
      onTurn: (at, from) => this.show(at, from),
      onPlay: (playing) => this.playing(playing),
    });
  }

  start() {
    const play = /** @type {HTMLButtonElement} */ (part(this.nav, "play"));
    play.disabled = false;
    play.dataset.label = play.textContent ?? "";
    play.addEventListener("click", () => this.turns.toggle());
    const pace = /** @type {HTMLSelectElement} */ (part(this.nav, "pace"));
    pace.addEventListener("change", () => (this.turns.pace = Number(pace.value)));
    this.turns.pace = Number(pace.value); // browsers keep choices over a reload
    document.addEventListener("click", (event) => this.click(event));
    addEventListener("keydown", (event) => this.key(event));
    this.step(location.hash.slice(1)); // of the key that opened the replay
    document.addEventListener("visibilitychange", () => document.hidden && this.turns.stop());
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // another tab or window is meant
    const link = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("a[data-go], a[data-ply]"));
    if (!link) return;
    event.preventDefault();
    this.turns.go(link.dataset.ply ? Number(link.dataset.ply) : this.turns.target(/** @type {any} */ (link.dataset.go)));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = keyStep(/** @type {any} */ (event));
    if (!step) return;
    event.preventDefault();
    this.step(step);
  }

  /** @param {string} step as keyStep names it; anything else does nothing */
  step(step) {
    if (step === "play") this.turns.toggle();
    else if (STEPS.includes(step)) this.turns.go(this.turns.target(/** @type {any} */ (step)));
  }

  /** @param {boolean} playing */
  playing(playing) {
    const button = part(this.nav, "play");
    write(button, (playing ? button.dataset.pause : button.dataset.label) ?? "");
  }

  /**
   * Shows a turn.
   * @param {number} at
   * @param {number} from the turn shown before
   */
  show(at, from) {
    const { turns, end } = this.course;
    const turn = turns[at];
    this.renderer.showMen(turn.men, wayBetween(turns, at, from));
    this.renderer.showMarks({
      men: turn.men, turn: turn.turn, last: turn.last, taken: turn.taken, next: [], path: [], changed: [], carried: "",
    });
    const over = end !== null && at === turns.length - 1;
    const sides = { white: { ...this.state.sides.white, ...turn.sides.white }, black: { ...this.state.sides.black, ...turn.sides.black } };
    this.seats.set({ ...this.state, turn: turn.turn, sides, status: over ? "over" : "playing" });
    this.say(turn, at);
    this.ending(over ? end : null);
    this.links();
    this.list(at);
  }

  /**
   * @param {Turn} turn
   * @param {number} at
   */
  say(turn, at) {
    const where = part(this.nav, "at");
    write(where, fill(where.dataset.text ?? "", { ply: at, plies: this.course.turns.length - 1 }));
    write(part(this.nav, "move"), turn.move);
    write(part(this.match, "message"), turn.text);
    write(part(this.match, "announce"), turn.text);
    write(document.querySelector("#more pre"), turn.board);
  }

  /** @param {{title: string, text: string} | null} end */
  ending(end) {
    part(this.match, "end").hidden = end === null;
    if (!end) return;
    write(part(this.match, "end-title"), end.title);
    write(part(this.match, "end-text"), end.text);
  }

  /** Sets the links to other turns, and the address of this one. */
  links() {
    const { at } = this.turns;
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (this.nav.querySelectorAll("[data-go]"))) {
      const to = this.turns.target(/** @type {any} */ (link.dataset.go));
      link.setAttribute("href", `?ply=${to}`);
      if (to === at) link.setAttribute("aria-disabled", "true"); // stays a link, so that the focus stays
      else link.removeAttribute("aria-disabled");
    }
    history.replaceState(null, "", `?ply=${at}`);
    const field = /** @type {HTMLInputElement | null} */ (document.querySelector("#turn-link"));
    if (field) field.value = location.href;
  }

  /**
   * Marks a turn in the list and scrolls the list to it, not the page.
   * @param {number} at
   */
  list(at) {
    const list = /** @type {HTMLElement} */ (document.querySelector("[data-turns]"));
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const link = /** @type {HTMLElement | null} */ (list.querySelector(`[data-ply="${at}"]`));
    if (!link) {
      list.scrollTop = 0;
      return;
    }
    link.setAttribute("aria-current", "step");
    const here = link.getBoundingClientRect();
    const box = list.getBoundingClientRect();
    if (here.top < box.top || here.bottom > box.bottom) list.scrollTop += here.top - box.top - (box.height - here.height) / 2;
  }
}

/**
 * @param {ParentNode} root
 * @param {string} name
 * @returns {HTMLElement} the part marked data-NAME
 */
function part(root, name) {
  return /** @type {HTMLElement} */ (root.querySelector(`[data-${name}]`));
}

/**
 * @param {ParentNode} root
 * @param {string} selector
 */
function readJSON(root, selector) {
  return JSON.parse(root.querySelector(selector)?.textContent ?? "null");
}

const nav = /** @type {HTMLElement | null} */ (document.querySelector("[data-replay]"));
const match = /** @type {HTMLElement | null} */ (document.querySelector("[data-match]"));
if (nav && match) {
  try {
    const response = await fetch(nav.dataset.replay ?? "", { headers: { Accept: "application/json" } });
    if (response.ok) new Replay(nav, match, await response.json()).start();
  } catch {
    // the links still work
  }
}
