// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { nextScheme, SCHEMES, untilLow } from "../tools.js";

test("the button goes through all schemes", () => {
  const seen = [];
  for (let scheme = nextScheme(undefined); !seen.includes(scheme); scheme = nextScheme(scheme)) seen.push(scheme);
  assert.deepEqual(seen, SCHEMES);
});

test("when time gets low", () => {
  const state = (change) => ({ running: "white", you: "white", sides: { white: { clock_ms: 60_000 }, black: { clock_ms: 60_000 } }, ...change });
  for (const [name, now, want] of [
    ["own clock runs", state({}), 50_000],
    ["the other runs", state({ running: "black" }), null],
    ["both sides at one screen", state({ you: "both" }), null],
    ["no clock", state({ running: "" }), null],
    ["watches", state({ running: "", you: "" }), null],
    ["low already", state({ sides: { white: { clock_ms: 9_000 } } }), null],
    ["none in this match", state({ sides: { white: { clock_ms: null } } }), null],
  ]) assert.equal(untilLow(now), want, name);
});
