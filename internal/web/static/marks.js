// SPDX-License-Identifier: Apache-2.0

// Which points of a board are marked, and how: what may be touched, the last move,
// mills, premoves. No page; render.js sets the classes.

import { fill, preview, touchOf } from "./state.js";

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {import("./state.js").Side} Side */
/**
 * @typedef {object} Marks
 * @property {string} men one character a point, in the board's order
 * @property {Side} turn
 * @property {string[]} next points that may be touched now
 * @property {string[]} path points touched so far
 * @property {string[]} last points of the last move
 * @property {string[]} taken points it has emptied
 * @property {string[]} changed points that differ from the stored position
 * @property {string} carried the point of the man that moves, or ""
 * @property {string[][]} mills lines that are lit
 * @property {string[]} premove
 * @property {string[]} dim men that cannot be taken while a man to take is chosen
 */

/**
 * Returns the marks while a move is entered, or none is.
 * @param {PageState} state
 * @param {import("./state.js").Picker} picker
 * @param {string[]} premove
 * @param {boolean} sent the move was sent and is not confirmed yet
 * @returns {Marks}
 */
export function entryMarks(state, picker, premove, sent) {
  const { men, carried, taken, changed } = preview(state.men, state.turn, picker);
  const begun = picker.path.length > 0;
  const next = sent ? [] : picker.next();
  const takes = next.length > 0 && next.every((point) => picker.kind(point) === "take");
  return {
    men, turn: state.turn, carried, changed, next, path: picker.path, premove,
    last: begun ? [] : state.last,
    taken: begun ? taken : state.taken,
    mills: begun ? picker.mills() : state.steps.at(-1)?.mills ?? [],
    dim: takes ? picker.order.filter((point, i) => touchOf(men[i], state.turn) === "take" && !next.includes(point)) : [],
  };
}

/**
 * Returns the marks of one frame of a move.
 * @param {import("./timeline.js").Frame} frame
 * @param {Side} turn
 * @param {string[]} premove
 * @returns {Marks}
 */
export function frameMarks({ men, points, taken, mills }, turn, premove) {
  return { men, turn, last: points, taken, mills, premove, carried: "", changed: [], next: [], path: [], dim: [] };
}

/**
 * Returns the classes of a point, with whether each is set, and its name for screen
 * readers: "d6, white man, can move".
 * @param {string} name
 * @param {string} man that stands there: "w", "b" or "."
 * @param {Marks} marks
 * @param {Record<string, string>} texts
 */
export function pointMarks(name, man, marks, texts) {
  const next = marks.next.includes(name);
  const touch = touchOf(man, marks.turn);
  const classes = {
    next, own: next && touch === "own", enter: next && touch === "enter", take: next && touch === "take",
    path: marks.path.includes(name), last: marks.last.includes(name), taken: marks.taken.includes(name),
    carried: marks.carried === name, premove: marks.premove.includes(name),
    mill: marks.mills.some((line) => line.includes(name)),
  };
  const label = [fill(texts.point, { point: name, man: texts[`man.${{ w: "white", b: "black", ".": "empty" }[man]}`] })];
  if (next) label.push(texts[`may.${touch}`]);
  for (const mark of /** @type {const} */ (["path", "last", "taken", "mill", "premove"])) if (classes[mark]) label.push(texts[`mark.${mark}`]);
  return { classes, label: label.join(", ") };
}
