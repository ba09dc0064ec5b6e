// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";

import { cellOf, covers, keyStep, swipeStep, Turns, wayBetween } from "../turns.js";

/** Turns with timers that the test fires, and the turns that were shown. */
function turns(last, at) {
  const shown = [];
  const timers = [];
  const plays = [];
  const walk = new Turns({
    last, at,
    onTurn: (to, from) => shown.push([from, to]),
    onPlay: (playing) => plays.push(playing),
    wait: (after, ms) => timers.push({ after, ms }) - 1,
    cancel: (timer) => timer !== undefined && (timers[timer] = null),
  });
  const fire = () => {
    const due = timers.findIndex((timer) => timer);
    const timer = timers[due];
    timers[due] = null;
    timer?.after();
    return timer?.ms;
  };
  return { walk, shown, plays, fire, waiting: () => timers.filter((timer) => timer).length };
}

test("steps stop at both ends", () => {
  for (const [at, step, want] of [
    [0, "first", 0], [0, "previous", 0], [0, "next", 1], [0, "last", 3],
    [2, "first", 0], [2, "previous", 1], [2, "next", 3], [2, "last", 3],
    [3, "next", 3], [3, "last", 3],
  ]) {
    assert.equal(turns(3, at).walk.target(step), want, `${step} from ${at}`);
  }
});

test("a turn that is shown is not shown again", () => {
  const { walk, shown } = turns(3, 1);
  walk.go(1);
  walk.go(3);
  assert.deepEqual(shown, [[1, 3]]);
});

test("it plays to the end and stops there", () => {
  const { walk, shown, plays, fire, waiting } = turns(3, 1);
  walk.pace = 500;
  walk.toggle();
  assert.equal(fire(), 500);
  assert.deepEqual(shown, [[1, 2], [2, 3]]);
  assert.deepEqual(plays, [true, false]);
  assert.equal(waiting(), 0);
});

test("from the end it plays from the start", () => {
  const { walk, shown } = turns(3, 3);
  walk.toggle();
  assert.deepEqual(shown, [[3, 0]]);
});

test("a match without turns does not play", () => {
  const { walk, plays, waiting } = turns(0, 0);
  walk.toggle();
  assert.deepEqual(plays, []);
  assert.equal(waiting(), 0);
});

test("a step by hand stops playing", () => {
  const { walk, plays, waiting } = turns(9, 0);
  walk.toggle();
  walk.go(5);
  assert.deepEqual(plays, [true, false]);
  assert.equal(waiting(), 0);
});

test("toggling twice pauses", () => {
  const { walk, shown, plays, waiting } = turns(9, 0);
  walk.toggle();
  walk.toggle();
  assert.deepEqual(shown, [[0, 1]]);
  assert.deepEqual(plays, [true, false]);
  assert.equal(waiting(), 0);
});

test("a match of one turn plays it and stops", () => {
  const { walk, shown, plays, waiting } = turns(1, 0);
  walk.toggle();
  assert.deepEqual(shown, [[0, 1]]);
  assert.deepEqual(plays, [true, false]);
  assert.equal(waiting(), 0);
});

const inside = (...names) => ({ closest: (selector) => (selector.split(", ").some((name) => names.includes(name)) ? {} : null) });

test("keys", () => {
  for (const [event, want] of [
    [{ key: "ArrowLeft", target: inside() }, "previous"],
    [{ key: "ArrowRight", target: inside("button") }, "next"],
    [{ key: "Home", target: null }, "first"],
    [{ key: "End", target: inside() }, "last"],
    [{ key: " ", target: inside() }, "play"],
    [{ key: " ", target: inside("button") }, ""],
    [{ key: " ", target: inside("summary") }, ""],
    [{ key: "ArrowLeft", target: inside("input") }, ""],
    [{ key: "ArrowDown", target: inside("select") }, ""],
    [{ key: "End", target: inside("select") }, ""],
    [{ key: "ArrowLeft", altKey: true, target: inside() }, ""],
    [{ key: "Home", ctrlKey: true, target: inside() }, ""],
    [{ key: "End", shiftKey: true, target: inside() }, "last"],
    [{ key: " ", shiftKey: true, target: inside() }, ""],
    [{ key: "ArrowRight", metaKey: true, target: inside() }, ""],
    [{ key: "x", target: inside() }, ""],
  ]) {
    assert.equal(keyStep(event), want, JSON.stringify(event));
  }
});

test("a man travels along the move between two turns, back as well as forth", () => {
  const list = [{ last: [] }, { last: ["a1", "a4"] }, { last: ["d6"] }];
  assert.deepEqual(wayBetween(list, 1, 0), ["a1", "a4"]);
  assert.deepEqual(wayBetween(list, 0, 1), ["a1", "a4"]);
  assert.deepEqual(wayBetween(list, 2, 1), ["d6"]);
  assert.deepEqual(wayBetween(list, 2, 0), []);
});

test("a new move does not pull away who looks back", () => {
  const { walk, shown } = turns(5, 3);
  walk.extend(6);
  assert.equal(walk.at, 3);
  assert.equal(walk.target("last"), 6);
  walk.go(6);
  walk.extend(7);
  assert.equal(walk.at, 7);
  assert.deepEqual(shown, [[3, 6]]);
});

test("an undo of the move that is looked at leads to the last one left", () => {
  const { walk } = turns(5, 4);
  walk.extend(3);
  assert.equal(walk.at, 3);
});

test("swipes", () => {
  for (const [dx, dy, want] of [[60, 5, "previous"], [-60, 5, "next"], [20, 0, ""], [60, 40, ""], [0, 90, ""]]) {
    assert.equal(swipeStep(dx, dy), want, `${dx}, ${dy}`);
  }
});

test("moves are in pairs, White first", () => {
  const cells = (first) => [1, 2, 3].map((ply) => cellOf(ply, first)).map(({ row, black }) => `${row}${black ? "b" : "w"}`);
  assert.deepEqual(cells("white"), ["0w", "0b", "1w"]);
  assert.deepEqual(cells("black"), ["0b", "1w", "1b"]);
});

test("turns from before an undo are not used", () => {
  const known = [{ move: "" }, { move: "a1" }, { move: "b1" }];
  assert.equal(covers(known, ["a1", "b1", "c1"], 2), true);
  assert.equal(covers(known, ["a1", "b1", "c1"], 3), false);
  assert.equal(covers(known, ["a1", "c1", "b1"], 1), true);
  assert.equal(covers(known, ["a1", "c1", "b1"], 2), false);
});
