// SPDX-License-Identifier: Apache-2.0

// The review of a game: the board follows the list of moves, and with it the words
// about the move and the line in the graph.

import { Board } from "./board.js";
import { find, part, readJSON, write } from "./dom.js";
import { shapesOf } from "./drawing.js";
import { Moves } from "./moves.js";
import { Seats } from "./seats.js";
import { Tools } from "./tools.js";
import { pastState } from "./turns.js";

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {import("./moves.js").Turn} Turn */

/** Milliseconds between two questions whether the estimates are there. */
const WAIT = 2000;

class Review {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.texts = readJSON(root, "texts");
    /** @type {PageState} the last position */
    this.state = readJSON(root, "state");
    this.seats = new Seats(root, this.texts);
    this.board = new Board(/** @type {any} */ (part(root, "board")), this.texts, this.state, {
      onMove: () => {},
      onProgress: () => {},
      onShow: (state) => this.seats.set(state),
      onSound: (sound) => this.tools.play(sound),
    });
    this.tools = new Tools(root, this.board);
    this.moves = new Moves(root, this.texts, this.state, (turn, way) => this.showTurn(turn, way));
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
   * @param {string[]} way the points of the move between this turn and the previous
   */
  showTurn(turn, way) {
    this.board.jump(turn ? this.stateAt(turn) : this.state, way);
    const at = this.moves.turns.at;
    const said = /** @type {HTMLElement | null} */ (document.querySelector(`[data-said="${at}"]`));
    find(this.root, "turn")?.replaceChildren(...(said?.cloneNode(true).childNodes ?? []));
    write(find(this.root, "announce"), said?.innerText ?? "");
    this.board.drawing.show({ hint: shapesOf(said?.dataset.best ?? "") });
    find(this.root, "analysis")?.setAttribute("href", said?.dataset.to ?? "");
    const column = /** @type {SVGElement | null} */ (document.querySelector(`[data-graph] .column[data-ply="${at}"]`));
    find(document, "here")?.setAttribute("transform", `translate(${column?.dataset.x})`);
  }

  /**
   * Returns the state of an earlier turn. A review has no clocks.
   * @param {Turn} turn
   * @returns {PageState}
   */
  stateAt(turn) {
    const state = pastState(this.state, turn);
    for (const side of Object.values(state.sides)) side.clock_ms = null;
    return state;
  }
}

const root = find(document, "review");
if (root) new Review(root).start();
