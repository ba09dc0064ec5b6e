// SPDX-License-Identifier: Apache-2.0

// The list of moves and looking back. The list comes from the states of the match;
// the positions are fetched when a player looks back for the first time. When that
// fails, the links of the page lead to the same positions.

import { tookText } from "./clock.js";
import { part, write } from "./dom.js";
import { fill } from "./state.js";
import { cellOf, covers, keyStep, swipeStep, Turns, wayBetween } from "./turns.js";

/** @typedef {import("./state.js").PageState} PageState */
/**
 * @typedef {{move: string, text: string, men: string, turn: import("./state.js").Side, last: string[], taken: string[],
 *   steps: import("./state.js").Step[], sides: Record<string, object>, board: string}} Turn
 */

export class Moves {
  /**
   * @param {HTMLElement} root
   * @param {Record<string, string>} texts
   * @param {PageState} state
   * @param {(turn: Turn | null, way: string[]) => void} onShow an earlier turn is to be shown, or null for the present
   */
  constructor(root, texts, state, onShow) {
    this.root = root;
    this.texts = texts;
    this.state = state;
    this.onShow = onShow;
    this.list = part(this.root, "list");
    /** @type {Turn[]} the turns that have been fetched */
    this.fetched = [];
    this.onBoard = false; // the focus was set on the board by pointing
    const at = Number(new URLSearchParams(location.search).get("ply") ?? state.line.length);
    this.turns = new Turns({
      last: state.line.length,
      at: root.classList.contains("past") ? at : state.line.length,
      onTurn: (to, from) => this.showTurn(to, from),
      onPlay: (playing) => {
        const play = part(this.root, "play");
        play.classList.toggle("playing", playing);
        play.title = play.dataset[playing ? "pause" : "label"] ?? "";
        play.setAttribute("aria-label", play.title);
      },
    });
    this.seen = state.line.length; // moves up to here are no news
  }

  /** Whether the page shows an earlier position. */
  get past() {
    return this.turns.at < this.state.line.length;
  }

  start() {
    part(this.root, "play").addEventListener("click", () => this.turns.toggle());
    const pace = /** @type {HTMLSelectElement} */ (part(this.root, "pace"));
    pace.addEventListener("change", () => (this.turns.pace = Number(pace.value)));
    this.turns.pace = Number(pace.value); // browsers keep choices over a reload
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("visibilitychange", () => document.hidden && this.turns.stop());
    addEventListener("keydown", (event) => this.key(event), true); // before the board, which has arrow keys of its own
    addEventListener("pointerdown", ({ target }) => (this.onBoard = /** @type {Element} */ (target).closest("svg[data-board]") !== null), true);
    for (const name of ["moves", "past"]) this.swipe(part(this.root, name));
    if (this.past) this.showTurn(this.turns.at, this.turns.at);
    else this.address(); // the address may name the last move
  }

  /**
   * Shows the moves of a state.
   * @param {PageState} state
   */
  set(state) {
    this.state = state;
    this.turns.extend(state.line.length);
    this.draw();
    this.mark();
  }

  /** Writes the list, and leaves alone what has not changed. */
  draw() {
    const { line, times } = this.state;
    const links = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll("[data-ply]")]);
    const same = links.findIndex((link, i) => link.firstElementChild?.textContent !== line[i]);
    for (const link of same < 0 ? [] : links.slice(same)) {
      const row = link.parentElement;
      link.remove();
      if (row && !row.querySelector("[data-ply]")) row.remove();
    }
    for (let ply = (same < 0 ? links.length : same) + 1; ply <= line.length; ply++) this.append(ply, line[ply - 1], times[ply - 1]);
  }

  /**
   * @param {number} ply
   * @param {string} move
   * @param {number} took
   */
  append(ply, move, took) {
    const { row, black } = cellOf(ply, this.first());
    const item = this.list.children[row] ?? this.list.appendChild(document.createElement("li"));
    if (item.lastElementChild?.matches("span") && !black) item.lastElementChild.remove();
    while (item.children.length < (black ? 1 : 0)) item.append(document.createElement("span"));
    if (black && item.children.length > 1) item.lastElementChild?.remove(); // the empty cell
    const link = document.createElement("a");
    link.href = `?ply=${ply}`;
    link.dataset.ply = String(ply);
    link.append(Object.assign(document.createElement("b"), { textContent: move }));
    const text = tookText(took, this.texts);
    if (text) link.append(" ", Object.assign(document.createElement("small"), { textContent: text }));
    item.append(link);
    if (!black) item.append(document.createElement("span"));
  }

  /** @returns {import("./state.js").Side} the side that made the first move */
  first() {
    const { turn, line } = this.state;
    const whites = (turn === "white") === (line.length % 2 === 0);
    return whites ? "white" : "black";
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // another tab or window is meant
    const link = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("a[data-go], a[data-ply], a[data-return]"));
    if (!link) return;
    event.preventDefault();
    const { go, ply } = link.dataset;
    this.turns.go(ply ? Number(ply) : this.turns.target(/** @type {any} */ (go ?? "last")));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Tab") this.onBoard = false;
    const step = keyStep(/** @type {any} */ (event));
    const target = /** @type {Element | null} */ (event.target);
    const board = !event.shiftKey && !this.onBoard && target?.closest?.("svg[data-board]");
    if (!step || board || target?.closest?.("dialog") || (step === "play" && (this.state.status !== "over" || target?.closest?.("svg[data-board]")))) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === "play") this.turns.toggle();
    else this.turns.go(this.turns.target(step));
  }

  /**
   * Steps when a finger goes across a part of the page.
   * @param {HTMLElement} node
   */
  swipe(node) {
    let [x, y] = [0, 0];
    node.addEventListener("touchstart", ({ touches }) => ([x, y] = [touches[0].clientX, touches[0].clientY]), { passive: true });
    node.addEventListener("touchend", ({ changedTouches: [touch], target }) => {
      const step = swipeStep(touch.clientX - x, touch.clientY - y);
      const list = /** @type {Element} */ (target).closest("[data-list]");
      if (!step || (list && list.scrollWidth > list.clientWidth)) return; // the list itself moves
      this.turns.go(this.turns.target(step));
    }, { passive: true });
  }

  /**
   * Shows a turn, as soon as its position is known.
   * @param {number} at
   * @param {number} from the turn shown before
   */
  async showTurn(at, from) {
    this.mark();
    if (!this.past) return this.returned(from);
    const loaded = covers(this.fetched, this.state.line, at) || (await this.load());
    if (this.turns.at !== at) return; // another turn was requested meanwhile
    if (!loaded) return location.assign(`?ply=${at}`);
    this.address();
    this.onShow(this.fetched[at], wayBetween(this.fetched, at, Math.min(from, this.fetched.length - 1)));
  }

  /**
   * Shows the present.
   * @param {number} from the turn shown before
   */
  returned(from) {
    this.address();
    const { line, last } = this.state;
    this.onShow(null, from === line.length - 1 ? last : []);
  }

  /** Fetches all turns, and returns whether that worked. */
  async load() {
    try {
      const response = await fetch(part(this.root, "moves").dataset.moves ?? "", { headers: { Accept: "application/json" } });
      if (!response.ok) return false;
      this.fetched = (await response.json()).turns;
      return covers(this.fetched, this.state.line, this.turns.at);
    } catch {
      return false;
    }
  }

  /** Marks the turn that is shown, in the list, the links and the band on the board. */
  mark() {
    const { at } = this.turns;
    const { line } = this.state;
    const plies = line.length;
    if (!this.past) this.seen = plies;
    this.root.classList.toggle("past", this.past);
    write(part(this.root, "at"), fill(this.texts.at, { ply: at, plies }));
    write(part(this.root, "news"), plies > this.seen ? fill(this.texts.news, { move: line[plies - 1] }) : "");
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.list.querySelector(`[data-ply="${at}"]`)?.setAttribute("aria-current", "step");
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-go]"))) {
      const to = this.turns.target(/** @type {any} */ (link.dataset.go));
      link.setAttribute("href", to === plies ? part(this.root, "moves").dataset.present ?? "" : `?ply=${to}`);
      if (to === at) link.setAttribute("aria-disabled", "true"); // stays a link, so that the focus stays
      else link.removeAttribute("aria-disabled");
    }
    this.scroll();
  }

  /** Puts the turn into the address of the page. */
  address() {
    const { at } = this.turns;
    const query = this.past ? `?ply=${at}` : "";
    if (location.search !== query) history.replaceState(null, "", location.pathname + query);
    const field = /** @type {HTMLInputElement | null} */ (document.querySelector("#turn-link"));
    if (field) field.value = new URL(`?ply=${at}`, location.href).href;
  }

  /** Scrolls the list, not the page, to the move that is shown. */
  scroll() {
    const { list } = this;
    const link = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
    if (!link) {
      list.scrollTo(0, 0);
      return;
    }
    const here = link.getBoundingClientRect();
    const box = list.getBoundingClientRect();
    if (here.top < box.top || here.bottom > box.bottom) list.scrollTop += here.top - box.top - (box.height - here.height) / 2;
    if (here.left < box.left || here.right > box.right) list.scrollLeft += here.left - box.left - (box.width - here.width) / 2;
  }
}
