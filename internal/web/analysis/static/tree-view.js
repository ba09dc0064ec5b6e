// SPDX-License-Identifier: Apache-2.0

// The list of the moves of a tree, the comment on the move that is shown, and the
// copy of the tree that survives a reload of the tab.

import { part } from "./dom.js";
import { shapesOf, textOf, withShapes } from "./drawing.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("./tree.js").Node} Node */

export class TreeView {
  /**
   * @param {HTMLElement} root
   * @param {Tree} tree
   * @param {string} address of the analysis board
   */
  constructor(root, tree, address) {
    this.root = root;
    this.tree = tree;
    this.key = storageKey(address);
    this.moves = part(root, "moves");
    this.comment = /** @type {HTMLTextAreaElement} */ (part(document, "comment"));
  }

  /** @param {(node: Node) => void} onNode a move of the list was chosen */
  listen(onNode) {
    this.moves.addEventListener("click", (event) => {
      const item = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-node]"));
      if (item) onNode(this.tree.all()[Number(item.dataset.node)]);
    });
    this.comment.addEventListener("input", () => this.keep(this.comment.value, shapesOf(this.tree.at.comment)));
  }

  /**
   * Keeps the comment on the node that is shown, with what is drawn there.
   * @param {string} text
   * @param {import("./drawing.js").Shape[]} shapes
   */
  keep(text, shapes) {
    this.tree.at.comment = withShapes(text, shapes);
    this.store();
  }

  /** Shows the moves, and the node of the tree that is shown. */
  draw() {
    const { at, root } = this.tree;
    const all = this.tree.all();
    this.moves.replaceChildren(...this.tree.list().map(({ node, depth, begins }) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.node = String(all.indexOf(node));
      button.textContent = `${this.tree.ply(node)}. ${node.move}`;
      if (node === at) button.setAttribute("aria-current", "true");
      if (node.comment) button.title = textOf(node.comment);
      item.className = `depth${Math.min(depth, 4)}${begins ? " begins" : ""}${node.comment ? " said" : ""}`;
      item.append(button);
      return item;
    }));
    this.moves.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    this.comment.value = textOf(at.comment);
    for (const [names, off] of /** @type {[string[], boolean][]} */ ([[["first", "back", "remove"], at === root], [["on", "last"], at.next.length === 0], [["promote"], this.tree.main()]])) {
      for (const name of names) /** @type {HTMLButtonElement} */ (this.root.querySelector(`[data-do="${name}"]`)).disabled = off;
    }
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=position]:not([aria-invalid])"))) input.value = at.position;
  }

  /** Stores the tree for a reload, while the tab is open. */
  store() {
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.tree.written()));
    } catch {
      // storage is closed or full: the tree lasts as long as the page
    }
  }
}

/** @param {string} address */
const storageKey = (address) => `cairn-analysis ${address}`;

/**
 * Returns the stored tree if the tab was reloaded or came back to the page.
 * @param {string} address
 * @param {HTMLElement} root
 * @returns {import("./tree.js").WrittenTree | null}
 */
export function restored(address, root) {
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (root.dataset.opened !== undefined || !["reload", "back_forward"].includes(navigation?.type)) return null;
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(address)) ?? "null");
  } catch {
    return null;
  }
}
