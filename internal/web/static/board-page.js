// SPDX-License-Identifier: Apache-2.0

// What the pages share on which moves are entered outside of a match: board, seats,
// sounds, the message, and the buttons that end a move or take a touch back.

import { Board } from "./board.js";
import { button, find, part, readJSON, write } from "./dom.js";
import { Seats } from "./seats.js";
import { Sounds } from "./sound.js";

/** @typedef {import("./state.js").PageState} PageState */

export class BoardPage {
  /**
   * @param {HTMLElement} root
   * @param {boolean} [confirm] a move waits for the button that ends the turn
   */
  constructor(root, confirm = false) {
    this.root = root;
    /** @type {Record<string, string>} */
    this.texts = readJSON(root, "texts");
    /** @type {PageState} */
    this.state = readJSON(root, "state");
    this.prompt = this.state.message; // shown while no move is being entered
    this.begun = false; // a move is being entered
    this.seats = new Seats(root, this.texts);
    this.sounds = new Sounds();
    this.sounds.on = document.documentElement.dataset.sound === "on";
    this.board = new Board(/** @type {any} */ (part(root, "board")), this.texts, this.state, {
      onMove: (move) => this.enter(move),
      onProgress: (progress) => this.progress(progress),
      onShow: (state) => this.shown(state),
      onSound: (sound) => this.sounds.play(sound),
      onRefuse: (path) => this.explain(path),
    }, confirm);
  }

  /** Takes over the buttons, and shows the first state. */
  start() {
    find(this.root, "plain")?.remove(); // touches made before the script was loaded
    find(this.root, "back")?.addEventListener("click", () => this.board.back());
    find(this.root, "end-turn")?.addEventListener("click", () => this.board.endTurn());
    this.board.set(this.state);
  }

  /**
   * Handles a move that was entered; each page has its own way.
   * @param {string} _move
   */
  enter(_move) {}

  /**
   * Handles a touch that is not legal.
   * @param {string[]} _path the last of these points cannot be touched
   */
  explain(_path) {}

  /**
   * Shows beside the board what the board shows.
   * @param {PageState} state
   */
  shown(state) {
    this.seats.set(state);
  }

  /**
   * Shows states one after the other.
   * @param {PageState[]} states
   * @param {number} pause milliseconds between two of them
   */
  playback([next, ...rest], pause) {
    this.state = next;
    this.board.set(next);
    if (rest.length > 0) setTimeout(() => this.playback(rest, pause), pause);
  }

  /**
   * Takes the entered move back, and says why.
   * @param {string} text
   */
  refuse(text) {
    this.board.refuse();
    this.say(text, true);
  }

  /**
   * Shows the progress of the move.
   * @param {import("./state.js").Progress} progress
   */
  progress({ begun, ends, whole, step }) {
    find(this.root, "steps")?.classList.toggle("shown", begun);
    const end = button(this.root, "end-turn");
    end.disabled = !ends;
    write(end, this.texts[whole ? "confirm" : "end-turn"]);
    button(this.root, "back").disabled = !begun;
    if (begun) this.say(this.texts[ends ? (whole ? "step.confirm" : "step.end") : `step.${step}`], false);
    else if (this.begun) this.say(this.prompt, false);
    this.begun = begun;
  }

  /**
   * @param {string} text
   * @param {boolean} wrong
   */
  say(text, wrong) {
    const node = find(this.root, "message");
    node?.classList.toggle("error", wrong);
    write(node, text);
  }
}
