// SPDX-License-Identifier: Apache-2.0

// The lobby: open seeks and who is online. Rows stay where they are:
// new ones come at the end, and those that are gone stay for a moment, grey, so
// that nothing moves under the pointer.

import { find, part, write } from "./dom.js";
import { followPage, Live, streamURL } from "./live.js";

/** Milliseconds for which a row that is gone stays. */
const GONE = 3000;

/**
 * @typedef {{id: string, who: string, profile?: string, rating?: string, game: string, also?: string, clock: string, stakes: string, own?: boolean, why?: string}} Seek
 * @typedef {{online: string, playing: string, seeks: Seek[]}} Message
 */

/**
 * Returns the ids of the rows in order, and which of them are gone: rows that are shown
 * stay in their places.
 * @param {string[]} shown
 * @param {string[]} now
 */
export function arrange(shown, now) {
  return {
    order: [...shown, ...now.filter((id) => !shown.includes(id))],
    gone: shown.filter((id) => !now.includes(id)),
  };
}

/**
 * A list whose rows are made from a template of the page.
 * @template {{id: string}} Row
 */
class Rows {
  /**
   * @param {HTMLElement} root
   * @param {string} list
   * @param {string} row the template
   * @param {string} empty shown when there is no row
   * @param {(node: HTMLElement, row: Row) => void} fill
   */
  constructor(root, list, row, empty, fill) {
    this.list = part(root, list);
    this.row = /** @type {HTMLTemplateElement} */ (part(root, row));
    this.empty = find(root, empty);
    this.fill = fill;
    /** @type {Map<string, number>} */
    this.leaving = new Map();
  }

  /** @returns {HTMLElement[]} */
  get nodes() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  /** @param {Row[]} rows */
  show(rows) {
    const nodes = new Map(this.nodes.map((node) => [node.dataset.id ?? "", node]));
    const { gone } = arrange([...nodes.keys()], rows.map((row) => row.id));
    for (const row of rows) {
      const known = nodes.get(row.id);
      const node = known ?? /** @type {HTMLElement} */ (/** @type {Element} */ (this.row.content.firstElementChild).cloneNode(true));
      clearTimeout(this.leaving.get(row.id));
      this.leaving.delete(row.id);
      node.classList.remove("gone");
      this.fill(node, row);
      if (!known) this.list.append(node);
    }
    for (const id of gone) this.leave(id, /** @type {HTMLElement} */ (nodes.get(id)));
    this.showEmpty();
  }

  /**
   * Greys a row, and removes it when the pointer is not on the list.
   * @param {string} id
   * @param {HTMLElement} node
   */
  leave(id, node) {
    if (this.leaving.has(id)) return;
    node.classList.add("gone");
    const remove = () => {
      if (this.list.matches(":hover") || this.list.contains(document.activeElement)) {
        this.leaving.set(id, setTimeout(remove, GONE));
        return;
      }
      this.leaving.delete(id);
      node.remove();
      this.showEmpty();
    };
    this.leaving.set(id, setTimeout(remove, GONE));
  }

  showEmpty() {
    if (this.empty) this.empty.hidden = this.list.childElementCount > 0;
  }
}

/**
 * @param {HTMLElement} node
 * @param {Seek} seek
 */
function fillSeek(node, seek) {
  node.dataset.id = seek.id;
  for (const name of /** @type {const} */ (["who", "rating", "game", "clock", "stakes", "also", "why"])) write(find(node, name), seek[name] ?? "");
  const why = find(node, "why");
  if (why) why.hidden = !seek.why;
  const profile = find(node, "page");
  if (seek.profile) profile?.setAttribute("href", seek.profile);
  for (const [name, shown] of /** @type {[string, boolean][]} */ ([["accept", !seek.own && !seek.why], ["cancel", !!seek.own]])) {
    const form = /** @type {HTMLFormElement | null} */ (node.querySelector(`[data-${name}]`));
    if (!form) continue;
    form.setAttribute("action", `/seek/${seek.id}/${name}`);
    form.hidden = !shown;
  }
}

/** @param {HTMLElement} root */
function follow(root) {
  const seeks = new Rows(root, "seeks", "seek-row", "empty", fillSeek);
  const live = new Live({
    url: () => streamURL(root.dataset.live ?? ""),
    onMessage: (/** @type {Message} */ message) => {
      write(find(root, "online"), message.online);
      write(find(root, "playing"), message.playing);
      seeks.show(message.seeks);
    },
    onStatus: (status) => root.classList.toggle("lost", status === "lost"),
  });
  followPage(live);
  live.connect();
}

if (globalThis.document) {
  const root = find(document, "lobby");
  if (root) follow(root);
}
