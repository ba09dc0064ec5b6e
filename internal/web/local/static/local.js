// SPDX-License-Identifier: Apache-2.0

// A game that is played in the browser, at one screen or against the computer. A
// worker knows the rules; the page stores the game in the browser after every move.

import { BoardPage } from "./board-page.js";
import { button, find, part, readJSON, write } from "./dom.js";
import { RemoteEngine, WorkerEngine } from "./local-engine.js";
import { download, loadGame, storeGame } from "./local-store.js";

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {import("./local-engine.js").Answer} Answer */

/** Milliseconds for which the reason of a refused touch is shown. */
const REASON = 4000;

class Game extends BoardPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, document.documentElement.dataset.confirm === "on");
    this.setup = readJSON(root, "setup");
    /** @type {Answer} */
    this.answer = { moves: [], record: "", name: "", level: "", side: "white" };
    this.level = "";
    this.side = "white";
    this.asked = 0; // numbers the questions why a touch is refused; a later question or state makes an answer stale
    /** @type {WeakMap<PageState, Answer>} */
    this.answers = new WeakMap();
    this.turn = 0; // numbers the requests, so that late replies are dropped
    /** @type {WorkerEngine | RemoteEngine | null} */
    this.engine = null;
  }

  async start() {
    super.start();
    this.listen();
    if (this.setup.call) this.begin();
    else if ("caches" in window && (await caches.match(this.setup.engine))) this.begin(); // it is here already
  }

  /** @param {string} move */
  enter(move) {
    this.play({ do: "move", move });
  }

  listen() {
    find(this.root, "begin")?.addEventListener("click", () => this.begin());
    for (const node of /** @type {NodeListOf<HTMLButtonElement>} */ (this.root.querySelectorAll("[data-do]"))) {
      node.addEventListener("click", () => this.play({ do: node.dataset.do }));
    }
    find(this.root, "save")?.addEventListener("click", () => download(this.answer.name, this.answer.record));
    const file = /** @type {HTMLInputElement} */ (part(this.root, "file"));
    find(this.root, "load")?.addEventListener("click", () => file.click());
    file.addEventListener("change", async () => {
      const record = await file.files?.[0]?.text();
      file.value = "";
      if (record) this.open(record);
    });
    find(this.root, "new")?.addEventListener("submit", (event) => {
      event.preventDefault();
      const fields = new FormData(/** @type {HTMLFormElement} */ (event.target));
      this.level = String(fields.get("level"));
      this.side = String(fields.get("side"));
      this.play({ do: "new", game: this.setup.game, level: this.level, side: this.side });
    });
  }

  /** Loads the program, and resumes the stored game or begins one. */
  async begin() {
    if (this.engine) return;
    this.engine = this.setup.call ? new RemoteEngine(this.setup.call) : new WorkerEngine(this.setup.worker);
    const { loading, failed } = part(this.root, "message").dataset;
    this.say(loading ?? "", false);
    const offer = find(this.root, "begin");
    if (offer) offer.hidden = true;
    navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage("cache"));
    try {
      await this.engine.ask({ do: "setup", lang: this.setup.lang, men: this.setup.men, texts: this.setup.texts });
    } catch {
      this.engine = null;
      if (offer) offer.hidden = false;
      this.say(failed ?? "", true);
      return;
    }
    this.root.dataset.local = "ready";
    for (const node of /** @type {NodeListOf<HTMLButtonElement>} */ (this.root.querySelectorAll("[data-load], [data-new] button"))) {
      node.disabled = false;
    }
    await this.resume();
  }

  /** Resumes the stored game, or begins one. */
  async resume() {
    const stored = this.setup.call ? { do: "resume", game: this.setup.game } : loadGame(this.setup.game);
    if (stored && (await this.play({ do: "load", ...stored }))) {
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
      this.say(part(this.root, "message").dataset.failed ?? "", true);
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
    this.prompt = this.state.message;
    this.level = answer.level;
    this.side = answer.side;
    if (!this.setup.call) storeGame(this.state.game, { record: answer.record, level: this.level, side: this.side });
    if (this.state.game !== this.setup.game) return; // its page shows it
    this.answers.set(this.state, answer);
    this.board.set(this.state);
  }

  /**
   * Shows the rest of a state once the board shows it.
   * @param {PageState} state
   */
  shown(state) {
    super.shown(state);
    const answer = this.answers.get(state);
    if (!answer) return; // the page as it came
    this.asked++;
    this.say(state.message, false);
    write(part(this.root, "announce"), [...state.log.map(({ text }) => text), state.message].join(" "));
    this.moves(answer.moves);
    this.end(state);
    for (const node of /** @type {NodeListOf<HTMLButtonElement>} */ (this.root.querySelectorAll("[data-do]"))) {
      node.disabled = !state.can[node.dataset.do ?? ""];
    }
    button(this.root, "save").disabled = answer.moves.length === 0;
  }

  /**
   * Lists the moves, both sides on a line.
   * @param {string[]} moves
   */
  moves(moves) {
    const list = part(this.root, "moves");
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
    part(this.root, "end").hidden = !end;
    write(part(this.root, "end-title"), end?.title ?? "");
    write(part(this.root, "end-text"), end?.text ?? "");
  }
}

const root = find(document, "local");
if (root) new Game(root).start();
