// SPDX-License-Identifier: Apache-2.0

// The live stream of a page: a WebSocket that reconnects and resumes where it was.
// It only receives; commands are sent by outbox.js.

/**
 * @typedef {"connecting" | "live" | "moving" | "lost" | "ended" | "gone" | "closed"} Status
 * moving: from a node that drains to another one, which pages do not show;
 * lost: reconnecting; ended: the session has ended; gone: the page does not exist;
 * closed: by the page, for instance in a hidden tab
 */
/**
 * @typedef {object} Options
 * @property {() => string} url the address with what the page has seen so far
 * @property {(message: any) => void} onMessage everything but heartbeats
 * @property {(status: Status) => void} onStatus
 * @property {(url: string) => WebSocket} [open] for tests
 * @property {(after: () => void, ms: number) => any} [wait] for tests
 * @property {(timer: any) => void} [cancel] for tests
 * @property {() => number} [random] for tests
 */

/** Close codes after which the stream does not reconnect. */
const SESSION_ENDED = 4001;
const NOT_FOUND = 4004;
/** Close code of a node that drains. */
const ELSEWHERE = 4010;

/** The server sends a heartbeat every 20 s; after two missed ones the connection is considered dead. */
export const SILENCE = 45_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
/** Attempts to reach another node before the stream counts as lost, and the longest delay of the first attempt. */
const MOVES = 3;
const MOVE_WAIT = 500;
/** In a live game, where heartbeats are frequent, the page tries harder. */
export const GAME_WAIT = 2_000;

/**
 * Returns the delay before the next attempt: exponential, with jitter, so that not all
 * pages reconnect to a restarted server at once.
 * @param {number} attempt 0 for the first
 * @param {() => number} random from 0 to 1
 * @param {number} most the longest delay
 */
export function backoff(attempt, random, most = LONGEST_WAIT) {
  const longest = Math.min(most, FIRST_WAIT * 2 ** attempt);
  return longest / 2 + (longest / 2) * random();
}

export class Live {
  /** @param {Options} options */
  constructor(options) {
    /** @type {Required<Options>} */
    this.options = {
      open: (url) => new WebSocket(url),
      wait: (after, ms) => setTimeout(after, ms),
      cancel: (timer) => clearTimeout(timer),
      random: Math.random,
      ...options,
    };
    /** @type {WebSocket | null} */
    this.socket = null;
    this.attempt = 0;
    this.heartbeat = 0; // milliseconds between heartbeats in a live game; 0 in others
    /** @type {Status} */
    this.status = "closed";
    this.retryTimer = undefined;
    this.silenceTimer = undefined;
  }

  /** Opens the stream, or tries again at once. */
  connect() {
    if (this.socket || this.status === "ended" || this.status === "gone") return;
    this.options.cancel(this.retryTimer);
    if (this.status === "closed") this.setStatus("connecting");
    const socket = this.options.open(this.options.url());
    this.socket = socket;
    socket.onmessage = (event) => this.receive(socket, event.data);
    socket.onclose = (event) => this.onClose(socket, event.code);
    this.restartTimeout(socket);
  }

  /** Notes that the network is gone: the browser may not notice for long that the stream is dead. */
  networkLost() {
    if (this.status === "connecting" || this.status === "live" || this.status === "moving") this.fail();
  }

  /** Tries again at once, even if an attempt is under way: the network is back. */
  networkBack() {
    if (this.status === "lost") this.drop();
    this.attempt = 0;
    this.connect();
  }

  /** Closes the stream until connect is called. */
  close() {
    this.drop();
    if (this.status !== "ended" && this.status !== "gone") this.setStatus("closed");
  }

  /**
   * @param {WebSocket} socket
   * @param {string} data
   */
  receive(socket, data) {
    if (socket !== this.socket) return;
    this.attempt = 0; // only a message ends the backoff, not an open connection
    this.setStatus("live");
    const message = parse(data);
    if (message?.type === "state") this.heartbeat = message.beat_ms ?? 0;
    this.restartTimeout(socket);
    if (message && message.type !== "ping") this.options.onMessage(message);
  }

  /**
   * @param {WebSocket} socket
   * @param {number} code
   */
  onClose(socket, code) {
    if (socket !== this.socket) return;
    this.drop();
    if (code === SESSION_ENDED) return this.setStatus("ended");
    if (code === NOT_FOUND) return this.setStatus("gone");
    if ((code === ELSEWHERE || this.status === "moving") && this.attempt < MOVES) this.move();
    else this.fail();
  }

  /** Connects to another node, after a random delay (jitter). */
  move() {
    this.drop();
    this.setStatus("moving");
    this.retryTimer = this.options.wait(() => this.connect(), MOVE_WAIT * (this.attempt++ + this.options.random()));
  }

  /** Drops the connection and tries again later. */
  fail() {
    this.drop();
    this.setStatus("lost");
    const most = this.heartbeat > 0 ? GAME_WAIT : LONGEST_WAIT;
    this.retryTimer = this.options.wait(() => this.connect(), backoff(this.attempt++, this.options.random, most));
  }

  /**
   * Closes a connection that has become silent: in a live game after two and a half
   * heartbeats.
   * @param {WebSocket} socket
   */
  restartTimeout(socket) {
    this.options.cancel(this.silenceTimer);
    this.silenceTimer = this.options.wait(() => {
      if (socket !== this.socket) return;
      this.fail();
    }, this.heartbeat > 0 ? 2.5 * this.heartbeat : SILENCE);
  }

  drop() {
    const { socket } = this;
    this.socket = null;
    this.options.cancel(this.retryTimer);
    this.options.cancel(this.silenceTimer);
    socket?.close();
  }

  /** @param {Status} status */
  setStatus(status) {
    if (this.status === status) return;
    this.status = status;
    this.options.onStatus(status);
  }
}

/** Milliseconds after which a hidden tab closes its stream. */
const HIDDEN = 15 * 60_000;

/**
 * Makes a stream follow the page: it rests in tabs hidden for long and in the
 * back/forward cache, is lost at once when the network goes, and reconnects at once
 * when it returns.
 * @param {Live} live
 */
export function followPage(live) {
  let timer = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => live.close(), HIDDEN);
    else live.connect();
  });
  addEventListener("offline", () => live.networkLost());
  addEventListener("online", () => live.networkBack());
  addEventListener("pagehide", () => live.close());
  addEventListener("pageshow", () => live.connect());
}

/**
 * Returns the address of a stream for a path of this server.
 * @param {string} path
 */
export function streamURL(path) {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

/** @param {string} data */
function parse(data) {
  try {
    return JSON.parse(data);
  } catch {
    return null; // not a message of this server
  }
}
