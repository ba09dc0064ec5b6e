// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { Outbox } from "../outbox.js";

/** An outbox with a fake server: one given answer per request. */
function setUp(...answers) {
  const world = { sent: [], reported: [], timers: [] };
  world.outbox = new Outbox({
    url: (name) => `/match/m/${name}`,
    onDone: (command, seq) => world.reported.push(["done", command.name, seq]),
    onRefused: (command, error, state) => world.reported.push(["refused", error.code, state?.seq]),
    onUndelivered: (command) => world.reported.push(["kept", command.name]),
    fetch: async (url, init) => {
      world.sent.push({ url, ...JSON.parse(init.body) });
      const answer = answers.shift();
      if (answer === "cut") throw new TypeError("network");
      return { json: async () => (answer === "page" ? JSON.parse("<html>") : answer) };
    },
    wait: (after, ms) => world.timers.push({ after, ms }),
    random: () => 1,
  });
  /** Waits for all pending work. */
  world.settle = () => new Promise((resolve) => setImmediate(resolve));
  return world;
}

test("a command is sent once and reported as done", async () => {
  const world = setUp({ seq: 13 });
  assert.ok(world.outbox.send("move", { move: "d6", expect: 12 }));
  await world.settle();
  assert.deepEqual(world.reported, [["done", "move", 13]]);
  const [{ id, ...rest }] = world.sent;
  assert.deepEqual(rest, { url: "/match/m/move", move: "d6", expect: 12 });
  assert.match(id, /^[0-9a-f]{24}$/);
});

test("a refusal is final and brings the state along", async () => {
  const world = setUp({ error: { code: "stale", text: "…" }, state: { seq: 15 } }, { seq: 16 });
  world.outbox.send("move", { move: "d6" });
  await world.settle();
  assert.deepEqual(world.reported, [["refused", "stale", 15]]);
  assert.equal(world.timers.length, 0);
  assert.ok(world.outbox.send("move", { move: "d7" }), "another command may follow");
  await world.settle();
  assert.notEqual(world.sent[0].id, world.sent[1].id);
});

test("an undelivered command is kept and sent again with the same id", async () => {
  const world = setUp("cut", "page", {}, { error: { code: "unavailable", key: "stopping", text: "…" } }, { seq: 13 });
  world.outbox.send("move", { move: "d6" });
  for (const ms of [400, 800, 1600, 2000]) {
    await world.settle();
    const timer = world.timers.shift();
    assert.equal(timer.ms, ms);
    timer.after();
  }
  await world.settle();
  assert.deepEqual(world.reported, [["kept", "move"], ["kept", "move"], ["kept", "move"], ["kept", "move"], ["done", "move", 13]]);
  assert.equal(new Set(world.sent.map(({ id }) => id)).size, 1);
});

test("a command is kept while the database is away", async () => {
  const world = setUp({ error: { code: "unavailable", key: "no-database", text: "…" } }, { seq: 13 });
  world.outbox.send("move", { move: "d6" });
  await world.settle();
  world.timers.shift().after();
  await world.settle();
  assert.deepEqual(world.reported, [["kept", "move"], ["done", "move", 13]]);
  assert.equal(new Set(world.sent.map(({ id }) => id)).size, 1);
});

test("a command of which the server does not know whether it was done is sent again", async () => {
  const unknown = { error: { code: "unknown", text: "…" } };
  const unavailable = { error: { code: "unavailable", text: "…" } };
  const world = setUp(unavailable, unknown, unavailable, { seq: 13 });
  world.outbox.send("move", { move: "d6" });
  await world.settle();
  assert.deepEqual(world.reported, [["refused", "unavailable", undefined]], "this one was not done");
  world.outbox.send("move", { move: "d6" });
  for (let sent = 0; sent < 2; sent++) {
    await world.settle();
    world.timers.shift().after();
  }
  await world.settle();
  assert.deepEqual(world.reported.slice(1), [["kept", "move"], ["kept", "move"], ["done", "move", 13]]);
  assert.equal(new Set(world.sent.slice(1).map(({ id }) => id)).size, 1);
});

test("a kept command goes out at once when the line is back, and only once", async () => {
  const world = setUp("cut", { seq: 13 });
  world.outbox.send("move", { move: "d6" });
  await world.settle();
  world.outbox.retry();
  world.outbox.retry();
  await world.settle();
  world.timers[0].after(); // the earlier timer has no effect
  await world.settle();
  assert.equal(world.sent.length, 2);
  assert.deepEqual(world.reported.at(-1), ["done", "move", 13]);
});

test("one command at a time", async () => {
  const world = setUp("cut", { seq: 13 });
  assert.ok(world.outbox.send("move", { move: "d6" }));
  assert.ok(!world.outbox.send("move", { move: "d7" }), "not the same twice");
  await world.settle();
  assert.ok(!world.outbox.send("resign", {}), "not while one is kept");
});

test("a command follows the one whose answer is still to come", async () => {
  const world = setUp({ seq: 3 }, { seq: 4 });
  world.outbox.send("start", {});
  assert.ok(world.outbox.send("move", { move: "d6" }), "the stream was faster than the answer");
  assert.ok(!world.outbox.send("draw", {}), "but no third one");
  await world.settle();
  await world.settle();
  assert.deepEqual(world.reported, [["done", "start", 3], ["done", "move", 4]]);
  assert.deepEqual(world.sent.map(({ url }) => url), ["/match/m/start", "/match/m/move"]);
});

test("a move follows the one before it, whose answer is still to come", async () => {
  const world = setUp({ seq: 3 }, { seq: 4 });
  world.outbox.send("move", { move: "d6", expect: 2 });
  assert.ok(!world.outbox.send("move", { move: "d7", expect: 2 }), "one move of a state");
  assert.ok(world.outbox.send("move", { move: "a1", expect: 3 }), "both sides are played on this page");
  await world.settle();
  await world.settle();
  assert.deepEqual(world.sent.map(({ move }) => move), ["d6", "a1"]);
});

test("a command that was sent before keeps its id", async () => {
  const world = setUp({ seq: 13 });
  world.outbox.send("move", { id: "first", move: "d6" });
  await world.settle();
  assert.equal(world.sent[0].id, "first");
});

test("a request that hangs when the line is cut is sent again as soon as it is back", async () => {
  const sent = [];
  const reported = [];
  const outbox = new Outbox({
    url: (name) => name,
    onDone: (command, seq) => reported.push(seq),
    onRefused: () => assert.fail("refused"),
    onUndelivered: () => assert.fail("kept"),
    fetch: (url, { body, signal }) => {
      sent.push(JSON.parse(body).id);
      if (sent.length > 1) return Promise.resolve({ json: async () => ({ seq: 7 }) });
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
    wait: () => assert.fail("waits"),
  });
  outbox.send("move", { move: "d6" });
  outbox.retry(); // the line is fine: the request goes on
  assert.equal(sent.length, 1);
  outbox.interrupt();
  outbox.retry();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(reported, [7]);
  assert.equal(new Set(sent).size, 1);
  assert.equal(sent.length, 2);
});
