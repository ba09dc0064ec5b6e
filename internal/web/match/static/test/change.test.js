// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { Changes, unpackMove } from "../change.js";

test("moves are unpacked", () => {
  assert.deepEqual(unpackMove("a7|ta7"), { text: "a7", paths: [["a7"]], kinds: [["to"]], takes: [] });
  assert.deepEqual(unpackMove("d6-d7xa1|fd6 td7 xa1|a1|a7 d7 g7"), {
    text: "d6-d7xa1",
    paths: [["d6", "d7", "a1"]],
    kinds: [["from", "to", "take"]],
    takes: ["a1"],
    mills: [["a7", "d7", "g7"]],
  });
  assert.deepEqual(unpackMove("x|fa vb tc cd;fa tc|b e|a b;c d").kinds, [["from", "via", "to", "choice"], ["from", "to"]]);
});

const whole = {
  match: "m", seq: 4, status: "playing", you: "white", turn: "white", men: "..", running: "white", server_ms: 1, first_ms: 5,
  sides: { white: { name: "Ann", hand: 9, present: true }, black: { name: "Bob", hand: 9, present: true } },
  last: ["a"], taken: ["b"], steps: [{ to: "a" }], moves: [{ text: "a" }], line: ["x"], times: [7], log: [{ seq: 4 }],
  offer: { id: 1 }, can: { resign: true, undo: true }, message: "your turn", end: null, rematch: "",
};

test("a change is added to the state before it", () => {
  const changes = new Changes();
  assert.equal(changes.take({ type: "state", state: whole }), whole);
  const change = {
    seq: 5, turn: "black", men: "w.", sides: { white: { hand: 8, present: false }, black: { hand: 9, present: true } },
    server_ms: 2, last: ["c"], line: ["c"], times: [9], log: [{ seq: 5 }], can: ["resign"], message: "wait",
  };
  const { moves, ...state } = changes.take({ type: "change", since: 4, change });
  assert.deepEqual(moves, []);
  assert.deepEqual(state, {
    match: "m", seq: 5, status: "playing", you: "white", turn: "black", men: "w.", running: "", server_ms: 2, first_ms: null, claim_ms: null,
    sides: { white: { name: "Ann", hand: 8, present: false }, black: { name: "Bob", hand: 9, present: true } },
    last: ["c"], taken: [], steps: [], line: ["x", "c"], times: [7, 9], log: [{ seq: 5 }],
    offer: null, can: { resign: true }, message: "wait", end: null, rematch: "",
  });
  const next = changes.take({ type: "change", since: 5, change: { ...change, seq: 6, moves: ["d|td"], line: ["d"], times: [1] } });
  assert.deepEqual(next.line, ["x", "c", "d"]);
  assert.deepEqual(next.moves.map(({ text }) => text), ["d"]);
});

test("a change of another state is refused", () => {
  const changes = new Changes();
  assert.equal(changes.take({ type: "change", since: 4, change: { seq: 5 } }), null);
  changes.take({ type: "state", state: whole });
  assert.equal(changes.take({ type: "change", since: 3, change: { seq: 4 } }), null);
});
