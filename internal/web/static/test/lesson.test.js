// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";

import { follow, turnTexts } from "../lesson.js";

const side = (hand) => ({ name: "x", phase: "placing", hand, lost: 0, board: 0, mills: 0 });
const state = {
  seq: 0, status: "playing", turn: "white", you: "white", men: "...", last: [], taken: [],
  moves: [{ text: "a", paths: [["a"]], kinds: [["to"]] }], sides: { white: side(3), black: side(3) },
};
const turn = (text, men, by, white, black) => ({ text, men, turn: by, last: [text], taken: [], sides: { white: { hand: white }, black: { hand: black } } });
const courses = { a: [turn("a", "w..", "black", 2, 3), turn("b", "wb.", "white", 2, 2)] };

test("a move that misses the goal leads nowhere", () => {
  assert.deepEqual(follow(state, courses, "c"), []);
  assert.equal(turnTexts(courses, "c"), "");
});

test("a move that meets it leads on, with its reply", () => {
  const states = follow(state, courses, "a");
  assert.deepEqual(states.map(({ men, turn }) => [men, turn]), [["w..", "black"], ["wb.", "white"]]);
  assert.equal(turnTexts(courses, "a"), "a b");
});

test("nothing can be done after it, and each state is news", () => {
  const states = follow(state, courses, "a");
  assert.ok(states.every(({ status, moves }) => status === "over" && moves.length === 0));
  assert.deepEqual(states.map(({ seq }) => seq), [1, 2]);
});

test("sides keep what the move does not change", () => {
  const [first] = follow(state, courses, "a");
  assert.deepEqual([first.sides.white.hand, first.sides.white.name], [2, "x"]);
  assert.equal(state.sides.white.hand, 3, "the state before stays as it is");
});
