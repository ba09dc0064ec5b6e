// SPDX-License-Identifier: Apache-2.0

// The board of a match page. It knows no rules: it gets men and the paths of the
// legal moves, lights the points that may be touched next, and returns the text of
// a move. All states enter through set.

import { Renderer } from "./render.js";
import { listen } from "./input.js";
import { mayMove, Picker, preview, samePosition, touchOf } from "./state.js";

/** @typedef {import("./state.js").PageState} PageState */
/**
 * @typedef {object} Progress progress of entering a move
 * @property {boolean} begun a point has been touched
 * @property {boolean} ends the touches so far are a complete move, which a button sends
 * @property {boolean} whole the move cannot be continued
 * @property {"" | "enter" | "take"} step what to choose now
 */
/**
 * @typedef {object} Callbacks
 * @property {(move: string) => void} onMove a move has been entered
 * @property {(progress: Progress) => void} onProgress points have been touched or taken back
 */

export class Board {
  /**
   * @param {SVGSVGElement} svg
   * @param {Record<string, string>} texts
   * @param {PageState} state what the server has drawn
   * @param {Callbacks} callbacks
   * @param {boolean} [confirm] a move waits for the button that ends the turn
   */
  constructor(svg, texts, state, callbacks, confirm = false) {
    this.renderer = new Renderer(svg, texts);
    this.callbacks = callbacks;
    this.confirm = confirm;
    this.state = state;
    this.picker = new Picker([], this.renderer.order);
    this.sent = false; // the move on the board is not confirmed yet
    listen(this.renderer, {
      touch: (point) => this.touch(point),
      back: () => this.back(),
      lift: (point) => this.lift(point),
    });
  }

  /**
   * Shows a state. Touches stay as long as the position does: offers and clocks
   * do not interrupt a move that is being entered.
   * @param {PageState} state
   * @param {string[]} [way] the points of the move that led there
   */
  set(state, way = state.last) {
    const path = samePosition(this.state, state) ? this.picker.path : [];
    this.state = state;
    this.picker = new Picker(mayMove(state) ? state.moves : [], this.renderer.order);
    if (!path.every((point) => this.picker.touch(point))) this.picker.reset();
    this.sent &&= this.picker.path.length > 0;
    this.show(way);
    this.report();
  }

  /** Takes the whole move back, after it was refused. */
  refuse() {
    this.sent = false;
    this.picker.reset();
    this.show(this.picker.path);
    this.report();
  }

  /**
   * Touches a point: goes on with the move, chooses another man, or lets go of
   * the one that was chosen.
   * @param {string} point
   */
  touch(point) {
    if (this.sent) return;
    const { picker } = this;
    if (!picker.touch(point)) {
      if (picker.path.length !== 1) return;
      const [chosen] = picker.path;
      picker.reset();
      if (point !== chosen && !picker.touch(point)) picker.touch(chosen); // nothing changes
    }
    this.show(picker.path);
    this.report();
    if (picker.next().length === 0 && !this.confirm) this.endTurn();
  }

  /** Takes the last touch back. */
  back() {
    if (this.sent) return;
    const way = [...this.picker.path];
    if (!this.picker.back()) return;
    this.show(way);
    this.report();
  }

  /** Sends the move that the touches so far are. */
  endTurn() {
    const move = this.sent ? undefined : this.picker.move();
    if (!move) return;
    this.sent = true;
    this.show(this.picker.path);
    this.report();
    this.callbacks.onMove(move.text);
  }

  /**
   * Whether the man on a point may be dragged; if it was not chosen yet, it is now.
   * @param {string} point
   */
  lift(point) {
    if (this.sent) return false;
    const { men, carried } = this.shown();
    if (carried === point) return true;
    const man = men[this.renderer.order.indexOf(point)];
    if (man === "." || touchOf(man, this.state.turn) !== "own") return false;
    this.touch(point);
    return this.shown().carried === point;
  }

  /** The board as it looks with the touches so far. */
  shown() {
    return preview(this.state.men, this.state.turn, this.picker);
  }

  /**
   * Draws everything.
   * @param {string[]} way the points of the move that led here
   */
  show(way) {
    const { state, picker } = this;
    const { men, carried, taken, changed } = this.shown();
    const begun = picker.path.length > 0;
    this.renderer.showMen(men, way);
    this.renderer.showMarks({
      men, turn: state.turn, carried, changed,
      next: this.sent ? [] : picker.next(),
      path: picker.path,
      last: begun ? [] : state.last,
      taken: begun ? taken : state.taken,
    });
    this.renderer.svg.classList.toggle("begun", begun);
    this.renderer.svg.classList.toggle("sent", this.sent);
  }

  /** Reports the progress of the move. */
  report() {
    const next = this.sent ? [] : this.picker.next();
    const takes = next.length > 0 && next.every((point) => ["take", "choice"].includes(this.picker.kind(point) ?? ""));
    const begun = this.picker.path.length > 0 && !this.sent;
    this.callbacks.onProgress({
      begun,
      ends: begun && (next.length > 0 || this.confirm) && this.picker.move() !== undefined,
      whole: next.length === 0,
      step: begun ? (takes ? "take" : "enter") : "",
    });
  }
}
