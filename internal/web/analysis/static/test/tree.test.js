// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";

import { Picker } from "../state.js";
import { pointValues, Tree } from "../tree.js";

const written = {
  game: "g", start: "0", comment: "all", nodes: [
    { parent: -1, move: "a", position: "a" },
    { parent: 0, move: "b", position: "ab", comment: "why" },
    { parent: -1, move: "c", position: "c" },
    { parent: 2, move: "d", position: "cd" },
  ],
};

/** @param {Tree} tree */
const shown = (tree) => tree.list().map(({ node, depth, begins }) => `${"  ".repeat(depth)}${begins ? "(" : ""}${node.move}`);

test("a tree is read and written", () => {
  const tree = new Tree(written);
  assert.deepEqual(shown(tree), ["a", "  (c", "  d", "b"]);
  assert.deepEqual(new Tree(tree.written()).written(), tree.written());
  assert.equal(tree.written().nodes.length, 4);
  assert.equal(tree.written().nodes.find(({ move }) => move === "b")?.comment, "why");
});

test("a move goes on, and another one is a variation", () => {
  const tree = new Tree(written);
  tree.play("a", "a");
  tree.play("e", "ae");
  assert.equal(tree.ply(tree.at), 2);
  assert.deepEqual(shown(tree), ["a", "  (c", "  d", "b", "  (e"]);
  assert.ok(tree.sibling(-1));
  assert.equal(tree.at.move, "b");
  assert.ok(!tree.sibling(-1));
  assert.ok(tree.back() && tree.back() && !tree.back());
  assert.ok(tree.forward() && tree.forward() && !tree.forward());
  assert.equal(tree.at.move, "b");
});

test("a variation is promoted and deleted", () => {
  const tree = new Tree(written);
  tree.at = /** @type {any} */ (tree.find("cd"));
  assert.ok(tree.promote());
  assert.deepEqual(shown(tree), ["c", "  (a", "  b", "d"]);
  assert.ok(!tree.promote());
  assert.ok(tree.remove());
  assert.equal(tree.at.move, "c");
  assert.ok(tree.remove() && !tree.remove());
  assert.deepEqual(shown(tree), ["a", "b"]);
});

test("the main line is known", () => {
  const tree = new Tree(written);
  assert.ok(tree.main());
  tree.at = tree.made[1];
  assert.ok(tree.main());
  tree.at = tree.made[3];
  assert.ok(!tree.main());
  tree.promote();
  assert.ok(tree.main());
});

test("points have the value of the best move through them", () => {
  const picker = new Picker([
    { text: "a-b", paths: [["a", "b"]], kinds: [["from", "to"]] },
    { text: "a-c", paths: [["a", "c"]], kinds: [["from", "to"]] },
    { text: "d", paths: [["d"]], kinds: [["to"]] },
  ], ["a", "b", "c", "d"]);
  const worth = (text) => ({ class: text, sign: "", said: "", text });
  const values = [{ move: "a-c", worth: worth("win"), best: true, throws: false }, { move: "d", worth: worth("draw"), best: false, throws: true }, { move: "a-b", worth: worth("loss"), best: false, throws: true }];
  const at = () => [...pointValues(picker, values)].map(([point, { worth }]) => `${point} ${worth.text}`);
  assert.deepEqual(at(), ["a win", "d draw"]);
  picker.touch("a");
  assert.deepEqual(at(), ["c win", "b loss"]);
});
