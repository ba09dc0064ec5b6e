// SPDX-License-Identifier: Apache-2.0

// Sends commands, one at a time. One more may wait, because the stream can be
// faster than the answer to the first. A command that could not be delivered is
// sent again with the same id, and the server does it once.

import { backOff, GAME_WAIT } from "./live.js";

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {{name: string, body: Record<string, unknown>, unknown?: boolean}} Command */
/**
 * @typedef {object} Options
 * @property {(name: string) => string} url the address of a command
 * @property {(command: Command, seq: number) => void} onDone it is stored
 * @property {(command: Command, error: {code: string, text: string}, state?: PageState) => void} onRefused it is not
 * @property {(command: Command) => void} onKept it could not be delivered and is kept
 * @property {typeof fetch} [fetch] for tests
 * @property {(after: () => void, ms: number) => any} [wait] for tests
 * @property {() => number} [random] for tests
 */

/** Timeout of a request in milliseconds. */
const PATIENCE = 15_000;

export class Outbox {
  /** @param {Options} options */
  constructor(options) {
    /** @type {Required<Options>} */
    this.options = {
      fetch: (url, init) => fetch(url, init),
      wait: (after, ms) => setTimeout(after, ms),
      random: Math.random,
      ...options,
    };
    /** @type {Command | null} the command being sent */
    this.command = null;
    /** @type {Command | null} the one that follows it */
    this.following = null;
    this.sending = false;
    this.attempt = 0;
    this.doubted = false; // the connection was lost while it was being sent
    this.request = new AbortController();
  }

  /**
   * Sends a command, after the current one. It is dropped when it is the current one
   * again, of the same state, when that cannot be delivered, or when another one waits
   * already.
   * @param {string} name
   * @param {Record<string, unknown>} body with an id when it was sent before
   * @returns {boolean} whether it was accepted
   */
  send(name, body) {
    const command = { name, body: { id: newID(), ...body } };
    if (!this.command) {
      this.begin(command);
      return true;
    }
    const again = this.command.name === name && this.command.body.expect === body.expect;
    if (this.following || this.attempt > 0 || again) return false;
    this.following = command;
    return true;
  }

  /** @param {Command} command */
  begin(command) {
    this.command = command;
    this.attempt = 0;
    this.deliver();
  }

  /** Notes that the connection is lost: a request under way may never be answered. */
  doubt() {
    this.doubted = this.sending;
  }

  /** Tries again at once, for instance when the connection is back. */
  retry() {
    if (!this.command) return;
    if (!this.sending) this.deliver();
    else if (this.doubted) this.request.abort(); // deliver sends it again
  }

  /** @returns {Promise<void>} */
  async deliver() {
    const { command } = this;
    if (!command || this.sending) return;
    this.sending = true;
    this.doubted = false;
    this.request = new AbortController();
    const answer = await this.post(command);
    this.sending = false;
    if (!answer && this.request.signal.aborted) return this.deliver();
    if (!answer) {
      this.options.onKept(command);
      this.options.wait(() => this.retry(), backOff(this.attempt++, this.options.random, GAME_WAIT));
      return;
    }
    this.command = null;
    if (answer.error) this.options.onRefused(command, answer.error, answer.state);
    else this.options.onDone(command, answer.seq ?? 0);
    const next = this.following;
    if (this.command || !next) return;
    this.following = null;
    this.begin(next);
  }

  /**
   * Returns the answer of the server, or null when there was none. The answer that
   * it is not known whether the command was done is none, and from then on neither
   * is the one that nothing can be saved.
   * @param {Command} command
   * @returns {Promise<{seq?: number, error?: {code: string, key?: string, text: string}, state?: PageState} | null>}
   */
  async post(command) {
    const { name, body } = command;
    try {
      const response = await this.options.fetch(this.options.url(name), {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify(body),
        credentials: "same-origin",
        signal: AbortSignal.any([this.request.signal, AbortSignal.timeout(PATIENCE)]),
      });
      const answer = await response.json();
      if (answer.error?.key === "stopping" || answer.error?.key === "no-database") return null; // taken when it is back
      const code = answer.error?.code;
      if (code === "unknown") command.unknown = true;
      if (command.unknown && (code === "unknown" || code === "unavailable")) return null;
      return answer.error || typeof answer.seq === "number" ? answer : null;
    } catch {
      return null; // no connection, or a proxy answered
    }
  }
}

/** Returns a random id for a command. */
function newID() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
