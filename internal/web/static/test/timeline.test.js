// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { REPLY, Stage, STEP, timeline } from "../timeline.js";

const ROW = ["a", "b", "c", "d", "e", "f", "g"];

/** What frames show: when, the men, what is heard. */
const briefly = (frames) => frames.map(({ at, men, sound }) => [at, men, sound]);

test("a placement", () => {
  const frames = timeline("w......", { men: "w.b....", steps: [{ to: "c" }], last: ["c"], taken: [] }, ROW);
  assert.deepEqual(briefly(frames), [[0, "w.b....", ""], [STEP, "w.b....", "move"]]);
  assert.deepEqual(frames[0].way, ["c"]);
});

test("in a chain each man goes with its step", () => {
  const steps = [{ from: "a", to: "c", takes: ["b"] }, { from: "c", to: "e", takes: ["d"] }, { from: "e", to: "g", takes: ["f"] }];
  const frames = timeline("wb.b.b.", { men: "......w", steps, last: ["a", "c", "e", "g"], taken: ["b", "d", "f"] }, ROW);
  assert.deepEqual(briefly(frames), [
    [0, ".bwb.b.", ""], [STEP, "..wb.b.", "take"],
    [STEP, "...bwb.", ""], [2 * STEP, "....wb.", "take"],
    [2 * STEP, ".....bw", ""], [3 * STEP, "......w", "take"],
  ]);
  assert.deepEqual(frames.map(({ taken }) => taken.join("")), ["", "b", "b", "bd", "bd", "bdf"]);
  assert.deepEqual(frames[2].way, ["c", "e"]);
});

test("a mover may end where it took", () => {
  const steps = [{ from: "a", to: "b", takes: ["c"] }, { from: "b", to: "c", takes: ["d"] }];
  const frames = timeline("w.bb...", { men: "..w....", steps, last: ["a", "b", "c"], taken: ["d"] }, ROW);
  assert.deepEqual(frames.at(-1).taken, ["d"]);
  assert.equal(frames.at(-1).men, "..w....");
});

test("a mill is lit before its man is taken", () => {
  const steps = [{ from: "d", to: "c", takes: ["g"], mills: [["a", "b", "c"]] }];
  const frames = timeline("ww.w..b", { men: "www....", steps, last: ["d", "c"], taken: ["g"] }, ROW);
  assert.deepEqual(briefly(frames).map(([, men, sound]) => [men, sound]), [["www...b", ""], ["www...b", "mill"], ["www....", "take"]]);
  assert.deepEqual(frames.map(({ mills }) => mills.length), [0, 1, 1]);
  assert.ok(frames[2].at > frames[1].at);
});

test("a long chain is shown faster", () => {
  const steps = Array.from({ length: 20 }, (_, i) => (i % 2 ? { from: "b", to: "a" } : { from: "a", to: "b" }));
  const frames = timeline("w......", { men: "w.....b", steps, last: [], taken: [] }, ROW); // not reached
  assert.equal(frames.length, 1);
  const all = timeline("w......", { men: ".w.....", steps: steps.slice(0, 19), last: [], taken: [] }, ROW);
  assert.ok(all.at(-1).at <= 1500, `${all.at(-1).at}`);
});

test("what no steps lead to is shown at once", () => {
  const back = { men: "w......", steps: [], last: [], taken: [] };
  assert.deepEqual(briefly(timeline(".w.....", back, ROW)), [[0, "w......", "move"]]);
  assert.deepEqual(timeline("w......", back, ROW), []);
});

/** A stage with time of its own. */
function scene(skip = () => false) {
  const log = [];
  const timers = [];
  let men = "a";
  const stage = new Stage({
    frames: (state) => (state.men === men ? [] : [{ at: 0, men: `${state.men}1` }, { at: 100, men: state.men }]),
    draw: (frame) => log.push(frame.men),
    show: (state) => {
      men = state.men;
      log.push(`=${state.men}${state.seq}`);
    },
    skip,
    wait: (after, ms) => {
      const timer = { after, ms };
      timers.push(timer);
      return timer;
    },
    stop: (timer) => timers.splice(timers.indexOf(timer), 1),
  });
  const pass = () => timers.shift()?.after();
  return { stage, log, pass, timers };
}

test("states are shown one after the other", () => {
  const { stage, log, pass } = scene();
  stage.push({ men: "b", seq: 1 });
  stage.push({ men: "c", seq: 2 });
  assert.deepEqual(log, ["b1"]);
  pass();
  assert.deepEqual(log, ["b1", "b", "=b1", "c1"]);
  pass();
  assert.deepEqual(log.slice(4), ["c", "=c2"]);
});

test("when several wait, all but the last are shown at once, in their order", () => {
  const { stage, log, pass } = scene();
  for (const [i, men] of [..."bcde"].entries()) stage.push({ men, seq: i + 1 });
  assert.deepEqual(log, ["b1", "=b1", "=c2", "d1", "=d3", "e1"].filter((entry) => log.includes(entry)));
  while (stage.playing) pass();
  assert.deepEqual(log.filter((entry) => entry.startsWith("=")), ["=b1", "=c2", "=d3", "=e4"]);
});

test("what moves nothing interrupts nothing", () => {
  const { stage, log, pass } = scene();
  for (const seq of [1, 2, 3, 4]) stage.push({ men: "b", seq });
  assert.deepEqual(log, ["b1"]);
  pass();
  assert.deepEqual(log, ["b1", "b", "=b1", "=b2", "=b3", "=b4"]);
});

test("nothing is animated while it may not be", () => {
  const { stage, log, timers } = scene(() => true);
  stage.hold(REPLY);
  stage.push({ men: "b", seq: 1 });
  stage.push({ men: "c", seq: 2 });
  assert.deepEqual(log, ["=b1", "=c2"]);
  assert.equal(timers.length, 0);
});

test("a reply starts when the own move has ended; what moves nothing does not wait", () => {
  const { stage, log, pass, timers } = scene();
  stage.hold(REPLY);
  assert.equal(timers[0].ms, 400);
  stage.push({ men: "a", seq: 1 }); // the own move is stored
  assert.deepEqual(log, ["=a1"]);
  stage.push({ men: "b", seq: 2 });
  assert.deepEqual(log, ["=a1"]);
  pass();
  assert.deepEqual(log, ["=a1", "b1"]);
});

test("a touch ends all animation", () => {
  const { stage, log, timers } = scene();
  stage.push({ men: "b", seq: 1 });
  stage.push({ men: "c", seq: 2 });
  stage.finish();
  assert.deepEqual(log, ["b1", "=b1", "=c2"]);
  assert.equal(timers.length, 0);
});
