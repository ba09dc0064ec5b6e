// SPDX-License-Identifier: Apache-2.0

// The live stream of a page: a WebSocket that comes back by itself and goes on
// where it was. It only receives; commands are sent by outbox.js.

/**
 * @typedef {"connecting" | "live" | "lost" | "ended" | "gone" | "resting"} Status
 * lost: trying again; ended: the session is over; gone: nothing to see here;
 * resting: closed by ourselves, for instance in a hidden tab
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

/** Codes the server closes with when coming back is of no use. */
const SESSION_ENDED = 4001;
const NOT_FOUND = 4004;

/** The server sends a heartbeat every 20 s; two missed ones and a bit more mean the line is dead. */
export const SILENCE = 45_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;

/**
 * How long to wait before another attempt: twice as long each time, and never
 * the same for everybody, so that a server that restarts is not stormed.
 * @param {number} attempt 0 for the first
 * @param {() => number} random from 0 to 1
 */
export function backOff(attempt, random) {
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt);
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
    /** @type {Status} */
    this.status = "resting";
    this.retryTimer = undefined;
    this.silenceTimer = undefined;
  }

  /** Opens the stream, or tries again at once. */
  connect() {
    if (this.socket || this.status === "ended" || this.status === "gone") return;
    this.options.cancel(this.retryTimer);
    if (this.status === "resting") this.turn("connecting");
    const socket = this.options.open(this.options.url());
    this.socket = socket;
    socket.onmessage = (event) => this.receive(socket, event.data);
    socket.onclose = (event) => this.closed(socket, event.code);
    this.watch(socket);
  }

  /** Closes the stream until connect is called. */
  rest() {
    this.drop();
    if (this.status !== "ended" && this.status !== "gone") this.turn("resting");
  }

  /**
   * @param {WebSocket} socket
   * @param {string} data
   */
  receive(socket, data) {
    if (socket !== this.socket) return;
    this.watch(socket);
    this.attempt = 0; // only a line that works ends the back-off, not one that opens
    this.turn("live");
    const message = parse(data);
    if (message && message.type !== "ping") this.options.onMessage(message);
  }

  /**
   * @param {WebSocket} socket
   * @param {number} code
   */
  closed(socket, code) {
    if (socket !== this.socket) return;
    this.drop();
    if (code === SESSION_ENDED) return this.turn("ended");
    if (code === NOT_FOUND) return this.turn("gone");
    this.turn("lost");
    this.retryTimer = this.options.wait(() => this.connect(), backOff(this.attempt++, this.options.random));
  }

  /**
   * Gives up a line on which nothing is heard any more.
   * @param {WebSocket} socket
   */
  watch(socket) {
    this.options.cancel(this.silenceTimer);
    this.silenceTimer = this.options.wait(() => {
      if (socket !== this.socket) return;
      socket.close();
      this.closed(socket, 0);
    }, SILENCE);
  }

  drop() {
    const { socket } = this;
    this.socket = null;
    this.options.cancel(this.retryTimer);
    this.options.cancel(this.silenceTimer);
    socket?.close();
  }

  /** @param {Status} status */
  turn(status) {
    if (this.status === status) return;
    this.status = status;
    this.options.onStatus(status);
  }
}

/** Time after which a hidden tab closes its stream: long enough not to look away. */
const HIDDEN = 15 * 60_000;

/**
 * Lets a stream follow the page: it rests in tabs hidden for long and in pages
 * kept for going back, and tries again at once when the network returns.
 * @param {Live} live
 */
export function followPage(live) {
  let timer = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => live.rest(), HIDDEN);
    else live.connect();
  });
  addEventListener("online", () => live.connect());
  addEventListener("pagehide", () => live.rest());
  addEventListener("pageshow", () => live.connect());
}

/**
 * Makes the address of a stream from a path of this server.
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
    return null; // not ours; the next message will be
  }
}
