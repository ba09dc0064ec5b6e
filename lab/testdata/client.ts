// SPDX-License-Identifier: Apache-2.0

// Two guests play a whole game of three men's morris with a client that was
// generated from the OpenAPI document. Prints how it ended.

import createClient, { type Client } from "openapi-fetch";
import type { paths, components } from "./schema";

declare const process: { argv: string[] };
type State = components["schemas"]["State"];

const baseUrl = process.argv[2] + "/api/v1";

/** Returns the data of an answer; a problem is an error. */
function must<T>(answer: { data?: T; error?: components["schemas"]["Problem"] }): T {
  if (answer.data === undefined) throw new Error(answer.error?.code + " " + answer.error?.key + ": " + answer.error?.detail);
  return answer.data;
}

async function guest(): Promise<Client<paths>> {
  const { token } = must(await createClient<paths>({ baseUrl }).POST("/guests"));
  return createClient<paths>({ baseUrl, headers: { Authorization: "Bearer " + token } });
}

async function stateOf(client: Client<paths>, id: string): Promise<State> {
  const message = must(await client.GET("/matches/{id}", { params: { path: { id } } }));
  if (!message.state) throw new Error("no state");
  return message.state;
}

const players = [await guest(), await guest()] as const;
const [white, black] = players;
const games = must(await white.GET("/games")).games;
if (!games.some((game) => game.aliases.includes("three"))) throw new Error("no such game");
const seat = must(await white.POST("/matches", { body: { game: "three", opponent: "private", side: "white" } }));
const id = seat.match ?? "";
must(await black.POST("/matches/{id}/join", { params: { path: { id } } }));
must(await white.POST("/matches/{id}/start", { params: { path: { id } } }));

let turns = 0;
let state = await stateOf(white, id);
while (state.status === "playing") {
  const client = state.turn === "white" ? white : black;
  const mine = await stateOf(client, id);
  const move = mine.moves[(turns * 5) % mine.moves.length];
  if (!move) throw new Error("no move");
  must(await client.POST("/matches/{id}/moves", {
    params: { path: { id }, header: { "Idempotency-Key": "turn-" + turns } },
    body: { move: move.text, expect: mine.seq },
  }));
  turns++;
  state = await stateOf(white, id);
}
console.log(JSON.stringify({ turns, outcome: state.end?.outcome }));
