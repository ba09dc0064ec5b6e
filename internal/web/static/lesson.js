// SPDX-License-Identifier: Apache-2.0

// A step of a lesson, without any page: whether a move meets its goal, and what
// is then to be seen. The server has judged every move beforehand.

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {{text: string, men: string, turn: import("./state.js").Side, last: string[], taken: string[], sides: Record<string, object>}} Turn */
/** @typedef {Record<string, Turn[]>} Courses by the moves that meet the goal: what each and its reply lead to */

/**
 * The states a move leads to, one after the other; none when it misses the goal.
 * @param {PageState} state
 * @param {Courses} courses
 * @param {string} move
 * @returns {PageState[]}
 */
export function follow(state, courses, move) {
  return (courses[move] ?? []).map(({ men, turn, last, taken, sides }, i) => ({
    ...state, men, turn, last, taken, seq: state.seq + i + 1, status: "over", moves: [],
    sides: { white: { ...state.sides.white, ...sides.white }, black: { ...state.sides.black, ...sides.black } },
  }));
}

/**
 * What the move and its reply did.
 * @param {Courses} courses
 * @param {string} move
 */
export function told(courses, move) {
  return (courses[move] ?? []).map(({ text }) => text).join(" ");
}
