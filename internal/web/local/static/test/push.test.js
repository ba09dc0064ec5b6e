// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import vm from "node:vm";

/** Runs the service worker with the given open pages, and returns its handlers and what it did. */
async function start(pages) {
  const handlers = {};
  const done = [];
  const self = {
    cairn: { build: "b", language: "en", shell: [], pages: [], kept: [] },
    location: { origin: "https://play.example" },
    addEventListener: (name, handler) => (handlers[name] = handler),
    clients: {
      matchAll: async () => pages,
      openWindow: async (path) => done.push(["open", path]),
    },
    registration: { showNotification: async (title, options) => done.push(["show", title, options.body, options.tag, options.data.url]) },
  };
  const code = await readFile(new URL("../sw.js", import.meta.url), "utf8");
  vm.runInNewContext(code, { self, URL, caches: {}, fetch: () => {} });
  const send = (name, event) => new Promise((settle, fail) => handlers[name]({ ...event, waitUntil: (work) => work.then(settle, fail) }));
  return { done, send };
}

const message = { title: "Your turn", text: "against bob", url: "/match/abc", tag: "abc" };
const data = { json: () => message };

test("a turn is shown", async () => {
  const { done, send } = await start([{ visibilityState: "hidden", url: "https://play.example/" }]);
  await send("push", { data });
  assert.deepEqual(done, [["show", "Your turn", "against bob", "abc", "/match/abc"]]);
});

test("a turn is not shown beside a page that is looked at", async () => {
  const { done, send } = await start([{ visibilityState: "visible", url: "https://play.example/" }]);
  await send("push", { data });
  assert.deepEqual(done, []);
});

test("a notification opens its game once", async () => {
  const notification = { close: () => {}, data: { url: "/match/abc" } };
  const fresh = await start([{ url: "https://play.example/" }]);
  await fresh.send("notificationclick", { notification });
  assert.deepEqual(fresh.done, [["open", "/match/abc"]]);
  let focused = 0;
  const open = await start([{ url: "https://play.example/match/abc", focus: async () => focused++ }]);
  await open.send("notificationclick", { notification });
  assert.deepEqual([focused, open.done], [1, []]);
});
