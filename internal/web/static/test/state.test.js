// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { fill, isNews, mayMove, neighbour, newLines, Picker, preview, samePosition, touchOf } from "../state.js";

const ROW = ["a", "b", "c", "d", "e", "f"];

/** Returns the preview of a row of points during a move. */
function look(men, turn, moves, path) {
  const picker = new Picker(moves, ROW);
  for (const point of path) assert.ok(picker.touch(point), `touch ${point}`);
  return preview(men, turn, picker);
}

test("preview of a placement", () => {
  const moves = [{ text: "c", paths: [["c"]], kinds: [["to"]], takes: [] }];
  assert.deepEqual(look("w.....", "white", moves, ["c"]), { men: "w.w...", carried: "c", taken: [], changed: ["c"] });
});

test("preview of a man that is only lifted", () => {
  const moves = [{ text: "a-b", paths: [["a", "b"]], kinds: [["from", "to"]], takes: [] }];
  assert.deepEqual(look("w.....", "white", moves, ["a"]), { men: "w.....", carried: "a", taken: [], changed: [] });
});

test("preview of a mill with its capture", () => {
  const moves = [
    { text: "a-bxe", paths: [["a", "b", "e"]], kinds: [["from", "to", "take"]], takes: ["e"] },
    { text: "a-bxf", paths: [["a", "b", "f"]], kinds: [["from", "to", "take"]], takes: ["f"] },
  ];
  assert.equal(look("w...bb", "white", moves, ["a", "b"]).men, ".w..bb", "nothing is taken before it is chosen");
  const { men, carried, taken } = look("w...bb", "white", moves, ["a", "b", "f"]);
  assert.deepEqual([men, carried, taken], [".w..b.", "b", ["f"]]);
});

test("the only man to take stays until it is touched", () => {
  const moves = [{ text: "a-bxe", paths: [["a", "b", "e"]], kinds: [["from", "to", "take"]], takes: ["e"] }];
  assert.equal(look("w...b.", "white", moves, ["a", "b"]).men, ".w..b.");
  assert.equal(look("w...b.", "white", moves, ["a", "b", "e"]).men, ".w....");
});

test("preview of a jump shows what every way on takes", () => {
  const moves = [
    { text: "a-cxe", paths: [["a", "c", "e"]], kinds: [["from", "to", "take"]], takes: ["b", "e"] },
    { text: "a-cxf", paths: [["a", "c", "f"]], kinds: [["from", "to", "take"]], takes: ["b", "f"] },
  ];
  assert.equal(look("bw..ww", "black", moves, ["a", "c"]).men, "..b.ww");
});

test("preview of a chain enters points whose men it took", () => {
  const moves = [
    { text: "a-bA", paths: [["a", "b"]], kinds: [["from", "to"]], takes: ["c", "d"] },
    { text: "a-bA-cA", paths: [["a", "b", "c"]], kinds: [["from", "to", "via"]], takes: ["c", "d", "e"] },
  ];
  assert.equal(look("w.bbb.", "white", moves, ["a"]).men, "w.bbb.", "lifting a man takes none");
  assert.equal(look("w.bbb.", "white", moves, ["a", "b"]).men, ".w..b.");
  const { men, carried } = look("w.bbb.", "white", moves, ["a", "b", "c"]);
  assert.deepEqual([men, carried], ["..w...", "c"]);
});

test("preview of a choice between two captures", () => {
  const moves = [
    { text: "b-cA", paths: [["b", "c", "d"]], kinds: [["from", "to", "choice"]], takes: ["d", "e"] },
    { text: "b-cW", paths: [["b", "c", "a"]], kinds: [["from", "to", "choice"]], takes: ["a"] },
  ];
  assert.equal(look("bw.bb.", "white", moves, ["b", "c"]).men, "b.wbb.");
  assert.equal(look("bw.bb.", "white", moves, ["b", "c", "a"]).men, "..wbb.");
  assert.equal(look("bw.bb.", "white", moves, ["b", "c", "d"]).men, "b.w...");
});

test("preview without knowledge of captures", () => {
  const moves = [{ text: "a-bxe", paths: [["a", "b", "e"]], kinds: [["from", "to", "take"]] }];
  assert.equal(look("w...b.", "white", moves, ["a", "b", "e"]).men, ".w....");
});

test("a choice alone takes nothing", () => {
  const moves = [
    { text: "b-c:d", paths: [["b", "c", "d"]], kinds: [["from", "to", "choice"]], takes: [] },
    { text: "b-c:a", paths: [["b", "c", "a"]], kinds: [["from", "to", "choice"]], takes: [] },
  ];
  assert.equal(look("bw.b..", "white", moves, ["b", "c", "d"]).men, "b.wb..");
});

test("touchOf", () => {
  const cases = [[".", "white", "enter"], ["w", "white", "own"], ["b", "white", "take"], ["b", "black", "own"], ["w", "black", "take"]];
  for (const [man, turn, want] of cases) assert.equal(touchOf(man, turn), want, `${man} for ${turn}`);
});

test("older states are no news", () => {
  const now = { seq: 5, server_ms: 100 };
  assert.ok(isNews(now, { seq: 6, server_ms: 90 }));
  assert.ok(isNews(now, { seq: 5, server_ms: 100 }), "presence changes nothing but the time");
  assert.ok(!isNews(now, { seq: 5, server_ms: 99 }));
  assert.ok(!isNews(now, { seq: 4, server_ms: 200 }));
});

test("samePosition", () => {
  const a = { match: "m", men: "w.", turn: "white", status: "playing", seq: 1 };
  assert.ok(samePosition(a, { ...a, seq: 2 }));
  for (const other of [{ men: ".w" }, { turn: "black" }, { status: "over" }, { match: "n" }]) {
    assert.ok(!samePosition(a, { ...a, ...other }), JSON.stringify(other));
  }
});

test("newLines leaves out what the log has", () => {
  const lines = [{ seq: 3, text: "a" }, { seq: 4, text: "b" }, { seq: 4, text: "c" }];
  assert.deepEqual(newLines(3, lines), lines.slice(1));
  assert.deepEqual(newLines(4, lines), []);
});

test("mayMove", () => {
  const moves = [{ text: "a", paths: [["a"]], kinds: [["to"]] }];
  assert.ok(mayMove({ status: "playing", moves }));
  assert.ok(!mayMove({ status: "playing", moves: [] }));
  assert.ok(!mayMove({ status: "over", moves }));
});

test("arrow keys reach every point of a board with squares in squares", () => {
  const points = [];
  for (const ring of [0, 1, 2]) {
    for (const [x, y] of [[0, 0], [3, 0], [6, 0], [0, 3], [6, 3], [0, 6], [3, 6], [6, 6]]) {
      points.push({ x: x + ring * Math.sign(3 - x), y: y + ring * Math.sign(3 - y) });
    }
  }
  const reached = new Set([points[0]]);
  for (const point of reached) {
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) reached.add(neighbour(points, point, dx, dy));
  }
  assert.equal(reached.size, 24);
});

test("arrow keys prefer what lies straight ahead", () => {
  const from = { x: 0, y: 0 };
  const straight = { x: 3, y: 0 };
  const aside = { x: 2, y: 1 };
  assert.equal(neighbour([from, straight, aside], from, 1, 0), straight);
  assert.equal(neighbour([from, { x: 1, y: 1 }, straight], from, 1, 0), straight, "the next corner of the same square");
  assert.equal(neighbour([from, aside], from, 1, 0), aside);
  assert.equal(neighbour([from, straight], from, -1, 0), from, "nothing lies there");
});

test("fill", () => {
  assert.equal(fill("{point}, {man} {x}", { point: "d6", man: "" }), "d6,  {x}");
});

test("a mill is lit once its man is put down", () => {
  const mills = [["a", "b", "c"]];
  const moves = [
    { text: "d-cxe", paths: [["d", "c", "e"]], kinds: [["from", "to", "take"]], takes: ["e"], mills },
    { text: "d-cxf", paths: [["d", "c", "f"]], kinds: [["from", "to", "take"]], takes: ["f"], mills },
  ];
  const picker = new Picker(moves, ROW);
  for (const [point, lit, taking] of [["d", [], false], ["c", mills, true], ["e", mills, false]]) {
    assert.ok(picker.touch(point));
    assert.deepEqual(picker.mills(), lit, point);
    assert.equal(picker.taking(), taking, point);
  }
});
