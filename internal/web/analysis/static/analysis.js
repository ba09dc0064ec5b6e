// SPDX-License-Identifier: Apache-2.0

// The analysis board: moves for both sides, a tree of variations, the value of every
// move, and lines of the engine. The server knows the rules and the values.

import { Board } from "./board.js";
import { button, find, part, readJSON, write } from "./dom.js";
import { shapesOf, textOf } from "./drawing.js";
import { Lines } from "./lines.js";
import { Seats } from "./seats.js";
import { Tools } from "./tools.js";
import { pointValues, Tree } from "./tree.js";
import { restored, TreeView } from "./tree-view.js";
import { Values, worthNode } from "./values.js";

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Value} Value */
/** @typedef {{position: string, move: string, state: PageState, standing: string, exact: boolean, begins: boolean, worth: import("./tree.js").Worth, moves: Value[]}} Position */

const CLASSES = ["win", "draw", "loss", "estimate", "throws", "best"];

class Analysis {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.texts = readJSON(root, "texts");
    this.address = root.dataset.analysis ?? "";
    this.tree = new Tree(restored(this.address, root) ?? readJSON(root, "tree"));
    this.tree.at = this.tree.made[Number(root.dataset.at)] ?? this.tree.root;
    this.view = new TreeView(root, this.tree, this.address);
    this.asked = 0; // numbers the requests, so that stale answers are dropped
    this.seq = 0; // of the state that is shown
    /** @type {Map<string, Position>} answers, by position and move */
    this.cache = new Map();
    /** @type {Position | null} */
    this.position = null;
    this.seats = new Seats(root, this.texts);
    /** @type {PageState} */
    const state = readJSON(root, "state");
    this.board = new Board(/** @type {any} */ (part(root, "board")), this.texts, state, {
      onMove: (move) => this.play(move),
      onProgress: (progress) => this.progress(progress),
      onShow: (shown) => {
        this.seats.set(shown);
        this.board.drawing.show({ shapes: shapesOf(this.tree.at.comment) });
      },
      onDraw: (shapes) => this.view.keep(textOf(this.tree.at.comment), shapes),
      onSound: (sound) => this.tools.play(sound),
    });
    this.tools = new Tools(root, this.board);
    this.table = new Values(part(root, "values"), /** @type {HTMLFormElement | null} */ (find(root, "played")));
    this.lines = new Lines(part(root, "lines"), this.address, this.texts, (move) => this.play(move), (found) => this.improve(found));
    this.board.set(state);
  }

  start() {
    this.root.dataset.ready = "";
    part(this.root, "values").addEventListener("click", (event) => this.choose(event));
    this.view.listen((node) => this.go(node));
    this.root.addEventListener("click", (event) => {
      const pressed = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-do]"));
      if (pressed) this.act(pressed.dataset.do ?? "");
    });
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("popstate", () => this.pop());
    find(document, "download")?.addEventListener("submit", (event) => {
      /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("tree")).value = JSON.stringify(this.tree.written());
    });
    const asked = new URLSearchParams(location.search).get("position");
    const node = asked && this.tree.find(asked);
    if (node) this.tree.at = node;
    this.show(false);
  }

  /** @param {Event} event */
  choose(event) {
    const link = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-move]"));
    if (!link) return;
    event.preventDefault();
    this.play(link.dataset.move ?? "");
  }

  /**
   * Plays a move, which continues or begins a variation.
   * @param {string} move
   */
  async play(move) {
    const from = this.tree.at;
    const answer = await this.ask(from.position, move);
    if (!answer || this.tree.at !== from) {
      const said = part(this.root, "message").textContent ?? "";
      this.board.refuse();
      if (!answer) this.say(said, true);
      return;
    }
    this.tree.play(answer.move, answer.position);
    this.show(true);
  }

  /** @param {Node | undefined} node */
  go(node) {
    if (!node || node === this.tree.at) return;
    this.tree.at = node;
    this.show(true);
  }

  /** @param {string} what */
  act(what) {
    /** @type {Record<string, () => boolean>} */
    const actions = {
      first: () => this.tree.at !== this.tree.root && Boolean((this.tree.at = this.tree.root)),
      back: () => this.tree.back(),
      on: () => this.tree.forward(),
      last: () => {
        let moved = false;
        while (this.tree.forward()) moved = true;
        return moved;
      },
      up: () => this.tree.sibling(-1),
      down: () => this.tree.sibling(1),
      remove: () => this.tree.remove(),
      promote: () => this.tree.promote(),
      undo: () => this.board.picker.path.length > 0 && (this.board.back(), false),
      end: () => (this.board.endTurn(), false),
    };
    if (actions[what]?.()) this.show(true);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element | null} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target?.closest("input, textarea, select, [data-point]")) return;
    /** @type {Record<string, string>} */
    const keys = { ArrowLeft: "back", ArrowRight: "on", ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last", Delete: "remove" };
    const what = keys[event.key];
    if (event.key === "f") this.tools.use("flip");
    if (!what) return;
    event.preventDefault();
    this.act(what);
  }

  /** Follows the back button. */
  pop() {
    const asked = new URLSearchParams(location.search).get("position");
    const node = this.tree.all()[history.state?.node ?? -1];
    const found = node && node.position === asked ? node : this.tree.find(asked ?? this.tree.root.position);
    if (!found) {
      location.reload(); // of another tree
      return;
    }
    this.tree.at = found;
    this.show(false);
  }

  /**
   * Shows the present node.
   * @param {boolean} news the address changes
   */
  async show(news) {
    const { at } = this.tree;
    if (news) {
      const query = new URLSearchParams(location.search);
      query.set("position", at.position);
      query.delete("ply");
      document.querySelector("[aria-invalid]")?.removeAttribute("aria-invalid"); // what was refused may go
      history.pushState({ node: this.tree.all().indexOf(at) }, "", `${this.address}?${query}`);
    }
    this.view.draw();
    this.view.store();
    this.lines.stop();
    const asked = ++this.asked;
    const answer = at.parent ? await this.ask(at.parent.position, at.move) : await this.ask(at.position, "");
    if (!answer || asked !== this.asked) return;
    this.position = answer;
    this.board.set({ ...answer.state, seq: ++this.seq });
    this.values(answer);
    this.lines.set(answer.position, answer.exact || answer.standing !== "");
  }

  /**
   * Asks the server for a position, or the position after a move.
   * @param {string} position
   * @param {string} move
   * @returns {Promise<Position | null>} null if it is refused
   */
  async ask(position, move) {
    const query = new URLSearchParams({ position, ...(move && { move }) });
    const known = this.cache.get(String(query));
    if (known) return known;
    try {
      const response = await fetch(`${this.address}/state?${query}`, { headers: { Accept: "application/json" } });
      const answer = await response.json();
      if (answer.error) {
        this.say(answer.error.text, true);
        return null;
      }
      this.cache.set(String(query), answer);
      return answer;
    } catch {
      this.say(this.root.dataset.failed ?? "", true);
      return null;
    }
  }

  /**
   * Shows the values beside the board and on it.
   * @param {Position} position
   */
  values({ position, state, standing, begins, worth, moves }) {
    this.say(standing || state.message, false);
    part(this.root, "verdict").replaceChildren(worthNode(worth));
    part(this.root, "news").textContent = begins ? (this.root.dataset.begins ?? "") : "";
    this.table.set(position, moves);
    write(part(this.root, "announce"), [...state.log.map(({ text }) => text), worth.said, worth.text, begins ? this.root.dataset.begins : ""].join(" "));
    this.mark();
  }

  /**
   * Shows the values that the engine has found instead of the quick estimates. Other
   * positions may be worth something else by them, too.
   * @param {import("./lines.js").Found} found
   */
  improve({ worth, moves }) {
    const { position } = this;
    if (!position) return;
    Object.assign(position, { worth, moves });
    for (const [question, known] of this.cache) if (known !== position) this.cache.delete(question);
    part(this.root, "verdict").replaceChildren(worthNode(worth));
    this.table.set(position.position, moves);
    this.mark();
  }

  /** Marks the points that may be touched with the value of the best move through them. */
  mark() {
    const found = this.board.sent || !this.position ? new Map() : pointValues(this.board.picker, this.position.moves);
    for (const point of this.root.querySelectorAll("[data-point]")) {
      const value = found.get(/** @type {SVGElement} */ (point).dataset.point ?? "");
      for (const name of CLASSES) {
        point.classList.toggle(`worth-${name}`, Boolean(value) && (value?.worth.class === name || name === "best" && value.best || name === "throws" && value.throws));
      }
    }
  }

  /** @param {import("./state.js").Progress} progress */
  progress({ begun, ends, step }) {
    part(this.root, "steps").classList.toggle("shown", begun);
    /** @type {HTMLButtonElement} */ (this.root.querySelector("[data-do='end']")).disabled = !ends;
    /** @type {HTMLButtonElement} */ (this.root.querySelector("[data-do='undo']")).disabled = !begun;
    if (begun) this.say(this.texts[ends ? "step.end" : `step.${step}`], false);
    else if (this.position) this.say(this.position.standing || this.position.state.message, false);
    if (this.position) this.mark();
  }

  /**
   * @param {string} text
   * @param {boolean} wrong
   */
  say(text, wrong) {
    const node = part(this.root, "message");
    node.classList.toggle("error", wrong);
    write(node, text);
  }
}

const root = find(document, "analysis");
if (root) new Analysis(root).start();
