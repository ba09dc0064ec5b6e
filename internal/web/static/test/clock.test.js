// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, timeLeft, tookText } from "../clock.js";

const DAYS = "{days} d {hours} h";

test("clockText writes as the server does", () => { // the same cases as in svg_play_test.go
  const cases = [
    [0, "0:00"], [999, "0:00"], [61_000, "1:01"], [299_999, "4:59"], [3_600_000, "1:00:00"],
    [3_723_000, "1:02:03"], [172_799_000, "47:59:59"], [172_800_000, "2 d 0 h"], [273_600_000, "3 d 4 h"],
  ];
  for (const [ms, want] of cases) assert.equal(clockText(ms, DAYS), want, `${ms} ms`);
});

test("clockText shows tenths when they matter", () => {
  assert.equal(clockText(9_940, DAYS, true), "0:09.9");
  assert.equal(clockText(50, DAYS, true), "0:00.0");
  assert.equal(clockText(10_000, DAYS, true), "0:10");
});

test("only the running clock runs, and not below nothing", () => {
  const state = { running: "white", sides: { white: { clock_ms: 5000 }, black: { clock_ms: 7000 } } };
  assert.equal(timeLeft(state, "white", 1200), 3800);
  assert.equal(timeLeft(state, "black", 1200), 7000);
  assert.equal(timeLeft(state, "white", 9000), 0);
  assert.equal(timeLeft(state, "white", -50), 5000, "a clock never gains time");
  assert.equal(timeLeft({ running: "", sides: { white: { clock_ms: null } } }, "white", 0), null);
});

test("tookText writes as the server does", () => { // the same cases as in moves_test.go
  const texts = { days: DAYS, seconds: "{count} s" };
  for (const [ms, want] of [
    [0, ""], [1, ""], [999, ""], [1000, "1 s"], [59_999, "59 s"], [60_000, "1:00"], [3_725_000, "1:02:05"], [270_000_000, "3 d 3 h"],
  ]) {
    assert.equal(tookText(ms, texts), want, `${ms} ms`);
  }
});
