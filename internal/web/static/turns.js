// SPDX-License-Identifier: Apache-2.0

// The logic of looking back: going through the moves of a match by steps, keys and
// swipes, and automatically. moves.js shows them.

/** @typedef {"first" | "previous" | "next" | "last"} Step */
/**
 * @typedef {object} Options
 * @property {number} last the number of the last turn; the start is 0
 * @property {number} at the turn that is shown
 * @property {(at: number, from: number) => void} onTurn another turn is to be shown
 * @property {(playing: boolean) => void} onPlay automatic replay starts or stops
 * @property {(after: () => void, ms: number) => any} [wait] for tests
 * @property {(timer: any) => void} [cancel] for tests
 */

/** @type {Record<string, Step | "play">} */
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
/** Elements that use keys themselves; the space bar also presses buttons. */
const TAKES_KEYS = "input, select, textarea";
const TAKES_SPACE = `${TAKES_KEYS}, button, summary`;

/** Pixels that a finger moves across at least, and how much more than down. */
const SWIPE = 40;
const STEEP = 2;

/**
 * Returns where a swipe leads: as if the moves were pulled along.
 * @param {number} dx
 * @param {number} dy
 * @returns {Step | ""}
 */
export function swipeStep(dx, dy) {
  if (Math.abs(dx) < SWIPE || Math.abs(dx) < STEEP * Math.abs(dy)) return "";
  return dx > 0 ? "previous" : "next";
}

/**
 * Returns what a key means. Shift makes no difference here; on the board, whose arrow keys
 * have another meaning, it selects this one.
 * @param {{key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean, shiftKey?: boolean,
 *   target: {closest: (selector: string) => unknown} | null}} event
 * @returns {Step | "play" | ""}
 */
export function keyStep(event) {
  if (!(event.key in KEYS) || event.ctrlKey || event.metaKey || event.altKey) return "";
  if (event.target?.closest?.(event.key === " " ? TAKES_SPACE : TAKES_KEYS)) return "";
  if (event.key === " " && event.shiftKey) return "";
  return KEYS[event.key];
}

/**
 * Returns the cell of each move in the list of pairs: its row, and whether it is in
 * the column of Black.
 * @param {number} ply from 1
 * @param {import("./state.js").Side} first the side that made the first move
 */
export function cellOf(ply, first) {
  const place = ply - 1 + (first === "black" ? 1 : 0);
  return { row: Math.floor(place / 2), black: place % 2 === 1 };
}

/**
 * Reports whether the known turns contain the moves of a line up to a ply: they may
 * be older than an undo.
 * @param {{move: string}[]} turns the first is the start
 * @param {string[]} line
 * @param {number} ply
 */
export function covers(turns, line, ply) {
  return turns.length > ply && line.slice(0, ply).every((move, i) => turns[i + 1].move === move);
}

/**
 * Returns a state with the position of an earlier turn, where nothing can be played.
 * @param {import("./state.js").PageState} state
 * @param {import("./moves.js").Turn} turn
 * @returns {import("./state.js").PageState}
 */
export function pastState(state, { men, turn, last, taken, steps, sides }) {
  const side = (/** @type {import("./state.js").Side} */ name) => ({ ...state.sides[name], ...sides[name] });
  return { ...state, men, turn, last, taken, steps, moves: [], status: "past", sides: { white: side("white"), black: side("black") } };
}

/**
 * Returns the points of the move between two turns, along which the man moves;
 * none when there are more moves between them.
 * @param {{last: string[]}[]} turns
 * @param {number} at
 * @param {number} from
 */
export function wayBetween(turns, at, from) {
  return Math.abs(at - from) === 1 ? turns[Math.max(at, from)].last : [];
}

export class Turns {
  /** @param {Options} options */
  constructor(options) {
    /** @type {Required<Options>} */
    this.options = {
      wait: (after, ms) => setTimeout(after, ms),
      cancel: (timer) => clearTimeout(timer),
      ...options,
    };
    this.at = options.at;
    this.pace = 1000; // milliseconds a turn
    this.playing = false;
    this.timer = undefined;
  }

  /**
   * Sets the number of the last turn, after a move or an undo. Who looks at the last
   * one goes along; the others stay where they are.
   * @param {number} last
   */
  extend(last) {
    if (this.at === this.options.last || this.at > last) this.at = last;
    this.options.last = last;
  }

  /**
   * @param {Step} step
   * @returns {number} the turn a step leads to; the present one when there is none
   */
  target(step) {
    const { last } = this.options;
    return { first: 0, previous: Math.max(this.at - 1, 0), next: Math.min(this.at + 1, last), last }[step];
  }

  /**
   * Goes to a turn, and stops automatic replay.
   * @param {number} at
   */
  go(at) {
    this.stop();
    this.show(at);
  }

  /** Starts automatic replay, from the start when the end is shown, or stops it. */
  toggle() {
    if (this.playing) {
      this.stop();
      return;
    }
    if (this.options.last === 0) return;
    this.playing = true;
    this.options.onPlay(true);
    this.show(this.at === this.options.last ? 0 : this.at + 1);
    this.schedule();
  }

  stop() {
    this.options.cancel(this.timer);
    if (!this.playing) return;
    this.playing = false;
    this.options.onPlay(false);
  }

  schedule() {
    this.timer = this.options.wait(() => {
      this.show(this.target("next"));
      this.schedule();
    }, this.pace);
    if (this.at === this.options.last) this.stop();
  }

  /** @param {number} at */
  show(at) {
    const from = this.at;
    if (at === from) return;
    this.at = at;
    this.options.onTurn(at, from);
  }
}
