// SPDX-License-Identifier: Apache-2.0

// Plays a whole game of three men's morris and the beginning of others against the
// computer: node play.mjs WASM_EXEC PROGRAM

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [runner, program] = process.argv.slice(2);
await import(pathToFileURL(runner).href);
const go = new globalThis.Go();
const { instance } = await WebAssembly.instantiate(await readFile(program), go.importObject);
go.run(instance);

const ask = (request) => {
  const answer = JSON.parse(globalThis.cairn(JSON.stringify(request)));
  assert.equal(answer.error ?? "", "", JSON.stringify(request));
  return answer;
};

ask({ do: "setup", lang: "fr", men: "red-blue", texts: { "web.message.you.place": "À vous" } });
for (const [game, plies] of [["three-mens-morris", 200], ["nine-mens-morris", 8], ["fanorona", 6], ["yote", 8]]) {
  let answer = ask({ do: "new", game, level: "easy", side: "white" });
  for (let i = 0; i < plies && !answer.state.end; i++) {
    const { state } = answer;
    answer = ask(state.turn === state.you ? { do: "move", move: state.moves[i % state.moves.length].text } : { do: "think" });
  }
  assert.ok(answer.state.end || answer.moves.length === plies, game);
  const again = ask({ do: "load", record: answer.record, level: "easy", side: "white" });
  assert.equal(again.state.men, answer.state.men);
  console.log(game, answer.moves.length, answer.state.end?.title ?? "");
}
process.exit(0);
