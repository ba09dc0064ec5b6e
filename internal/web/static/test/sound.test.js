// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { soundOf, Sounds } from "../sound.js";

const state = (change) => ({ seq: 1, men: "w..", taken: [], end: null, ...change });

test("what is heard", () => {
  const before = state({});
  for (const [name, after, want] of [
    ["nothing new", state({}), ""],
    ["an offer", state({ seq: 2 }), ""],
    ["a move", state({ seq: 2, men: ".w." }), "move"],
    ["a man is taken", state({ seq: 2, men: ".w.", taken: ["a1"] }), "take"],
    ["the end", state({ seq: 2, men: ".w.", end: { title: "", text: "" } }), "end"],
    ["an older state", state({ seq: 0, men: "..." }), ""],
  ]) assert.equal(soundOf(before, after), want, name);
});

test("a browser without sound plays on", () => {
  const sounds = new Sounds();
  sounds.play("move"); // there is no AudioContext here
  assert.equal(sounds.on, false);
});
