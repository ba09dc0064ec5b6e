// SPDX-License-Identifier: Apache-2.0

// The page of a match. The server has drawn it; this script connects its parts:
// states come from the stream, commands go to the outbox.

import { Board } from "./board.js";
import { Changes } from "./change.js";
import { find, part, readJSON } from "./dom.js";
import { Connection } from "./connection.js";
import { followPage, Live, streamURL } from "./live.js";
import { Moves } from "./moves.js";
import { Outbox } from "./outbox.js";
import { Panel } from "./panel.js";
import { Phrases } from "./phrases.js";
import { refetch } from "./refetch.js";
import { Seats } from "./seats.js";
import { fill, isNews } from "./state.js";
import { Tools } from "./tools.js";
import { keepTouched, touchedIn } from "./touched.js";
import { pastState } from "./turns.js";

/** @typedef {import("./state.js").PageState} PageState */

/** Commands that apply only to the position the player has seen. */
const SEEN = ["move", "undo", "redo"];
/** Milliseconds after which the page shows that a move is still being sent. */
const SLOW = 400;
/** Milliseconds for which the page shows why a touch was refused. */
const REASON = 4000;

class Page {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.texts = readJSON(root, "texts");
    /** @type {PageState} */
    this.state = readJSON(root, "state");
    this.changes = new Changes();
    this.slow = 0; // timer
    this.panel = new Panel(root, this.texts);
    this.seats = new Seats(root, this.texts);
    /** @type {import("./moves.js").Turn | null} the earlier turn that is shown */
    this.past = null;
    this.moves = new Moves(root, this.texts, this.state, (turn, way) => this.showTurn(turn, way));
    this.link = new Connection(root, this.texts);
    const beside = find(document, "aside");
    this.phrases = beside && new Phrases(beside);
    this.board = new Board(/** @type {any} */ (part(root, "board")), this.texts, this.state, {
      onMove: (move) => this.send("move", { move }),
      onProgress: (progress) => {
        this.asked++;
        this.panel.progress(progress);
        keepTouched(this.state, this.board.picker.path);
      },
      onShow: (state) => this.shown(state),
      onSound: (sound) => this.tools.play(sound),
      onRefuse: (path) => this.explain(path),
      onPremove: (path) => this.premoved(path),
    }, document.documentElement.dataset.confirm === "on");
    this.tools = new Tools(root, this.board);
    this.asked = 0; // numbers the questions why a touch is refused; later input makes an answer stale
    this.outbox = new Outbox({
      url: (name) => root.dataset.commands + name,
      onDone: (command, seq) => this.done(seq),
      onRefused: (command, error, state) => this.refused(command, error, state),
      onUndelivered: () => this.connection(),
    });
    this.live = new Live({
      url: () => streamURL(`${root.dataset.live}?changes=1&since=${this.state.seq}`),
      onMessage: (message) => {
        if (message.type === "state" || message.type === "change") this.follow(message);
        if (message.type === "aside") this.phrases?.set(message);
      },
      onStatus: (status) => {
        if (status === "lost" || status === "moving") this.outbox.interrupt();
        if (status === "live") this.outbox.retry();
        if (status === "ended") this.leave();
        this.connection();
      },
    });
  }

  start() {
    if (location.search.includes("path=")) { // touches made before the script was loaded
      history.replaceState(null, "", location.pathname);
      this.refetch();
    }
    const path = touchedIn(this.state);
    this.show();
    if (path.length > 0 && !this.moves.past) this.board.resume(path);
    this.moves.start();
    find(this.root, "back")?.addEventListener("click", () => this.board.back());
    find(this.root, "end-turn")?.addEventListener("click", () => this.board.endTurn());
    this.panel.listen((name, body) => this.send(name, body));
    this.phrases?.listen();
    followPage(this.live);
    addEventListener("online", () => this.outbox.retry());
    this.live.connect();
  }

  /** @param {any} message a state or a change */
  follow(message) {
    const state = this.changes.take(message);
    if (state) return this.set(state);
    this.live.close(); // the next stream begins with a whole state
    this.live.connect();
  }

  /**
   * Shows a state, unless the page has a newer one.
   * @param {PageState} state
   */
  set(state) {
    if (!isNews(this.state, state)) return;
    const before = this.state;
    this.state = { ...state, came: performance.now() };
    if (state.rematch && !before.rematch) {
      location.assign(state.rematch); // both have agreed
      return;
    }
    this.show();
    if (state.seq > before.seq) this.refetch();
  }

  /** Replaces what only the server draws. Without a legal move there are no select boxes. */
  refetch() {
    refetch(location.pathname, this.state.moves.length > 0 ? [] : ["pick"]);
  }

  show() {
    this.phrases?.follow(this.state);
    clearTimeout(this.slow);
    if (!this.moves.past) {
      this.board.set(this.state); // everything else follows its animation
      return;
    }
    this.moves.set(this.state);
    this.panel.set(this.state);
    if (this.past) this.seats.set(this.stateAt(this.past));
  }

  /**
   * Shows what the board shows. The board reports the progress of a move afterwards.
   * @param {PageState} state
   */
  shown(state) {
    this.seats.set(state);
    this.link.set(state); // after the seats, whose presence it corrects
    if (state.status === "past") return;
    this.panel.set(state);
    this.moves.set(state); // after the panel, whose end makes the list shorter
    this.tools.watch(state);
  }

  /**
   * Shows an earlier turn, or the present.
   * @param {import("./moves.js").Turn | null} turn
   * @param {string[]} way the points of the move between this turn and the previous
   */
  showTurn(turn, way) {
    const returns = this.past && !turn;
    this.past = turn;
    if (returns) this.refetch();
    this.board.jump(turn ? this.stateAt(turn) : this.state, way);
    if (turn) this.panel.past(turn, this.state);
  }

  /**
   * Returns the state of an earlier turn. While the match runs, its clocks are the
   * present ones.
   * @param {import("./moves.js").Turn} turn
   * @returns {PageState}
   */
  stateAt(turn) {
    const state = pastState(this.state, turn);
    if (this.state.status === "over") return state;
    for (const side of /** @type {const} */ (["white", "black"])) state.sides[side].clock_ms = this.state.sides[side].clock_ms;
    return state;
  }

  /**
   * Asks the server why the last of some points cannot be touched, and shows the
   * reason for a while.
   * @param {string[]} path
   */
  async explain(path) {
    const asked = ++this.asked;
    try {
      const query = new URLSearchParams({ path: path.join(",") });
      const response = await fetch(`${this.root.dataset.commands}why?${query}`, { headers: { Accept: "application/json" } });
      const { error } = await response.json();
      if (!error || asked !== this.asked) return;
      this.panel.refuse(error.text);
      setTimeout(() => asked === this.asked && this.panel.restore(), REASON);
    } catch {
      // without a connection there is no reason to show
    }
  }

  /** @param {string[]} path the points of the premove */
  premoved(path) {
    this.asked++;
    if (path.length > 0) this.panel.say(fill(this.texts.premove, { points: path.join(" "), cancel: this.texts[matchMedia("(pointer: coarse)").matches ? "premove.tap" : "premove.key"] }));
    else this.panel.restore();
  }

  /**
   * @param {string} name
   * @param {Record<string, unknown>} body
   */
  send(name, body) {
    if (SEEN.includes(name)) body.expect = this.state.seq;
    const taken = this.outbox.send(name, body);
    if (name !== "move") return;
    if (!taken) this.board.refuse();
    else this.slow = setTimeout(() => this.panel.say(fill(this.texts.sending, { move: String(body.move) })), SLOW);
  }

  /**
   * A command is stored: the stream brings the new state, or without a stream the
   * page requests it.
   * @param {number} seq
   */
  async done(seq) {
    this.connection();
    if (this.live.status === "live" || this.state.seq >= seq) return;
    try {
      const response = await fetch(location.pathname, { headers: { Accept: "application/json" } });
      const { state } = await response.json();
      if (state) this.set({ ...state, log: state.log ?? [] });
    } catch {
      // the stream brings it when it reconnects
    }
  }

  /**
   * @param {import("./outbox.js").Command} command
   * @param {{code: string, text: string}} error
   * @param {PageState | undefined} state
   */
  refused(command, error, state) {
    clearTimeout(this.slow);
    this.connection();
    if (state) this.set(state);
    if (command.name === "move") {
      if (error.code === "stale" && this.board.sent) {
        this.send("move", command.body); // only clocks or offers have moved on
        return;
      }
      this.board.refuse();
    }
    this.panel.refuse(error.text);
  }

  /** Blocks the page after the session has ended, and shows the link to log in. */
  leave() {
    this.state = { ...this.state, moves: [], offer: null, can: {}, message: this.texts.ended };
    this.show();
    const link = find(this.root, "login");
    if (link) link.hidden = false;
  }

  connection() {
    const { status } = this.live;
    this.link.setLost(status === "lost");
    const retrying = this.outbox.command && this.outbox.attempt > 0;
    if (status === "ended" || status === "gone") this.panel.connection(this.texts[status], true);
    else if (retrying) this.panel.connection(this.texts.resending, true);
    else if (status === "lost") this.panel.connection(this.texts.reconnecting, true);
    else this.panel.connection("", false);
  }
}

const root = find(document, "match");
if (root) new Page(root).start();
