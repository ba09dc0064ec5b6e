// SPDX-License-Identifier: Apache-2.0

// The logic of a match page: how touches narrow the legal moves, what the board
// looks like during a move, which updates are new. It knows no rules of any game.

/**
 * @typedef {"white" | "black"} Side
 * @typedef {"from" | "to" | "via" | "take" | "choice"} Kind what touching a point of a path does
 * @typedef {{text: string, paths: string[][], kinds: Kind[][], takes?: string[], mills?: string[][]}} Move
 * @typedef {{from?: string, to: string, takes?: string[], mills?: string[][]}} Step one step of a move
 * @typedef {{name: string, profile: string, rating: string, change: string, phase: string, hand: number, lost: number, board: number, mills: number,
 *   present: boolean, computer: boolean, bot?: boolean, clock_ms: number | null}} SideState
 * @typedef {{seq: number, text: string, move: boolean}} LogLine
 * @typedef {{match: string, seq: number, game: string, status: string, kind: string, rated: boolean, you: string, turn: Side,
 *   men: string, sides: {white: SideState, black: SideState}, running: string, server_ms: number, first_ms: number | null, claim_ms?: number | null,
 *   last: string[], taken: string[], steps: Step[], moves: Move[], line: string[], times: number[], log: LogLine[],
 *   offer: {id: number, kind: string, mine: boolean, text: string} | null,
 *   can: Record<string, boolean>, message: string, end: {outcome: string, title: string, text: string, mills: string, rating: string} | null,
 *   rematch: string, came?: number}} PageState came: when the page got it, by performance.now
 * @typedef {"own" | "enter" | "take"} Touch what touching a point means, seen by what stands there
 * @typedef {{men: string, carried: string, taken: string[], changed: string[]}} Preview
 */

/**
 * @typedef {object} Progress progress of entering a move
 * @property {boolean} begun a point has been touched
 * @property {boolean} ends the touches so far are a complete move, which a button sends
 * @property {boolean} whole the move cannot be continued
 * @property {"" | "enter" | "take" | "mill"} step what to choose now; mill: a man to take for one
 */

/** Picker enters a move touch by touch; it does what game.Picker does. */
export class Picker {
  /**
   * @param {Move[]} moves the legal moves
   * @param {string[]} order the points of the board in their order
   */
  constructor(moves, order) {
    this.moves = moves;
    this.order = order;
    /** @type {string[]} the points touched so far */
    this.path = [];
  }

  /** @returns {string[]} the points that may be touched now, in the board's order */
  next() {
    const found = new Set();
    for (const move of this.moves) {
      for (const path of move.paths) {
        if (path.length > this.path.length && this.under(path)) found.add(path[this.path.length]);
      }
    }
    return this.order.filter((point) => found.has(point));
  }

  /**
   * @param {string} point one of next()
   * @returns {Kind | undefined} what touching it now does
   */
  kind(point) {
    for (const move of this.moves) {
      const i = move.paths.findIndex((path) => this.under(path) && path[this.path.length] === point);
      if (i >= 0) return move.kinds[i][this.path.length];
    }
    return undefined;
  }

  /**
   * Adds a point, or returns false and changes nothing when no move continues with it.
   * @param {string} point
   */
  touch(point) {
    if (!this.next().includes(point)) return false;
    this.path.push(point);
    return true;
  }

  /** Takes the last touch back and returns whether there was one. */
  back() {
    return this.path.pop() !== undefined;
  }

  /** Takes all touches back. */
  reset() {
    this.path = [];
  }

  /** @returns {Move | undefined} the move the touches enter; it may still be possible to continue */
  move() {
    return this.moves.find((move) => move.paths.some((path) => path.length === this.path.length && this.under(path)));
  }

  /** @returns {Move[]} the moves the touches may still become */
  candidates() {
    return this.moves.filter((move) => move.paths.some((path) => this.under(path)));
  }

  /** @returns {string[][]} the lines that all candidates close, once a man was put down */
  mills() {
    const candidates = this.candidates();
    const touched = candidates[0]?.paths.findIndex((path) => this.under(path)) ?? -1;
    if (touched < 0 || !candidates[0].kinds[touched].slice(0, this.path.length).includes("to")) return [];
    return candidates.every((move) => move.mills) ? candidates[0].mills ?? [] : [];
  }

  /** @returns {boolean} whether a man to take has to be chosen now, or the way to take */
  taking() {
    const next = this.next();
    return next.length > 0 && next.every((point) => ["take", "choice"].includes(this.kind(point) ?? ""));
  }

  /** @param {string[]} path whether it begins with the touches so far */
  under(path) {
    return this.path.length <= path.length && this.path.every((point, i) => point === path[i]);
  }
}

/**
 * Returns how far the touches have come.
 * @param {Picker} picker
 * @param {boolean} sent the move was sent: nothing is being entered
 * @param {boolean} confirm a move waits for the button that ends the turn
 * @returns {Progress}
 */
export function progressOf(picker, sent, confirm) {
  const next = sent ? [] : picker.next();
  const begun = picker.path.length > 0 && !sent;
  const taking = picker.taking() ? (picker.mills().length > 0 ? "mill" : "take") : "enter";
  return {
    begun,
    ends: begun && (next.length > 0 || confirm) && picker.move() !== undefined,
    whole: next.length === 0,
    step: begun ? taking : "",
  };
}

/**
 * Returns what touching a point means.
 * @param {string} man "w", "b" or "."
 * @param {Side} turn
 * @returns {Touch}
 */
export function touchOf(man, turn) {
  if (man === ".") return "enter";
  return man === turn[0] ? "own" : "take";
}

/**
 * Returns the board during a move: the moving man is on its last point, a placed
 * man is on its point, and touched captures are removed. After the first point is
 * entered, men that every remaining move takes are removed too.
 * @param {string} men
 * @param {Side} turn
 * @param {Picker} picker
 * @returns {Preview}
 */
export function preview(men, turn, picker) {
  const index = (/** @type {string} */ point) => picker.order.indexOf(point);
  const board = [...men];
  const touched = new Picker(picker.moves, picker.order);
  const gone = new Set();
  let carried = "";
  let entered = false;
  for (const point of picker.path) {
    switch (touched.kind(point)) {
      case "from":
        carried = point;
        break;
      case "to":
      case "via":
        if (carried) board[index(carried)] = ".";
        board[index(point)] = turn[0];
        carried = point;
        entered = true;
        break;
      case "take":
        gone.add(point);
    }
    touched.path.push(point);
    for (const taken of entered ? surelyTaken(touched) : []) gone.add(taken);
    for (const taken of gone) {
      if (taken !== carried) board[index(taken)] = ".";
    }
  }
  const changed = picker.order.filter((_, i) => board[i] !== men[i]);
  return { men: board.join(""), carried, taken: [...gone], changed };
}

/**
 * Returns the men that all remaining candidates take, except men that must still
 * be touched in any case.
 * @param {Picker} picker
 * @returns {string[]}
 */
function surelyTaken(picker) {
  const candidates = picker.candidates();
  const open = (/** @type {Move} */ move) => move.paths.filter((path) => picker.under(path)).map((path) => path.slice(picker.path.length));
  return (candidates[0]?.takes ?? []).filter(
    (point) =>
      candidates.every((move) => move.takes?.includes(point)) &&
      !candidates.every((move) => open(move).every((rest) => rest.includes(point))),
  );
}

/**
 * Reports whether an update is not older than what the page has.
 * @param {PageState} now
 * @param {PageState} update
 */
export function isNews(now, update) {
  return update.seq > now.seq || (update.seq === now.seq && update.server_ms >= now.server_ms);
}

/**
 * Reports whether two states of a match show the same position.
 * @param {PageState} a
 * @param {PageState} b
 */
export function samePosition(a, b) {
  return a.match === b.match && a.men === b.men && a.turn === b.turn && a.status === b.status;
}

/**
 * Returns the lines of an update after a seq.
 * @param {number} seq
 * @param {LogLine[]} lines
 */
export function newLines(seq, lines) {
  return lines.filter((line) => line.seq > seq);
}

/**
 * Reports whether the visitor may enter a move now.
 * @param {PageState} state
 */
export function mayMove(state) {
  return state.status === "playing" && state.moves.length > 0;
}

/**
 * Returns the point to go to from another with an arrow key: the nearest one
 * that lies in that direction more than aside.
 * @template {{x: number, y: number}} P
 * @param {P[]} points
 * @param {P} from
 * @param {number} dx -1, 0 or 1
 * @param {number} dy
 * @returns {P}
 */
export function neighbour(points, from, dx, dy) {
  let best = from;
  let least = Infinity;
  for (const point of points) {
    const ahead = (point.x - from.x) * dx + (point.y - from.y) * dy;
    const aside = Math.abs((point.x - from.x) * dy) + Math.abs((point.y - from.y) * dx);
    if (ahead <= 0 || aside > 2 * ahead) continue;
    const cost = ahead + 3 * aside; // the next corner along a line is nearer than one of an inner square
    if (cost < least) [best, least] = [point, cost];
  }
  return best;
}

/**
 * Replaces {name} in a text by a value.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
