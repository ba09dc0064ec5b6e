// SPDX-License-Identifier: Apache-2.0

// A puzzle: the server decides whether a move is right and answers with the reply.
// A wrong move is taken back, with a hint.

import { Board } from "./board.js";
import { follow, part, readJSON } from "./lesson.js";
import { Seats, write } from "./seats.js";
import { Sounds } from "./sound.js";

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {{result: "right" | "wrong" | "solved", text: string, said?: string, turns?: import("./lesson.js").Turn[],
 *   moves: PageState["moves"], line: string, outcome: string}} Answer */

/** Milliseconds between a move and its reply: so that both can be seen. */
const PAUSE = 900;

export class Puzzle {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.line = root.dataset.line ?? "";
    this.texts = readJSON(root, "[data-texts]");
    /** @type {PageState} */
    this.state = readJSON(root, "[data-state]");
    this.ask = this.state.message;
    this.begun = false; // a move is being entered
    this.seats = new Seats(root, this.texts);
    this.sounds = new Sounds();
    this.sounds.on = document.documentElement.dataset.sound === "on";
    this.board = new Board(/** @type {any} */ (root.querySelector("[data-board]")), this.texts, this.state, {
      onMove: (move) => this.enter(move),
      onProgress: (progress) => this.progress(progress),
      onShow: (state) => this.seats.set(state),
      onSound: (sound) => this.sounds.play(sound),
    });
  }

  start() {
    part(this.root, "plain")?.remove(); // touches made before the script was loaded
    part(this.root, "back")?.addEventListener("click", () => this.board.back());
    part(this.root, "end-turn")?.addEventListener("click", () => this.board.endTurn());
    this.board.set(this.state);
  }

  /** @param {string} move */
  async enter(move) {
    try {
      const response = await fetch(`${this.root.dataset.puzzle}/move`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify({ move, line: this.line, theme: this.root.dataset.theme }),
      });
      const answer = await response.json();
      if (answer.error) this.refuse(answer.error.text);
      else this.answer(move, answer);
    } catch {
      this.refuse(this.texts.failed);
    }
  }

  /** @param {string} text */
  refuse(text) {
    this.board.refuse();
    this.say(text, true);
  }

  /**
   * @param {string} move
   * @param {Answer} answer
   */
  answer(move, answer) {
    if (answer.result === "wrong") {
      this.refuse(answer.text);
      return;
    }
    const states = follow(this.state, { [move]: answer.turns ?? [] }, move);
    const last = states[states.length - 1];
    if (answer.result === "right") {
      last.status = "playing";
      last.moves = answer.moves;
    }
    this.line = answer.line;
    this.ask = answer.text;
    for (const field of document.querySelectorAll('input[name="line"]')) /** @type {HTMLInputElement} */ (field).value = answer.line;
    this.show(states);
    this.say(answer.text, false);
    const said = part(this.root, "said");
    if (said) said.hidden = false;
    write(said, answer.said ?? "");
    if (answer.result === "solved") this.finish(answer.outcome);
  }

  /**
   * Shows states one after the other.
   * @param {PageState[]} states
   */
  show([next, ...rest]) {
    this.state = next;
    this.board.set(next);
    if (rest.length > 0) setTimeout(() => this.show(rest), PAUSE);
  }

  /**
   * Shows the solution, which only the server draws.
   * @param {string} address
   */
  async finish(address) {
    document.querySelector("[data-typed]")?.remove();
    try {
      const response = await fetch(address, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      part(this.root, "outcome")?.replaceChildren(...(page.querySelector("[data-outcome]")?.childNodes ?? []));
      part(this.root, "next")?.focus({ preventScroll: true });
    } catch {
      location.assign(address);
    }
  }

  /**
   * Shows the progress of the move.
   * @param {import("./board.js").Progress} progress
   */
  progress({ begun, ends, step }) {
    part(this.root, "steps")?.classList.toggle("shown", begun);
    /** @type {HTMLButtonElement} */ (part(this.root, "end-turn")).disabled = !ends;
    /** @type {HTMLButtonElement} */ (part(this.root, "back")).disabled = !begun;
    if (begun) this.say(this.texts[ends ? "step.end" : `step.${step}`], false);
    else if (this.begun) this.say(this.ask, false);
    this.begun = begun;
  }

  /**
   * @param {string} text
   * @param {boolean} wrong
   */
  say(text, wrong) {
    const node = part(this.root, "message");
    node?.classList.toggle("error", wrong);
    write(node, text);
  }
}

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-puzzle]"));
if (root) new Puzzle(root).start();
