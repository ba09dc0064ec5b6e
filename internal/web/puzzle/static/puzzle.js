// SPDX-License-Identifier: Apache-2.0

// A puzzle: the server decides whether a move is right and answers with the reply.
// A wrong move is taken back, with a hint.

import { BoardPage } from "./board-page.js";
import { find, getPage, postJSON, write } from "./dom.js";
import { shapesOf } from "./drawing.js";
import { follow } from "./lesson.js";

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {{result: "right" | "wrong" | "solved", text: string, said?: string, turns?: import("./lesson.js").Turn[],
 *   moves: PageState["moves"], line: string, outcome: string}} Answer */

/** Milliseconds between a move and its reply: so that both can be seen. */
const PAUSE = 900;

export class Puzzle extends BoardPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    this.line = root.dataset.line ?? "";
    /** @type {import("./drawing.js").Shape[]} */
    this.solution = [];
  }

  /** @param {PageState} state */
  shown(state) {
    super.shown(state);
    if (this.solution?.length > 0) this.board.drawing.show({ hint: this.solution });
  }

  /** @param {string} move */
  async enter(move) {
    try {
      const response = await postJSON(`${this.root.dataset.puzzle}/move`, { move, line: this.line, theme: this.root.dataset.theme });
      const answer = await response.json();
      if (answer.error) this.refuse(answer.error.text);
      else this.answer(move, answer);
    } catch {
      this.refuse(this.texts.failed);
    }
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
    this.prompt = answer.text;
    for (const field of document.querySelectorAll('input[name="line"]')) /** @type {HTMLInputElement} */ (field).value = answer.line;
    this.playback(states, PAUSE);
    this.say(answer.text, false);
    const said = find(this.root, "said");
    if (said) said.hidden = false;
    write(said, answer.said ?? "");
    if (answer.result === "solved") this.finish(answer.outcome);
  }

  /**
   * Shows the solution, which only the server draws.
   * @param {string} address
   */
  async finish(address) {
    find(document, "typed")?.remove();
    try {
      const page = await getPage(address);
      this.solution = shapesOf(find(page, "board")?.dataset.plan ?? "");
      this.board.drawing.show({ hint: this.solution });
      find(this.root, "outcome")?.replaceChildren(...(find(page, "outcome")?.childNodes ?? []));
      find(this.root, "next")?.focus({ preventScroll: true });
    } catch {
      location.assign(address);
    }
  }
}

const root = find(document, "puzzle");
if (root) new Puzzle(root).start();
