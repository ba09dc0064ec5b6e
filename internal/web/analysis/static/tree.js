// SPDX-License-Identifier: Apache-2.0

// A game with its variations. It knows no rules: moves and positions are texts.

/** @typedef {{parent: number, move: string, position: string, comment?: string}} Written a move as the server reads and writes it */
/** @typedef {{game: string, start: string, comment: string, nodes: Written[]}} WrittenTree */
/** @typedef {{move: string, position: string, comment: string, parent: Node | null, next: Node[]}} Node a move, or the start */

/**
 * @param {Node | null} parent
 * @param {string} move
 * @param {string} position
 * @param {string} [comment]
 * @returns {Node}
 */
const newNode = (parent, move, position, comment = "") => ({ move, position, comment, parent, next: [] });

export class Tree {
  /** @param {WrittenTree} written */
  constructor({ game, start, comment, nodes }) {
    this.game = game;
    /** @type {Node} */
    this.root = newNode(null, "", start, comment);
    /** @type {Node} the move that is shown */
    this.at = this.root;
    /** @type {Node[]} */
    const made = [];
    for (const { parent, move, position, comment } of nodes) {
      const before = parent < 0 ? this.root : made[parent];
      const node = newNode(before, move, position, comment);
      before.next.push(node);
      made.push(node);
    }
    this.made = made;
  }

  /**
   * Plays a move, which is a new variation unless it is there already.
   * @param {string} move
   * @param {string} position the position after the move
   */
  play(move, position) {
    let node = this.at.next.find((n) => n.move === move);
    if (!node) {
      node = newNode(this.at, move, position);
      this.at.next.push(node);
    }
    this.at = node;
    return node;
  }

  /** Goes one move back. @returns {boolean} whether there was one */
  back() {
    if (!this.at.parent) return false;
    this.at = this.at.parent;
    return true;
  }

  /** Goes one move forward, by the first variation. @returns {boolean} whether there was one */
  forward() {
    if (this.at.next.length === 0) return false;
    this.at = this.at.next[0];
    return true;
  }

  /**
   * Goes to another variation of the move shown.
   * @param {number} by 1 for the next, -1 for the previous
   */
  sibling(by) {
    const all = this.at.parent?.next ?? [];
    const other = all[all.indexOf(this.at) + by];
    if (other) this.at = other;
    return Boolean(other);
  }

  /** Deletes the move shown with all that follows it. */
  remove() {
    const { parent } = this.at;
    if (!parent) return false;
    parent.next = parent.next.filter((node) => node !== this.at);
    this.at = parent;
    return true;
  }

  /** @returns {boolean} whether the move shown belongs to the main line */
  main() {
    for (let node = this.at; node.parent; node = node.parent) if (node.parent.next[0] !== node) return false;
    return true;
  }

  /** Makes the variation shown the main one at the place where it branches off. @returns {boolean} whether anything changed */
  promote() {
    for (let node = this.at; node.parent; node = node.parent) {
      const { next } = node.parent;
      if (next[0] === node) continue;
      node.parent.next = [node, ...next.filter((n) => n !== node)];
      return true;
    }
    return false;
  }

  /**
   * Finds the nearest node with a position: the node shown, or the first of the tree.
   * @param {string} position
   */
  find(position) {
    return this.at.position === position ? this.at : this.all().find((node) => node.position === position);
  }

  /** @returns {Node[]} all nodes, each after its parent, main lines first */
  all() {
    const list = [this.root];
    for (let i = 0; i < list.length; i++) list.push(...list[i].next);
    return list;
  }

  /** @param {Node} node @returns {number} how many moves lead to it */
  ply(node) {
    let n = 0;
    for (let { parent } = node; parent; { parent } = parent) n++;
    return n;
  }

  /**
   * Lists the moves as they are read: each move of a line, and after it the variations
   * that replace it, one level deeper.
   * @returns {{node: Node, depth: number, begins: boolean}[]} begins: the first of a variation
   */
  list() {
    /** @type {{node: Node, depth: number, begins: boolean}[]} */
    const out = [];
    /** @type {(node: Node, depth: number, begins: boolean) => void} */
    const line = (from, depth, first) => {
      let begins = first;
      for (let node = from; node; begins = false) {
        out.push({ node, depth, begins });
        if (node.parent && node.parent.next[0] === node) {
          for (const other of node.parent.next.slice(1)) line(other, depth + 1, true);
        }
        node = node.next[0];
      }
    };
    if (this.root.next[0]) line(this.root.next[0], 0, false);
    return out;
  }

  /** @returns {WrittenTree} */
  written() {
    const all = this.all();
    const index = new Map(all.map((node, i) => [node, i - 1]));
    const nodes = all.slice(1).map(({ parent, move, position, comment }) => ({
      parent: /** @type {number} */ (index.get(/** @type {Node} */ (parent))), move, position, ...(comment && { comment }),
    }));
    return { game: this.game, start: this.root.position, comment: this.root.comment, nodes };
  }
}

/** @typedef {{class: string, sign: string, said: string, text: string}} Worth */
/** @typedef {{move: string, worth: Worth, best: boolean, throws: boolean, begins?: boolean}} Value */

/**
 * Returns for each point that may be touched now the value of the best move that goes
 * through it, by the order of the values: the best come first.
 * @param {import("./state.js").Picker} picker
 * @param {Value[]} values
 * @returns {Map<string, Value>}
 */
export function pointValues(picker, values) {
  const found = new Map();
  const moves = new Map(picker.moves.map((move) => [move.text, move]));
  for (const value of values) {
    for (const path of moves.get(value.move)?.paths ?? []) {
      const point = path[picker.path.length];
      if (point && picker.under(path) && !found.has(point)) found.set(point, value);
    }
  }
  return found;
}
