// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { mayPremove, touchPremove } from "../premove.js";

const ROW = ["a", "b", "c", "d", "e", "f"];

/** White waits for Black's move. */
const state = (men, hand = 0) => ({ status: "playing", you: "white", turn: "black", men, sides: { white: { hand }, black: { hand: 0 } } });

/** Returns the premove after touches. */
const after = (now, ...points) => points.reduce((path, point) => touchPremove(path ?? [], point, now, ROW), []);

test("who may premove", () => {
  for (const [name, change, want] of [
    ["waits", {}, true],
    ["is to move", { turn: "white" }, false],
    ["watches", { you: "" }, false],
    ["plays both sides", { you: "both" }, false],
    ["over", { status: "over" }, false],
    ["looks back", { status: "past" }, false],
  ]) assert.equal(mayPremove({ ...state("w....."), ...change }), want, name);
});

test("a premove begins with an own man, or an empty point when there are men in hand", () => {
  assert.deepEqual(after(state("wb...."), "a"), ["a"]);
  assert.equal(after(state("wb...."), "b"), null);
  assert.equal(after(state("wb...."), "c"), null);
  assert.deepEqual(after(state("wb....", 3), "c"), ["c"]);
});

test("a premove goes on", () => {
  const now = state("w.wb..", 2);
  assert.deepEqual(after(now, "a", "b"), ["a", "b"]);
  assert.deepEqual(after(now, "a", "d"), ["a", "d"], "the man there may go away");
  assert.deepEqual(after(now, "a", "b", "d"), ["a", "b", "d"], "a man to take");
  assert.deepEqual(after(now, "e", "d"), ["e", "d"], "a placement that takes");
  assert.deepEqual(after(now, "a", "c"), ["c"], "another man");
});

test("a premove is cancelled", () => {
  const now = state("w.wb..");
  assert.deepEqual(after(now, "a", "a"), []);
  assert.deepEqual(after(now, "a", "b", "b"), []);
  assert.deepEqual(after(now, "a", "b", "e"), [], "elsewhere");
  assert.deepEqual(after(now, "a", "b", "c"), ["c"], "another one begins");
});
