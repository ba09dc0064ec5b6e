// SPDX-License-Identifier: Apache-2.0

// Sends commands, one at a time. A second command may wait, because the stream can be
// faster than the answer to the first. A command that could not be delivered is
// retried; its id is an idempotency key.

import { backoff, GAME_WAIT } from "./live.js";

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {{name: string, body: Record<string, unknown>, unknown?: boolean}} Command */
/**
 * @typedef {object} Options
 * @property {(name: string) => string} url the address of a command
 * @property {(command: Command, seq: number) => void} onDone it is stored
 * @property {(command: Command, error: {code: string, text: string}, state?: PageState) => void} onRefused it is not
 * @property {(command: Command) => void} onUndelivered it could not be delivered and will be retried
 * @property {typeof fetch} [fetch] for tests
 * @property {(after: () => void, ms: number) => any} [wait] for tests
 * @property {() => number} [random] for tests
 */

/** Timeout of a request in milliseconds. */
const TIMEOUT = 15_000;

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
    /** @type {Command | null} sent after it */
    this.following = null;
    this.sending = false;
    this.attempt = 0;
    this.interrupted = false; // the connection was lost during the request
    this.request = new AbortController();
  }

  /**
   * Sends a command, after the current one. It is dropped when it repeats the current
   * command on an unchanged state, when the current one is being retried, or when another
   * command waits already.
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

  /** Notes that the connection is lost: the open request may never be answered. */
  interrupt() {
    this.interrupted = this.sending;
  }

  /** Tries again at once, for instance when the connection is back. */
  retry() {
    if (!this.command) return;
    if (!this.sending) this.deliver();
    else if (this.interrupted) this.request.abort(); // deliver sends it again
  }

  /** @returns {Promise<void>} */
  async deliver() {
    const { command } = this;
    if (!command || this.sending) return;
    this.sending = true;
    this.interrupted = false;
    this.request = new AbortController();
    const answer = await this.post(command);
    this.sending = false;
    if (!answer && this.request.signal.aborted) return this.deliver();
    if (!answer) {
      this.options.onUndelivered(command);
      this.options.wait(() => this.retry(), backoff(this.attempt++, this.options.random, GAME_WAIT));
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
   * Returns the answer of the server, or null when the command has to be retried: without
   * an answer, and after an unknown commit, from when on "unavailable" is no answer either.
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
        signal: AbortSignal.any([this.request.signal, AbortSignal.timeout(TIMEOUT)]),
      });
      const answer = await response.json();
      if (answer.error?.key === "stopping" || answer.error?.key === "no-database") return null; // retried until the server is back
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
