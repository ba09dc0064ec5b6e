// SPDX-License-Identifier: Apache-2.0

// The lobby: open seeks, who is online, games to watch. Rows stay where they are:
// new ones come at the end, and those that are gone stay for a moment, grey, so
// that nothing moves under the pointer.

import { followPage, Live, streamURL } from "./live.js";

/** Milliseconds for which a row that is gone stays. */
const GONE = 3000;

/**
 * @typedef {{id: string, who: string, profile?: string, rating?: string, game: string, also?: string, clock: string, stakes: string, own?: boolean, why?: string}} Seek
 * @typedef {{id: string, path: string, game: string, white: string, black: string, white_bot?: boolean, black_bot?: boolean}} Game
 * @typedef {{online: string, playing: string, seeks: Seek[], games: Game[]}} Message
 */

/**
 * Returns the ids of the rows in order, and which of them are gone: those that are
 * shown keep their places.
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
   * @param {HTMLElement} list
   * @param {HTMLTemplateElement} row
   * @param {HTMLElement | null} empty shown when there is no row
   * @param {(node: HTMLElement, row: Row) => void} fill
   */
  constructor(list, row, empty, fill) {
    this.list = list;
    this.row = row;
    this.empty = empty;
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
    this.note();
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
      this.note();
    };
    this.leaving.set(id, setTimeout(remove, GONE));
  }

  note() {
    if (this.empty) this.empty.hidden = this.list.childElementCount > 0;
  }
}

/**
 * @param {HTMLElement} node
 * @param {string} name
 * @param {string} [text]
 */
function write(node, name, text) {
  const part = node.querySelector(`[data-${name}]`);
  if (part && part.textContent !== (text ?? "")) part.textContent = text ?? "";
  return /** @type {HTMLElement | null} */ (part);
}

/**
 * @param {HTMLElement} node
 * @param {Seek} seek
 */
function fillSeek(node, seek) {
  node.dataset.id = seek.id;
  write(node, "who", seek.who);
  write(node, "rating", seek.rating);
  write(node, "game", seek.game);
  write(node, "clock", seek.clock);
  write(node, "stakes", seek.stakes);
  write(node, "also", seek.also);
  const why = write(node, "why", seek.why);
  if (why) why.hidden = !seek.why;
  const profile = node.querySelector("[data-page]");
  if (seek.profile) profile?.setAttribute("href", seek.profile);
  for (const [name, shown] of /** @type {[string, boolean][]} */ ([["accept", !seek.own && !seek.why], ["cancel", !!seek.own]])) {
    const form = /** @type {HTMLFormElement | null} */ (node.querySelector(`[data-${name}]`));
    if (!form) continue;
    form.setAttribute("action", `/seek/${seek.id}/${name}`);
    form.hidden = !shown;
  }
}

/**
 * @param {HTMLElement} node
 * @param {Game} game
 */
function fillGame(node, game) {
  node.dataset.id = game.id;
  for (const side of /** @type {const} */ (["white", "black"])) {
    write(node, side, game[side]);
    /** @type {HTMLElement} */ (node.querySelector(`[data-bot=${side}]`)).hidden = !game[`${side}_bot`];
  }
  write(node, "game", game.game);
  node.querySelector("[data-path]")?.setAttribute("href", game.path);
}

/** @param {HTMLElement} root */
function follow(root) {
  /** @param {string} name */
  const find = (name) => /** @type {any} */ (root.querySelector(`[data-${name}]`));
  const seeks = new Rows(find("seeks"), find("seek-row"), find("empty"), fillSeek);
  const games = new Rows(find("games"), find("game-row"), find("quiet"), fillGame);
  const live = new Live({
    url: () => streamURL(root.dataset.live ?? ""),
    onMessage: (/** @type {Message} */ message) => {
      find("online").textContent = message.online;
      find("playing").textContent = message.playing;
      seeks.show(message.seeks);
      games.show(message.games);
    },
    onStatus: (status) => root.classList.toggle("lost", status === "lost"),
  });
  followPage(live);
  live.connect();
}

if (globalThis.document) {
  const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-lobby]"));
  if (root) follow(root);
}
