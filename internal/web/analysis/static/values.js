// SPDX-License-Identifier: Apache-2.0

// The table of the moves of a position: what each is worth, how often it was played
// here and with what result.

/** @typedef {import("./tree.js").Worth} Worth */
/** @typedef {import("./tree.js").Value} Value */
/** @typedef {{move: string, like?: string[], games: number, won: number, drawn: number, lost: number, tricky?: boolean}} Count */
/** @typedef {{games: number, moves: Count[]}} Counts */

const SVG = "http://www.w3.org/2000/svg";
const PAUSE = 200; // milliseconds a position stands before its games are asked for
const KEPT = 200; // answers

export class Values {
  /**
   * @param {HTMLElement} body of the table
   * @param {HTMLFormElement | null} form that filters games; null if none are counted
   */
  constructor(body, form) {
    this.body = body;
    this.form = form;
    this.position = "";
    /** @type {Map<string, Counts>} answers, by question; the oldest come first */
    this.known = new Map();
    /** @type {AbortController | null} of the question that is open */
    this.open = null;
    form?.addEventListener("change", () => this.filter());
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.filter();
    });
  }

  /**
   * Shows a position. Its games follow when they are known.
   * @param {string} position
   * @param {Value[]} moves
   */
  set(position, moves) {
    const same = position === this.position;
    const focused = /** @type {HTMLElement | null} */ (this.body.contains(document.activeElement) ? document.activeElement : null)?.dataset.move;
    this.position = position;
    this.body.replaceChildren(...moves.map((value) => this.row(value)));
    if (same && focused) /** @type {HTMLElement | null} */ (this.body.querySelector(`[data-move="${focused}"]`))?.focus({ preventScroll: true });
    this.count(same);
  }

  /** @param {Value} value */
  row({ move, worth, best, throws, begins }) {
    const row = node("tr", "");
    const head = node("th", "");
    const link = /** @type {HTMLAnchorElement} */ (node("a", "", move));
    head.setAttribute("scope", "row");
    link.href = `?${new URLSearchParams({ position: this.position, move })}`;
    link.dataset.move = move;
    head.append(link);
    const cell = node("td", "");
    cell.append(worthNode(worth));
    const mark = best ? "best" : throws ? "throws" : begins ? "begins" : "";
    if (mark) {
      row.className = mark;
      cell.append(" ", node("span", "mark", this.body.dataset[mark]));
    }
    row.append(head, cell);
    if (this.form) row.append(node("td", "number"), node("td", ""));
    return row;
  }

  /**
   * Asks for the games of the position after a short pause, and shows them.
   * @param {boolean} [asked] they are asked for already, unless they are known
   */
  async count(asked = false) {
    if (!this.form) return;
    const query = question(this.position, this.form);
    const known = this.known.get(query);
    if (asked && !known) return;
    this.open?.abort();
    if (known) {
      this.draw(known);
      return;
    }
    const open = this.open = new AbortController();
    await new Promise((done) => setTimeout(done, PAUSE));
    if (open.signal.aborted) return;
    try {
      const response = await fetch(`${this.form.dataset.played}?${query}`, { headers: { Accept: "application/json" }, signal: open.signal });
      if (!response.ok) return;
      const counts = await response.json();
      this.known.set(query, counts);
      for (const oldest of this.known.keys()) if (this.known.size > KEPT) this.known.delete(oldest);
      if (!open.signal.aborted) this.draw(counts);
    } catch {
      // asked for another position, or no connection: values are there without games
    }
  }

  /** @param {Counts} counts */
  draw(counts) {
    const { form } = this;
    if (!form) return;
    const all = byMove(counts);
    for (const row of /** @type {NodeListOf<HTMLTableRowElement>} */ (this.body.querySelectorAll("tr"))) {
      const [worth, games, results] = row.querySelectorAll("td");
      const move = /** @type {HTMLElement | null} */ (row.querySelector("[data-move]"))?.dataset.move ?? "";
      const count = all.get(move) ?? { move, games: 0, won: 0, drawn: 0, lost: 0 };
      games.textContent = String(count.games);
      results.replaceChildren(...resultNodes(count, form.dataset.results ?? ""));
      if (count.tricky && !worth.querySelector(".tricky")) worth.append(" ", node("span", "mark tricky", this.body.dataset.tricky));
    }
    const total = form.querySelector("[data-games]");
    if (total) total.textContent = (form.dataset.count ?? "").replace("{count}", String(counts.games));
  }

  /** Follows a choice of the filter, which stays in the address. */
  filter() {
    const { form } = this;
    if (!form) return;
    const query = new URLSearchParams(location.search);
    for (const [name, value] of filterOf(form)) {
      if (value) query.set(name, value);
      else query.delete(name);
    }
    history.replaceState(history.state, "", `${location.pathname}?${query}`);
    this.count();
  }
}

/**
 * @param {HTMLFormElement} form
 * @returns {[string, string][]}
 */
const filterOf = (form) => ["rating", "since"].map((name) => [name, String(new FormData(form).get(name) ?? "")]);

/**
 * @param {string} position
 * @param {HTMLFormElement} form
 */
const question = (position, form) => String(new URLSearchParams([["position", position], ...filterOf(form).filter(([, value]) => value)]));

/**
 * Returns the counts by move. Moves that are alike by symmetry have the same.
 * @param {Counts} counts
 * @returns {Map<string, Count>}
 */
export function byMove({ moves }) {
  const found = new Map();
  for (const count of moves) {
    for (const move of [count.move, ...(count.like ?? [])]) found.set(move, count);
  }
  return found;
}

/**
 * Draws results as a bar and numbers, as the template "results" does.
 * @param {Count} count
 * @param {string} said with {won}, {drawn} and {lost}
 * @returns {Element[]}
 */
function resultNodes({ games, won, drawn, lost }, said) {
  if (games === 0) return [node("span", "muted", "–")];
  const box = node("span", "results");
  const bar = document.createElementNS(SVG, "svg");
  bar.setAttribute("viewBox", "0 0 100 10");
  bar.setAttribute("preserveAspectRatio", "none");
  bar.setAttribute("aria-hidden", "true");
  bar.append(rect("won", 0, won / games), rect("drawn", won / games, drawn / games));
  const numbers = node("span", "", `${won} / ${drawn} / ${lost}`);
  numbers.setAttribute("aria-hidden", "true");
  box.append(bar, node("span", "unseen", said.replace("{won}", String(won)).replace("{drawn}", String(drawn)).replace("{lost}", String(lost))), numbers);
  return [box];
}

/**
 * @param {string} name
 * @param {number} from share of the width
 * @param {number} wide
 */
function rect(name, from, wide) {
  const shape = document.createElementNS(SVG, "rect");
  for (const [key, value] of Object.entries({ class: name, x: 100 * from, width: 100 * wide, height: 10 })) shape.setAttribute(key, String(value));
  return shape;
}

/** @param {Worth} worth */
export function worthNode(worth) {
  const box = node("span", `worth ${worth.class}`);
  if (worth.sign) {
    const sign = node("i", "", worth.sign);
    sign.setAttribute("aria-hidden", "true");
    box.append(sign, " ");
  }
  if (worth.said) box.append(node("span", "unseen", `${worth.said} `));
  box.append(worth.text);
  return box;
}

/**
 * @param {string} tag
 * @param {string} name of its class
 * @param {string} [text]
 */
function node(tag, name, text = "") {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.textContent = text;
  return made;
}
