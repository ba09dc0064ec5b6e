// SPDX-License-Identifier: Apache-2.0

// A game that is played in the browser, at one screen or against the computer. A
// worker knows the rules; the page keeps the game in the browser after every move.

import { Board } from "./board.js";
import { Seats, write } from "./seats.js";
import { Sounds } from "./sound.js";

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {import("./board.js").Progress} Progress */
/** @typedef {{state?: PageState, moves: string[], record: string, name: string, level: string, side: string, error?: string}} Answer */
/** @typedef {{record: string, level: string, side: string}} Kept a game as the browser keeps it */

/** Milliseconds for which the reason of a refused touch is shown. */
const REASON = 4000;

/** Engine asks the worker. */
class Engine {
  /** @param {string} address */
  constructor(address) {
    this.worker = new Worker(address, { type: "module" });
    this.last = 0;
    /** @type {Map<number, {resolve: (answer: Answer) => void, reject: (error: Error) => void}>} */
    this.open = new Map();
    this.worker.addEventListener("message", ({ data: { id, answer, failed } }) => {
      const waiting = this.open.get(id);
      this.open.delete(id);
      if (failed) waiting?.reject(new Error(failed));
      else waiting?.resolve(answer);
    });
    this.worker.addEventListener("error", () => this.fail());
  }

  /** Reports to all who wait that there is no answer. */
  fail() {
    for (const { reject } of this.open.values()) reject(new Error("worker"));
    this.open.clear();
  }

  /**
   * @param {Record<string, unknown>} request
   * @returns {Promise<Answer>}
   */
  ask(request) {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.open.set(id, { resolve, reject });
      this.worker.postMessage({ id, request });
    });
  }
}

/** Remote asks the program that serves the page. */
class Remote {
  /** @param {string} address */
  constructor(address) {
    this.address = `${address}?table=${crypto.randomUUID()}`;
    /** @type {Promise<unknown>} */
    this.before = Promise.resolve(); // requests are answered in their order
  }

  /**
   * @param {Record<string, unknown>} request
   * @returns {Promise<Answer>}
   */
  ask(request) {
    const answer = this.before.then(async () => {
      const response = await fetch(this.address, { method: "POST", body: JSON.stringify(request) });
      if (!response.ok) throw new Error(await response.text());
      return response.json();
    });
    this.before = answer.catch(() => {});
    return answer;
  }
}

class Game {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.texts = readJSON(root, "[data-texts]");
    this.setup = readJSON(root, "[data-setup]");
    /** @type {PageState} */
    this.state = readJSON(root, "[data-state]");
    /** @type {Answer} */
    this.answer = { moves: [], record: "", name: "", level: "", side: "white" };
    this.begun = false; // a move is being entered
    this.level = "";
    this.side = "white";
    this.asked = 0; // counts questions why a touch is refused, and what makes their answers old
    /** @type {WeakMap<PageState, Answer>} */
    this.answers = new WeakMap();
    this.turn = 0; // counts what was asked, so that late replies are dropped
    this.seats = new Seats(root, this.texts);
    this.sounds = new Sounds();
    this.sounds.on = document.documentElement.dataset.sound === "on";
    const confirm = document.documentElement.dataset.confirm === "on";
    this.board = new Board(/** @type {any} */ (root.querySelector("[data-board]")), this.texts, this.state, {
      onMove: (move) => this.play({ do: "move", move }),
      onProgress: (progress) => this.progress(progress),
      onShow: (state) => this.shown(state),
      onSound: (sound) => this.sounds.play(sound),
      onRefuse: (path) => this.explain(path),
    }, confirm);
    /** @type {Engine | Remote | null} */
    this.engine = null;
  }

  async start() {
    this.board.set(this.state);
    this.listen();
    if (this.setup.call) this.begin();
    else if ("caches" in window && (await caches.match(this.setup.engine))) this.begin(); // it is here already
  }

  listen() {
    this.button("begin")?.addEventListener("click", () => this.begin());
    this.button("back")?.addEventListener("click", () => this.board.back());
    this.button("end-turn")?.addEventListener("click", () => this.board.endTurn());
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (this.root.querySelectorAll("[data-do]"))) {
      button.addEventListener("click", () => this.play({ do: button.dataset.do }));
    }
    this.button("save")?.addEventListener("click", () => download(this.answer.name, this.answer.record));
    const file = /** @type {HTMLInputElement} */ (part(this.root, "file"));
    this.button("load")?.addEventListener("click", () => file.click());
    file.addEventListener("change", async () => {
      const record = await file.files?.[0]?.text();
      file.value = "";
      if (record) this.open(record);
    });
    part(this.root, "new")?.addEventListener("submit", (event) => {
      event.preventDefault();
      const fields = new FormData(/** @type {HTMLFormElement} */ (event.target));
      this.level = String(fields.get("level"));
      this.side = String(fields.get("side"));
      this.play({ do: "new", game: this.setup.game, level: this.level, side: this.side });
    });
  }

  /** Loads the program, and goes on with the kept game or begins one. */
  async begin() {
    if (this.engine) return;
    this.engine = this.setup.call ? new Remote(this.setup.call) : new Engine(this.setup.worker);
    const message = part(this.root, "message");
    this.say(message?.dataset.loading ?? "", false);
    const button = part(this.root, "begin");
    if (button) button.hidden = true;
    navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage("keep"));
    try {
      await this.engine.ask({ do: "setup", lang: this.setup.lang, men: this.setup.men, texts: this.setup.texts });
    } catch {
      this.engine = null;
      if (button) button.hidden = false;
      this.say(message?.dataset.failed ?? "", true);
      return;
    }
    this.root.dataset.local = "ready";
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (this.root.querySelectorAll("[data-load], [data-new] button"))) {
      button.disabled = false;
    }
    await this.resume();
  }

  /** Goes on with the kept game, or begins one. */
  async resume() {
    const kept = this.setup.call ? { do: "resume", game: this.setup.game } : keptGame(this.setup.game);
    if (kept && (await this.play({ do: "load", ...kept }))) {
      this.select("level", this.level);
      this.select("side", this.side);
      return;
    }
    await this.play({ do: "new", game: this.setup.game, level: this.level, side: this.side });
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  select(name, value) {
    /** @type {HTMLSelectElement} */ (this.root.querySelector(`[name="${name}"]`)).value = value;
  }

  /**
   * Opens a record; one of another game opens on the page of that game.
   * @param {string} record
   */
  async open(record) {
    await this.play({ do: "load", record, level: this.level, side: this.side });
    const { game } = this.state;
    if (game !== this.setup.game) location.assign(`/local/${game}`);
  }

  /**
   * Sends a request and shows the answer; if the computer is to move then, it does.
   * @param {Record<string, unknown>} request
   * @returns {Promise<boolean>} whether it was done
   */
  async play(request) {
    const turn = ++this.turn;
    const answer = await this.engine?.ask(request).catch(() => null);
    if (!answer) {
      this.board.refuse();
      this.say(part(this.root, "message")?.dataset.failed ?? "", true);
      return false;
    }
    if (answer.error) {
      this.board.refuse();
      this.say(answer.error, true);
      return false;
    }
    this.show(answer);
    if (!this.thinks()) return true;
    const reply = await this.engine?.ask({ do: "think" }).catch(() => null);
    if (reply && turn === this.turn) this.show(reply); // else a later answer holds it
    return true;
  }

  /**
   * Says why a point cannot be touched.
   * @param {string[]} path
   */
  async explain(path) {
    const asked = ++this.asked;
    const answer = await this.engine?.ask({ do: "why", path }).catch(() => null);
    if (!answer?.error || asked !== this.asked) return;
    this.say(answer.error, true);
    setTimeout(() => asked === this.asked && this.say(this.state.message, false), REASON);
  }

  /** Whether the computer is to move. */
  thinks() {
    return this.state.status === "playing" && this.state.kind === "computer" && this.state.turn !== this.state.you;
  }

  /** @param {Answer} answer */
  show(answer) {
    if (!answer.state) return;
    this.answer = answer;
    this.state = answer.state;
    this.level = answer.level;
    this.side = answer.side;
    if (!this.setup.call) keep(this.state.game, { record: answer.record, level: this.level, side: this.side });
    if (this.state.game !== this.setup.game) return; // its page shows it
    this.answers.set(this.state, answer);
    this.board.set(this.state);
  }

  /**
   * Shows the rest of a state once the board shows it.
   * @param {PageState} state
   */
  shown(state) {
    this.seats.set(state);
    const answer = this.answers.get(state);
    if (!answer) return; // the page as it came
    this.asked++;
    this.say(state.message, false);
    write(part(this.root, "announce"), [...state.log.map(({ text }) => text), state.message].join(" "));
    this.moves(answer.moves);
    this.end(state);
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (this.root.querySelectorAll("[data-do]"))) {
      button.disabled = !state.can[button.dataset.do ?? ""];
    }
    /** @type {HTMLButtonElement} */ (part(this.root, "save")).disabled = answer.moves.length === 0;
  }

  /**
   * Lists the moves, both sides on a line.
   * @param {string[]} moves
   */
  moves(moves) {
    const list = /** @type {HTMLElement} */ (part(this.root, "moves"));
    const lines = [];
    for (let i = 0; i < moves.length; i += 2) {
      const line = document.createElement("li");
      for (const move of moves.slice(i, i + 2)) line.append(Object.assign(document.createElement("span"), { textContent: move }), " ");
      lines.push(line);
    }
    list.replaceChildren(...lines);
    list.scrollTop = list.scrollHeight;
  }

  /**
   * Shows how the game ended.
   * @param {PageState} state
   */
  end({ end }) {
    /** @type {HTMLElement} */ (part(this.root, "end")).hidden = !end;
    write(part(this.root, "end-title"), end?.title ?? "");
    write(part(this.root, "end-text"), end?.text ?? "");
  }

  /**
   * Shows the progress of the move.
   * @param {Progress} progress
   */
  progress({ begun, ends, whole, step }) {
    part(this.root, "steps")?.classList.toggle("shown", begun);
    const end = this.button("end-turn");
    if (end) {
      end.disabled = !ends;
      write(end, this.texts[whole ? "confirm" : "end-turn"]);
    }
    /** @type {HTMLButtonElement} */ (this.button("back")).disabled = !begun;
    if (begun) this.say(this.texts[ends ? (whole ? "step.confirm" : "step.end") : `step.${step}`], false);
    else if (this.begun) this.say(this.state.message, false);
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

  /** @param {string} name */
  button(name) {
    return /** @type {HTMLButtonElement | null} */ (part(this.root, name));
  }
}

/**
 * Returns the kept game of a rule set.
 * @param {string} game
 * @returns {Kept | null}
 */
function keptGame(game) {
  try {
    return JSON.parse(localStorage.getItem(`cairn-local-${game}`) ?? "null");
  } catch {
    return null; // storage is closed, or holds something else
  }
}

/**
 * Keeps a game in the browser.
 * @param {string} game
 * @param {Kept} kept
 */
function keep(game, kept) {
  try {
    localStorage.setItem(`cairn-local-${game}`, JSON.stringify(kept));
  } catch {
    // storage is closed or full: the game lasts as long as the page
  }
}

/**
 * Saves a text as a file.
 * @param {string} name
 * @param {string} text
 */
function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * @param {ParentNode} root
 * @param {string} name
 * @returns {HTMLElement | null} the part marked data-NAME
 */
function part(root, name) {
  return root.querySelector(`[data-${name}]`);
}

/**
 * @param {ParentNode} root
 * @param {string} selector
 */
function readJSON(root, selector) {
  return JSON.parse(root.querySelector(selector)?.textContent ?? "null");
}

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-local]"));
if (root) new Game(root).start();
