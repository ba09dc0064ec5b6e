// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { nextScheme, SCHEMES } from "../tools.js";

test("the button goes through all schemes", () => {
  const seen = [];
  for (let scheme = nextScheme(undefined); !seen.includes(scheme); scheme = nextScheme(scheme)) seen.push(scheme);
  assert.deepEqual(seen, SCHEMES);
});
