// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";

import { Lines } from "../lines.js";

/** A node of a page that has just what Lines uses. */
class Node extends EventTarget {
  dataset = /** @type {Record<string, string>} */ ({});
  textContent = "";
  value = "3";
  hidden = false;
  classList = { toggle() {} };
  setAttribute() {}
  replaceChildren() {}
}

/** A connection that the test closes. */
class Socket extends EventTarget {
  static last = /** @type {Socket | null} */ (null);
  constructor() {
    super();
    Socket.last = this;
  }
  close() {}
  /** @param {number} code */
  end(code) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify({ lines: [] }) }));
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

for (const [code, said, on] of /** @type {[number, string, boolean][]} */ ([[1000, "", true], [1006, "cut off", false]])) {
  test(`lines that end with ${code}`, () => {
    Object.assign(globalThis, { WebSocket: Socket, location: { origin: "http://host" } });
    const nodes = /** @type {Record<string, Node>} */ ({});
    const root = Object.assign(new Node(), { querySelector: (/** @type {string} */ name) => (nodes[name] ??= new Node()) });
    root.dataset.failed = "cut off";
    /** @type {unknown[]} */
    const found = [];
    const lines = new Lines(/** @type {any} */ (root), "/analysis/x", {}, () => {}, (message) => found.push(message));
    lines.toggle();
    Socket.last?.end(code);
    assert.equal(nodes["[data-depth]"].textContent, said);
    assert.equal(lines.on, on);
    assert.deepEqual(found, [{ lines: [] }]);
  });
}
