// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { backoff, GAME_WAIT, Live, SILENCE } from "../live.js";

/** A stream with sockets and timers that the test controls. */
function setUp() {
  const world = { sockets: [], timers: [], statuses: [], messages: [], seq: 3 };
  world.live = new Live({
    url: () => `/live?since=${world.seq}`,
    onMessage: (message) => world.messages.push(message),
    onStatus: (status) => world.statuses.push(status),
    open: (url) => {
      const socket = { url, closed: false, close() { this.closed = true; } };
      world.sockets.push(socket);
      return socket;
    },
    wait: (after, ms) => {
      const timer = { after, ms };
      world.timers.push(timer);
      return timer;
    },
    cancel: (timer) => (world.timers = world.timers.filter((other) => other !== timer)),
    random: () => 1,
  });
  world.last = () => world.sockets.at(-1);
  world.say = (message) => world.last().onmessage({ data: JSON.stringify(message) });
  /** Fires the timer that was set for so many milliseconds. */
  world.pass = (ms) => {
    const timer = world.timers.find((other) => other.ms === ms);
    assert.ok(timer, `no timer of ${ms} ms among ${world.timers.map((other) => other.ms)}`);
    world.timers = world.timers.filter((other) => other !== timer);
    timer.after();
  };
  return world;
}

test("states come through, heartbeats do not", () => {
  const world = setUp();
  world.live.connect();
  world.say({ type: "ping" });
  world.say({ type: "state", state: { seq: 4 } });
  world.last().onmessage({ data: "no JSON" });
  assert.deepEqual(world.messages, [{ type: "state", state: { seq: 4 } }]);
  assert.deepEqual(world.statuses, ["connecting", "live"]);
});

test("a cut line is taken up again where it was", () => {
  const world = setUp();
  world.live.connect();
  world.say({ type: "ping" });
  world.seq = 9;
  world.last().onclose({ code: 1006 });
  assert.equal(world.live.status, "lost");
  world.pass(400);
  assert.equal(world.sockets.length, 2);
  assert.equal(world.last().url, "/live?since=9");
  world.say({ type: "ping" });
  assert.deepEqual(world.statuses, ["connecting", "live", "lost", "live"]);
});

test("attempts come less and less often, until one works", () => {
  const world = setUp();
  world.live.connect();
  for (const ms of [400, 800, 1600, 3200, 6400, 12_800, 15_000, 15_000]) {
    world.last().onclose({ code: 1006 });
    world.pass(ms);
  }
  world.say({ type: "ping" });
  world.last().onclose({ code: 1006 });
  world.pass(400);
});

test("back-off has jitter, but never none at all", () => {
  assert.equal(backoff(0, () => 0), 200);
  assert.equal(backoff(2, () => 0.5), 1200);
  assert.equal(backoff(50, () => 0), 7500);
});

test("a silent line is given up", () => {
  const world = setUp();
  world.live.connect();
  world.say({ type: "ping" });
  world.pass(SILENCE);
  assert.ok(world.sockets[0].closed);
  assert.equal(world.live.status, "lost");
  world.sockets[0].onclose({ code: 1006 }); // late, without effect
  world.pass(400);
  assert.equal(world.sockets.length, 2);
  assert.equal(world.timers.filter((timer) => timer.ms !== SILENCE).length, 0);
});

test("every message puts the silence off", () => {
  const world = setUp();
  world.live.connect();
  world.say({ type: "ping" });
  world.say({ type: "ping" });
  assert.equal(world.timers.filter((timer) => timer.ms === SILENCE).length, 1);
});

test("an ended session and a match that is gone are final", () => {
  for (const [code, status] of [[4001, "ended"], [4004, "gone"]]) {
    const world = setUp();
    world.live.connect();
    world.last().onclose({ code });
    assert.equal(world.live.status, status);
    world.live.connect();
    world.live.close();
    assert.equal(world.live.status, status);
    assert.equal(world.sockets.length, 1);
    assert.equal(world.timers.length, 0);
  }
});

test("when a server stops and others go on, the page moves without a word", () => {
  const world = setUp();
  world.live.connect();
  world.say({ type: "state", state: { seq: 4 }, beat_ms: 2000 });
  world.seq = 9;
  world.last().onclose({ code: 4010 });
  world.pass(500);
  assert.equal(world.last().url, "/live?since=9");
  world.last().onclose({ code: 4010 }); // the same server again
  world.pass(1000);
  world.last().onclose({ code: 1006 }); // a proxy that does not know yet
  world.pass(1500);
  world.say({ type: "state", state: { seq: 10 } });
  assert.deepEqual(world.statuses, ["connecting", "live", "moving", "live"]);
  assert.equal(world.sockets.length, 4);
});

test("a page that finds no other server says so, and goes on trying", () => {
  const world = setUp();
  world.live.connect();
  world.say({ type: "ping" });
  for (const ms of [500, 1000, 1500]) {
    world.last().onclose({ code: 4010 });
    world.pass(ms);
  }
  world.last().onclose({ code: 4010 });
  assert.equal(world.live.status, "lost");
  world.pass(3200);
  world.last().onclose({ code: 4010 });
  world.pass(6400);
  world.say({ type: "ping" });
  assert.deepEqual(world.statuses, ["connecting", "live", "moving", "lost", "live"]);
});

test("a page that moves loses the network like any other", () => {
  const world = setUp();
  world.live.connect();
  world.say({ type: "ping" });
  world.last().onclose({ code: 4010 });
  world.live.networkLost();
  assert.equal(world.live.status, "lost");
  world.live.networkBack();
  world.say({ type: "ping" });
  assert.deepEqual(world.statuses, ["connecting", "live", "moving", "lost", "live"]);
});

test("a resting stream waits to be woken", () => {
  const world = setUp();
  world.live.connect();
  world.say({ type: "ping" });
  world.live.close();
  assert.ok(world.last().closed);
  world.sockets[0].onclose({ code: 1000 });
  world.sockets[0].onmessage({ data: '{"type":"state"}' });
  assert.deepEqual(world.messages, []);
  assert.equal(world.timers.length, 0);
  world.live.connect();
  world.live.connect(); // without effect
  assert.equal(world.sockets.length, 2);
  assert.deepEqual(world.statuses, ["connecting", "live", "closed", "connecting"]);
});

test("in a live game silence of two and a half heartbeats is enough", () => {
  const world = setUp();
  world.live.connect();
  world.say({ type: "state", state: { seq: 4 }, beat_ms: 2000 });
  world.say({ type: "ping" });
  world.pass(5000);
  assert.equal(world.live.status, "lost");
  for (const ms of [400, 800, 1600, GAME_WAIT, GAME_WAIT]) { // and the page tries harder
    world.pass(ms);
    world.last().onclose({ code: 1006 });
  }
  world.live.networkBack();
  world.say({ type: "state", state: { seq: 5 } }); // the game is over
  world.pass(SILENCE);
});

test("the line is lost when the network goes, and taken up at once when it is back", () => {
  const world = setUp();
  world.live.networkLost(); // before it was opened
  world.live.connect();
  world.say({ type: "ping" });
  world.live.networkLost();
  world.live.networkLost();
  assert.equal(world.live.status, "lost");
  assert.ok(world.sockets[0].closed);
  world.pass(400); // an attempt that hangs
  world.live.networkBack();
  assert.equal(world.sockets.length, 3);
  world.say({ type: "ping" });
  assert.deepEqual(world.statuses, ["connecting", "live", "lost", "live"]);
  world.live.networkBack(); // nothing to do
  assert.equal(world.sockets.length, 3);
});
