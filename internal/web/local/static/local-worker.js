// SPDX-License-Identifier: Apache-2.0

// Runs the rules and the engine, which are compiled to WebAssembly, beside the page,
// so that the page never waits for a search. The server serves this file next to the
// program, with a policy that allows compiling it.

const scope = /** @type {any} */ (self);

/** Starts the program, which sets the function cairn. */
async function start() {
  await import(new URL("wasm_exec.js", import.meta.url).href);
  const go = new scope.Go();
  const { instance } = await WebAssembly.instantiateStreaming(fetch(new URL("cairn.wasm", import.meta.url)), go.importObject);
  go.run(instance);
}

const ready = start();

scope.addEventListener("message", async (/** @type {MessageEvent} */ event) => {
  const { id, request } = event.data;
  try {
    await ready;
    scope.postMessage({ id, answer: JSON.parse(scope.cairn(JSON.stringify(request))) });
  } catch (error) {
    scope.postMessage({ id, failed: String(error) });
  }
});
