// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrange } from "../lobby.js";

test("rows keep their places, new ones come at the end", () => {
  assert.deepEqual(arrange([], ["a", "b"]), { order: ["a", "b"], gone: [] });
  assert.deepEqual(arrange(["a", "b"], ["c", "b"]), { order: ["a", "b", "c"], gone: ["a"] });
  assert.deepEqual(arrange(["a", "b"], []), { order: ["a", "b"], gone: ["a", "b"] });
});
