// SPDX-License-Identifier: Apache-2.0

// The rules and the engine of a local game: WebAssembly in a worker, or the program
// that serves the page (cairn desktop). Both answer the same requests.

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {{state?: PageState, moves: string[], record: string, name: string, level: string, side: string, error?: string}} Answer */

/** WorkerEngine runs the rules in a worker of this page. */
export class WorkerEngine {
  /** @param {string} address */
  constructor(address) {
    this.worker = new Worker(address, { type: "module" });
    this.last = 0;
    /** @type {Map<number, {resolve: (answer: Answer) => void, reject: (error: Error) => void}>} */
    this.requests = new Map();
    this.worker.addEventListener("message", ({ data: { id, answer, failed } }) => {
      const request = this.requests.get(id);
      this.requests.delete(id);
      if (failed) request?.reject(new Error(failed));
      else request?.resolve(answer);
    });
    this.worker.addEventListener("error", () => this.fail());
  }

  /** Fails all open requests. */
  fail() {
    for (const { reject } of this.requests.values()) reject(new Error("worker"));
    this.requests.clear();
  }

  /**
   * @param {Record<string, unknown>} request
   * @returns {Promise<Answer>}
   */
  ask(request) {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.requests.set(id, { resolve, reject });
      this.worker.postMessage({ id, request });
    });
  }
}

/** RemoteEngine is the program that serves the page. */
export class RemoteEngine {
  /** @param {string} address */
  constructor(address) {
    this.address = `${address}?table=${crypto.randomUUID()}`;
    /** @type {Promise<unknown>} */
    this.previous = Promise.resolve(); // requests are sent one at a time, in their order
  }

  /**
   * @param {Record<string, unknown>} request
   * @returns {Promise<Answer>}
   */
  ask(request) {
    const answer = this.previous.then(async () => {
      const response = await fetch(this.address, { method: "POST", body: JSON.stringify(request) });
      if (!response.ok) throw new Error(await response.text());
      return response.json();
    });
    this.previous = answer.catch(() => {});
    return answer;
  }
}
