// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { shapesOf, textOf, toggled, withShapes } from "../drawing.js";

test("shapes survive in a comment", () => {
  const shapes = toggled(toggled([], "a1", "a4"), "b2", "b2");
  const comment = withShapes("Strong.\nHere, too.", shapes);
  assert.equal(comment, "Strong.\nHere, too.\n[%arrow a1-a4] [%circle b2]");
  assert.deepEqual(shapesOf(comment), shapes);
  assert.equal(textOf(comment), "Strong.\nHere, too.");
  assert.equal(withShapes("", shapes), "[%arrow a1-a4] [%circle b2]");
  assert.equal(withShapes("Strong.", []), "Strong.");
});

test("what is drawn twice is removed", () => {
  const one = toggled([], "a1", "a4");
  assert.deepEqual(toggled(one, "a1", "a4"), []);
  assert.equal(toggled(one, "a4", "a1").length, 2);
});

test("other tags are text", () => {
  assert.deepEqual(shapesOf("[%clk 0:10] [%arrow a1]"), [{ kind: "arrow", from: "a1", to: "a1" }]);
  assert.equal(textOf("[%clk 0:10] good"), "[%clk 0:10] good");
});
