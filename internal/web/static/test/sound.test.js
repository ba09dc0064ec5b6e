// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { Sounds } from "../sound.js";

test("a browser without sound plays on", () => {
  const sounds = new Sounds();
  sounds.play("move"); // there is no AudioContext here
  assert.equal(sounds.on, false);
});
