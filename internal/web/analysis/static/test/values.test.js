// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";

import { byMove } from "../values.js";

test("moves that are alike have the same games", () => {
  const corner = { move: "a1", like: ["c3"], games: 3, won: 2, drawn: 1, lost: 0 };
  const middle = { move: "b2", games: 0, won: 0, drawn: 0, lost: 0 };
  const found = byMove({ games: 3, moves: [corner, middle] });
  assert.equal(found.get("a1"), corner);
  assert.equal(found.get("c3"), corner);
  assert.equal(found.get("b2"), middle);
  assert.equal(found.get("b1"), undefined);
});
