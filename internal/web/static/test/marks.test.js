// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";

import { entryMarks, pointMarks } from "../marks.js";
import { Picker, progressOf } from "../state.js";

const order = ["a1", "a4", "a7", "d1", "d7"];
const texts = {
  point: "{point}, {man}", "man.white": "white man", "man.black": "black man", "man.empty": "empty",
  "may.own": "can move", "may.enter": "can be entered", "may.take": "can be taken",
  "mark.path": "chosen", "mark.last": "last move", "mark.taken": "taken", "mark.mill": "mill", "mark.premove": "premove",
};
/** @type {any} */
const state = { men: "w.bb.", turn: "white", last: ["d1"], taken: ["d7"], steps: [{ to: "d1", mills: [["a7", "d1"]] }] };
/** @type {any[]} */
const moves = [{ text: "a1-a4xa7", paths: [["a1", "a4", "a7"]], kinds: [["from", "to", "take"]], mills: [["a1", "a4"]] }];

test("before a move the last one is marked", () => {
  const marks = entryMarks(state, new Picker(moves, order), [], false);
  assert.deepEqual([marks.last, marks.taken, marks.mills, marks.next, marks.dim], [["d1"], ["d7"], [["a7", "d1"]], ["a1"], []]);
});

test("men that cannot be taken are dim while a man to take is chosen", () => {
  const picker = new Picker(moves, order);
  picker.touch("a1");
  picker.touch("a4");
  const marks = entryMarks(state, picker, [], false);
  assert.deepEqual([marks.men, marks.last, marks.mills, marks.next, marks.dim], [".wbb.", [], [["a1", "a4"]], ["a7"], ["d1"]]);
  assert.deepEqual(progressOf(picker, false, false), { begun: true, ends: false, whole: false, step: "mill" });
});

test("a move that was sent marks nothing to touch", () => {
  const picker = new Picker(moves, order);
  for (const point of ["a1", "a4", "a7"]) picker.touch(point);
  assert.deepEqual(entryMarks(state, picker, [], true).next, []);
  assert.deepEqual(progressOf(picker, true, true), { begun: false, ends: false, whole: true, step: "" });
  assert.deepEqual(progressOf(picker, false, true), { begun: true, ends: true, whole: true, step: "enter" });
});

test("the label of a point says what stands there and what touching it does", () => {
  const marks = entryMarks(state, new Picker(moves, order), ["a4"], false);
  const own = pointMarks("a1", "w", marks, texts);
  assert.equal(own.label, "a1, white man, can move");
  assert.ok(own.classes.next && own.classes.own && !own.classes.take);
  assert.equal(pointMarks("d1", "b", marks, texts).label, "d1, black man, last move, mill");
  assert.equal(pointMarks("a4", ".", marks, texts).label, "a4, empty, premove");
});
