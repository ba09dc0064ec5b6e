// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";

/** A page without a board: only what the script of a storm touches while it runs. */
const page = { querySelector: () => null, querySelectorAll: () => [], documentElement: { dataset: {} } };
Object.assign(globalThis, { document: page });
const { Storm } = await import("../storm.js");

const first = { seq: 100, men: "w..", moves: [{ text: "b1" }], status: "playing", message: "White to move and win", sides: { white: {}, black: {} } };

/** @param {any} answer */
function running(answer) {
  /** @type {{said: [string, boolean][], sent: any[], refused: number, jumped: any[], shown: any[], finished: number}} */
  const log = { said: [], sent: [], refused: 0, jumped: [], shown: [], finished: 0 };
  const storm = Object.assign(Object.create(Storm.prototype), {
    root: { dataset: { storm: "/puzzles/storm", game: "six" }, querySelector: () => ({ textContent: "" }) },
    line: "", run: { started: 7, tried: 0 }, texts: { failed: "failed" }, state: first,
    board: { refuse: () => log.refused++, set: (/** @type {any} */ state) => log.shown.push(state), jump: (/** @type {any} */ state) => log.jumped.push(state) },
    say: (/** @type {string} */ text, /** @type {boolean} */ wrong) => log.said.push([text, wrong]),
    finish: () => log.finished++,
  });
  Object.assign(globalThis, {
    setTimeout: (/** @type {() => void} */ after) => after(),
    fetch: async (/** @type {string} */ address, /** @type {any} */ options) => {
      log.sent.push([address, JSON.parse(options.body)]);
      if (answer instanceof Error) throw answer;
      return { json: async () => answer };
    },
  });
  return { storm, log };
}

const turn = { men: ".w.", last: ["b1"], taken: [], steps: [], turn: "black", sides: {} };

test("a storm starts with its first puzzle", async () => {
  const { storm, log } = running({ result: "", text: "", moves: [], line: "", started: 9, tried: 0, score: 0, left_ms: 180000, next: first });
  await storm.begin();
  assert.deepEqual(log.sent, [["/puzzles/storm", { game: "six" }]]);
  assert.deepEqual(storm.run, { started: 9, tried: 0 });
  assert.deepEqual(log.jumped, [first]);
  assert.deepEqual(log.said, [["White to move and win", false]]);
});

test("a right move goes on in the same puzzle", async () => {
  const { storm, log } = running({ result: "right", text: "Right.", turns: [turn], moves: [{ text: "c1" }], line: "b1", started: 7, tried: 0, score: 0, left_ms: 9 });
  await storm.enter("b1");
  assert.deepEqual(log.sent[0][1], { game: "six", started: 7, tried: 0, line: "", move: "b1" });
  assert.equal(storm.line, "b1");
  assert.deepEqual(log.shown[0].moves, [{ text: "c1" }]);
  assert.deepEqual(log.jumped, []);
});

test("a solved puzzle and a wrong move lead to the next puzzle", async () => {
  for (const [result, turns] of [["solved", [turn]], ["wrong", undefined]]) {
    const next = { ...first, seq: 200 };
    const { storm, log } = running({ result, text: "said", turns, moves: [], line: "", started: 7, tried: 1, score: 1, left_ms: 9, next });
    storm.line = "a1";
    await storm.enter("b1");
    assert.equal(log.refused, result === "wrong" ? 1 : 0);
    assert.deepEqual(log.jumped, [next]);
    assert.equal(storm.line, "");
    assert.equal(storm.run.tried, 1);
  }
});

test("without a next puzzle the storm is over, and faults say so", async () => {
  const over = running({ result: "", text: "", moves: [], line: "", started: 7, tried: 3, score: 1, left_ms: 0 });
  await over.storm.enter("b1");
  assert.equal(over.log.finished, 1);
  for (const [answer, text] of [[{ error: { text: "Over." } }, "Over."], [new Error("offline"), "failed"]]) {
    const { storm, log } = running(answer);
    await storm.enter("b1");
    assert.deepEqual(log.said, [[text, true]]);
    assert.equal(log.refused, 1);
  }
});
