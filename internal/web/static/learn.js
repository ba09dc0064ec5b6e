// SPDX-License-Identifier: Apache-2.0

// A step of a lesson: moves are checked at once, without loading pages. A move
// that misses the goal is taken back, with a hint.

import { BoardPage } from "./board-page.js";
import { find, part, readJSON, write } from "./dom.js";
import { follow, turnTexts } from "./lesson.js";

/** Milliseconds between a move and its reply: so that both can be seen. */
const PAUSE = 1100;

class Lesson extends BoardPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    /** @type {import("./lesson.js").Courses} */
    this.courses = readJSON(root, "courses") ?? {};
    /** @type {Record<string, string>} hints for moves that miss the goal; other moves get the general hint */
    this.hints = readJSON(root, "wrongs") ?? {};
  }

  /** @param {string} move */
  enter(move) {
    const states = follow(this.state, this.courses, move);
    if (states.length === 0) {
      this.board.refuse();
      this.say(this.hints[move] ?? part(this.root, "message").dataset.wrong ?? "", true);
      return;
    }
    this.playback(states, PAUSE);
    this.done(move);
  }

  /** @param {string} move */
  done(move) {
    this.say(part(this.root, "message").dataset.done ?? "", false);
    write(find(this.root, "said"), turnTexts(this.courses, move));
    for (const name of ["said", "again", "over"]) {
      const node = find(this.root, name);
      if (node) node.hidden = false;
    }
    const next = find(this.root, "next");
    if (next) write(next, next.dataset.next ?? "");
    next?.classList.add("primary");
    const onward = next ?? find(this.root, "over")?.querySelector("button");
    onward?.focus({ preventScroll: true });
  }
}

const root = find(document, "lesson");
if (root) new Lesson(root).start();
