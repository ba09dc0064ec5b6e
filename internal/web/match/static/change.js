// SPDX-License-Identifier: Apache-2.0

// The stream of a match sends a whole state first, and then only what moves change.

/**
 * @typedef {import("./state.js").PageState} PageState
 * @typedef {import("./state.js").Kind} Kind
 * @typedef {{white: Partial<import("./state.js").SideState>, black: Partial<import("./state.js").SideState>}} SideChanges
 * @typedef {{seq: number, turn: import("./state.js").Side, men: string, sides: SideChanges, server_ms: number, line: string[], times: number[], message: string,
 *   moves?: string[], can?: string[]}} Change what moves change of a state; other fields are as in PageState, and empty when they are missing
 */

/** @type {Record<string, Kind>} the kinds of touches by their letter */
const KINDS = { f: "from", t: "to", v: "via", x: "take", c: "choice" };

/** @type {(text: string | undefined, by: string) => string[]} */
const parts = (text, by) => (text ? text.split(by) : []);

/**
 * Reads a move as a change has it: TEXT|PATHS|TAKES|MILLS.
 * @param {string} packed
 * @returns {import("./state.js").Move}
 */
export function unpackMove(packed) {
  const [text, paths, takes, mills] = packed.split("|");
  const touches = parts(paths, ";").map((path) => parts(path, " "));
  return {
    text,
    paths: touches.map((path) => path.map((touch) => touch.slice(1))),
    kinds: touches.map((path) => path.map((touch) => KINDS[touch[0]])),
    takes: parts(takes, " "),
    ...(mills && { mills: parts(mills, ";").map((line) => parts(line, " ")) }),
  };
}

/**
 * Returns the state after a change.
 * @param {PageState} state the state before it
 * @param {Change} change
 * @returns {PageState}
 */
function applyChange(state, change) {
  const { sides } = change;
  return {
    ...state,
    running: "", first_ms: null, claim_ms: null, last: [], taken: [], steps: [], log: [], offer: null,
    ...change,
    moves: (change.moves ?? []).map(unpackMove),
    line: [...state.line, ...change.line],
    times: [...state.times, ...change.times],
    sides: { white: { ...state.sides.white, ...sides.white }, black: { ...state.sides.black, ...sides.black } },
    can: Object.fromEntries((change.can ?? []).map((name) => [name, true])),
  };
}

/** Changes makes whole states of what a stream sends. */
export class Changes {
  constructor() {
    /** @type {PageState | null} */
    this.last = null;
  }

  /**
   * Returns the state after a message; null if the change is one of another state, and
   * the stream has to begin again.
   * @param {{type: string, state?: PageState, since?: number, change?: Change}} message a state or a change
   * @returns {PageState | null}
   */
  take({ state, since, change }) {
    if (state) this.last = state;
    else if (change && this.last && this.last.seq === since) this.last = applyChange(this.last, change);
    else return null;
    return this.last;
  }
}
