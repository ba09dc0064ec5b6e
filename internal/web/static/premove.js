// SPDX-License-Identifier: Apache-2.0

// Premoves: points touched during the opponent's turn. They are tried when the turn
// comes, so no rule is needed here.

/** @typedef {import("./state.js").PageState} PageState */

/**
 * Reports whether the viewer waits for the opponent's move and may enter a premove.
 * @param {PageState} state
 */
export function mayPremove(state) {
  return state.status === "playing" && (state.you === "white" || state.you === "black") && state.you !== state.turn;
}

/**
 * Returns the points of a premove after one more touch; none when it is cancelled,
 * null when no premove begins there.
 * @param {string[]} path the points so far
 * @param {string} point
 * @param {PageState} state
 * @param {string[]} order the points of the board in their order
 * @returns {string[] | null}
 */
export function touchPremove(path, point, state, order) {
  const own = state.you[0];
  const man = (/** @type {string} */ name) => state.men[order.indexOf(name)];
  const hand = state.sides[/** @type {import("./state.js").Side} */ (state.you)].hand;
  const begins = man(point) === own || (man(point) === "." && hand > 0);
  if (path.length === 0) return begins ? [point] : null;
  if (path.includes(point)) return [];
  const lifted = path.length === 1 && man(path[0]) === own;
  if (lifted && man(point) === own) return [point];
  if (lifted) return [path[0], point];
  if (man(point) !== own && man(point) !== ".") return [...path, point]; // a man to take
  return begins ? [point] : [];
}
