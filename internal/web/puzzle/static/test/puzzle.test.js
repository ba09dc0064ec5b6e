// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";

/** A page without a board: only what the script of a puzzle touches while it decides. */
const page = { querySelector: () => null, querySelectorAll: () => [], documentElement: { dataset: {} } };
Object.assign(globalThis, { document: page });
const { Puzzle } = await import("../puzzle.js");

/** @param {any} answer */
function solving(answer) {
  /** @type {{said: [string, boolean][], sent: any[], refused: number, shown: any[], finished: string}} */
  const log = { said: [], sent: [], refused: 0, shown: [], finished: "" };
  const puzzle = Object.assign(Object.create(Puzzle.prototype), {
    root: { dataset: { puzzle: "/puzzle/x", theme: "trap" }, querySelector: () => null },
    line: "a1", texts: { failed: "failed" }, state: { seq: 1, men: "w..", moves: [{ text: "b1" }], status: "playing", sides: { white: {}, black: {} } },
    board: { refuse: () => log.refused++, set: (/** @type {any} */ state) => log.shown.push(state) },
    say: (/** @type {string} */ text, /** @type {boolean} */ wrong) => log.said.push([text, wrong]),
    finish: (/** @type {string} */ address) => { log.finished = address; },
  });
  Object.assign(globalThis, {
    fetch: async (/** @type {string} */ address, /** @type {any} */ options) => {
      log.sent.push([address, JSON.parse(options.body)]);
      if (answer instanceof Error) throw answer;
      return { json: async () => answer };
    },
  });
  return { puzzle, log };
}

test("a wrong move is taken back and the line stays", async () => {
  const { puzzle, log } = solving({ result: "wrong", text: "Try again.", moves: [], line: "a1", outcome: "" });
  await puzzle.enter("b1");
  assert.deepEqual(log.sent, [["/puzzle/x/move", { move: "b1", line: "a1", theme: "trap" }]]);
  assert.deepEqual(log.said, [["Try again.", true]]);
  assert.equal(log.refused, 1);
  assert.equal(puzzle.line, "a1");
});

test("a refusal and a lost connection say so", async () => {
  for (const [answer, text] of [[{ error: { text: "Too many." } }, "Too many."], [new Error("offline"), "failed"]]) {
    const { puzzle, log } = solving(answer);
    await puzzle.enter("b1");
    assert.deepEqual(log.said, [[text, true]]);
    assert.equal(log.refused, 1);
  }
});

test("a right move goes on with the moves that the server names", async () => {
  const turn = { men: ".w.", last: ["b1"], taken: [], steps: [], turn: "black", sides: {} };
  const { puzzle, log } = solving({ result: "right", text: "Right.", turns: [turn], moves: [{ text: "c1" }], line: "a1 b1", outcome: "" });
  await puzzle.enter("b1");
  assert.equal(puzzle.line, "a1 b1");
  assert.deepEqual(log.said, [["Right.", false]]);
  assert.equal(log.shown[0].men, ".w.");
  assert.deepEqual(log.shown[0].moves, [{ text: "c1" }]);
  assert.equal(log.finished, "");
});

test("the last move leads to the solution", async () => {
  const turn = { men: ".w.", last: ["b1"], taken: [], steps: [], turn: "black", sides: {} };
  const { puzzle, log } = solving({ result: "solved", text: "Solved!", turns: [turn], moves: [], line: "a1 b1", outcome: "/puzzle/x?line=a1" });
  await puzzle.enter("b1");
  assert.equal(log.finished, "/puzzle/x?line=a1");
});
