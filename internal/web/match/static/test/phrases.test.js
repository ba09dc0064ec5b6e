// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";

import { heard } from "../phrases.js";

test("a muted opponent is not heard", () => {
  const said = [
    { number: 1, name: "ann", mine: true, text: "Hello" },
    { number: 2, name: "bob", mine: false, text: "Good luck" },
  ];
  assert.deepEqual(heard(said, false), said);
  assert.deepEqual(heard(said, true), [said[0]]);
});
