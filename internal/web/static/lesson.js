// SPDX-License-Identifier: Apache-2.0

// The logic of a lesson step: whether a move meets the goal, and which states
// follow. The server sends the moves that meet it.

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {{text: string, men: string, turn: import("./state.js").Side, last: string[], taken: string[],
 *   steps: import("./state.js").Step[], sides: Record<string, object>}} Turn */
/** @typedef {Record<string, Turn[]>} Courses the turns that follow each move that meets the goal: the move and its reply */

/**
 * Returns the states a move leads to, in order; none when it misses the goal.
 * @param {PageState} state
 * @param {Courses} courses
 * @param {string} move
 * @returns {PageState[]}
 */
export function follow(state, courses, move) {
  return (courses[move] ?? []).map(({ men, turn, last, taken, steps, sides }, i) => ({
    ...state, men, turn, last, taken, steps, seq: state.seq + i + 1, status: "over", moves: [],
    sides: { white: { ...state.sides.white, ...sides.white }, black: { ...state.sides.black, ...sides.black } },
  }));
}

/**
 * Returns the texts of the move and its reply.
 * @param {Courses} courses
 * @param {string} move
 */
export function turnTexts(courses, move) {
  return (courses[move] ?? []).map(({ text }) => text).join(" ");
}
