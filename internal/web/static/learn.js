// SPDX-License-Identifier: Apache-2.0

// A step of a lesson: moves are checked at once, without loading pages. A move
// that misses the goal is taken back, with a hint.

import { Board } from "./board.js";
import { follow, part, readJSON, turnTexts } from "./lesson.js";
import { Seats, write } from "./seats.js";
import { Sounds } from "./sound.js";

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {import("./board.js").Progress} Progress */

/** Milliseconds between a move and its reply: so that both can be seen. */
const PAUSE = 1100;

class Lesson {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.texts = readJSON(root, "[data-texts]");
    /** @type {PageState} */
    this.state = readJSON(root, "[data-state]");
    /** @type {import("./lesson.js").Courses} */
    this.courses = readJSON(root, "[data-courses]") ?? {};
    /** @type {Record<string, string>} what is said of moves that miss the goal, where each has its own text */
    this.wrongs = readJSON(root, "[data-wrongs]") ?? {};
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
  enter(move) {
    const states = follow(this.state, this.courses, move);
    if (states.length === 0) {
      this.board.refuse();
      this.say(this.wrongs[move] ?? part(this.root, "message")?.dataset.wrong ?? "", true);
      return;
    }
    this.show(states);
    this.done(move);
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

  /** @param {string} move */
  done(move) {
    this.say(part(this.root, "message")?.dataset.done ?? "", false);
    write(part(this.root, "said"), turnTexts(this.courses, move));
    for (const name of ["said", "again", "over"]) {
      const node = part(this.root, name);
      if (node) node.hidden = false;
    }
    const next = part(this.root, "next");
    if (next) write(next, next.dataset.next ?? "");
    next?.classList.add("primary");
    const onward = next ?? part(this.root, "over")?.querySelector("button");
    onward?.focus({ preventScroll: true });
  }

  /**
   * Shows the progress of the move.
   * @param {Progress} progress
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

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-lesson]"));
if (root) new Lesson(root).start();
