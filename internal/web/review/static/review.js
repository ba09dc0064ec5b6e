// SPDX-License-Identifier: Apache-2.0

// The review of a game: the board follows the list of moves, and with it the words
// about the move and the line in the graph.

import { Board } from "./board.js";
import { Moves } from "./moves.js";
import { Seats, write } from "./seats.js";
import { Tools } from "./tools.js";

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {import("./moves.js").Turn} Turn */

/** Milliseconds between two questions whether the estimates are there. */
const WAIT = 2000;

class Review {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.texts = readJSON(root, "[data-texts]");
    /** @type {PageState} the last position */
    this.state = readJSON(root, "[data-state]");
    this.seats = new Seats(root, this.texts);
    this.board = new Board(/** @type {any} */ (root.querySelector("[data-board]")), this.texts, this.state, {
      onMove: () => {},
      onProgress: () => {},
      onShow: (state) => this.seats.set(state),
      onSound: (sound) => this.tools.play(sound),
    });
    this.tools = new Tools(root, this.board);
    this.moves = new Moves(root, this.texts, this.state, (turn, way) => this.look(turn, way));
  }

  start() {
    if (!this.moves.past) this.board.set(this.state);
    this.moves.start();
    if (!this.moves.past) this.moves.mark(); // the last one
    if (this.root.dataset.working !== undefined) setTimeout(() => this.wait(), WAIT);
  }

  /** Loads the page again once the engine has estimated every move. */
  async wait() {
    try {
      const response = await fetch(location.pathname, { headers: { Accept: "application/json" } });
      const { turns } = await response.json();
      if (turns.some((/** @type {any} */ turn) => turn.best)) return location.reload();
    } catch {
      // asked again
    }
    setTimeout(() => this.wait(), WAIT);
  }

  /**
   * Shows an earlier turn, or the last position.
   * @param {Turn | null} turn
   * @param {string[]} way the points of the move between it and the one before
   */
  look(turn, way) {
    this.board.jump(turn ? this.then(turn) : this.state, way);
    const at = this.moves.turns.at;
    const said = /** @type {HTMLElement | null} */ (document.querySelector(`[data-said="${at}"]`));
    this.root.querySelector("[data-turn]")?.replaceChildren(...(said?.cloneNode(true).childNodes ?? []));
    write(this.root.querySelector("[data-announce]"), said?.innerText ?? "");
    this.root.querySelector("[data-analysis]")?.setAttribute("href", said?.dataset.to ?? "");
    const column = /** @type {SVGElement | null} */ (document.querySelector(`[data-graph] .column[data-ply="${at}"]`));
    document.querySelector("[data-here]")?.setAttribute("transform", `translate(${column?.dataset.x})`);
  }

  /**
   * The state of an earlier turn.
   * @param {Turn} past
   * @returns {PageState}
   */
  then({ men, turn, last, taken, steps, sides }) {
    const side = (/** @type {import("./state.js").Side} */ name) => ({ ...this.state.sides[name], ...sides[name], clock_ms: null });
    return { ...this.state, men, turn, last, taken, steps, status: "past", sides: { white: side("white"), black: side("black") } };
  }
}

/**
 * @param {ParentNode} root
 * @param {string} selector
 */
function readJSON(root, selector) {
  return JSON.parse(root.querySelector(selector)?.textContent ?? "null");
}

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-review]"));
if (root) new Review(root).start();
