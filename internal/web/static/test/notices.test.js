// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { hasNew, titled } from "../notices.js";

test("a game begins to wait", () => {
  for (const [before, after, except, want] of [
    [[], [], "", false],
    [[], ["a"], "", true],
    [["a"], ["a"], "", false],
    [["a"], ["a", "b"], "", true],
    [["a"], ["a", "b"], "b", false],
    [["a"], [], "", false],
  ]) assert.equal(hasNew(before, after, except), want, JSON.stringify([before, after, except]));
});

test("the title counts", () => {
  assert.equal(titled("Cairn", 0), "Cairn");
  assert.equal(titled("Cairn", 2), "(2) Cairn");
});
