// SPDX-License-Identifier: Apache-2.0

// A storm: puzzles one after the other, against the clock of the server. The page has
// one puzzle at a time, and never its solution.

import { BoardPage } from "./board-page.js";
import { clockText, LOW } from "./clock.js";
import { find, getPage, part, postJSON, write } from "./dom.js";
import { follow } from "./lesson.js";

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {{result: "" | "right" | "wrong" | "solved", text: string, said?: string, turns?: import("./lesson.js").Turn[],
 *   moves: PageState["moves"], line: string, started: number, tried: number, score: number, left_ms: number, next?: PageState}} Answer */

const PAUSE = 450; // milliseconds between a move, its reply and the next puzzle
const TICK = 100;

export class Storm extends BoardPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    this.line = "";
    this.run = { started: 0, tried: 0 };
    this.ends = 0; // when the time is over, as performance.now tells it; 0 while no storm runs
  }

  start() {
    super.start();
    this.root.addEventListener("click", (event) => {
      if (event.target instanceof Element && event.target.closest("[data-storm-start]")) this.begin();
    });
    setInterval(() => this.tick(), TICK);
  }

  begin() {
    return this.send("", { game: this.root.dataset.game }, "");
  }

  /** @param {string} move */
  enter(move) {
    return this.send("/move", { game: this.root.dataset.game, ...this.run, line: this.line, move }, move);
  }

  /**
   * @param {string} path
   * @param {object} body
   * @param {string} move
   */
  async send(path, body, move) {
    try {
      const response = await postJSON(`${this.root.dataset.storm}${path}`, body);
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
    const { started, tried } = answer;
    this.run = { started, tried };
    this.ends = performance.now() + answer.left_ms;
    part(this.root, "outcome").hidden = true;
    write(find(this.root, "storm-score"), String(answer.score));
    const said = part(this.root, "said");
    said.hidden = !answer.said;
    write(said, answer.said ?? "");
    if (answer.result === "wrong") this.refuse(answer.text);
    const states = follow(this.state, { [move]: answer.turns ?? [] }, move);
    if (states.length > 0) {
      if (answer.result === "right") Object.assign(states[states.length - 1], { status: "playing", moves: answer.moves });
      this.playback(states, PAUSE);
      this.say(answer.text, false);
    }
    if (answer.result === "right") {
      this.line = answer.line;
      this.prompt = answer.text;
    } else if (answer.result === "") this.pose(answer.next);
    else setTimeout(() => this.pose(answer.next), answer.result === "wrong" ? 2 * PAUSE : PAUSE);
  }

  /**
   * Shows the next puzzle, or the end.
   * @param {PageState} [next]
   */
  pose(next) {
    if (!next) return this.finish();
    this.line = "";
    this.state = next;
    this.prompt = next.message;
    this.board.jump(next, []);
    this.say(next.message, false);
  }

  tick() {
    if (this.ends === 0) return;
    const left = Math.max(0, this.ends - performance.now());
    const clock = part(this.root, "storm-clock");
    write(clock, clockText(left, this.texts.days, left > 0));
    clock.classList.toggle("running", left > 0);
    clock.classList.toggle("low", left < LOW);
    if (left === 0) this.finish();
  }

  /** Shows the result, which the server draws. */
  async finish() {
    if (this.ends === 0) return;
    this.ends = 0;
    part(this.root, "storm-clock").classList.remove("running");
    this.board.jump({ ...this.state, seq: this.state.seq + 50, status: "over", moves: [] }, []);
    const address = `${this.root.dataset.storm}?game=${this.root.dataset.game}&started=${this.run.started}`;
    try {
      const page = await getPage(address);
      for (const name of ["outcome", "ranking"]) part(this.root, name).replaceWith(part(page, name));
      this.say(find(this.root, "outcome")?.querySelector("h2")?.textContent ?? "", false);
      find(this.root, "storm-start")?.focus({ preventScroll: true });
    } catch {
      location.assign(address);
    }
  }
}

const root = find(document, "storm");
if (root) new Storm(root).start();
