// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { firstText } from "../connection.js";

const texts = { first: "First move within {time}.", claim: "You can claim victory in {time}.", days: "{days} d {hours} h" };

test("the limit of the first move counts down and stops at zero", () => {
  assert.equal(firstText({ first_ms: 42_000 }, 0, texts), "First move within 0:42.");
  assert.equal(firstText({ first_ms: 42_000 }, 18_500, texts), "First move within 0:23.");
  assert.equal(firstText({ first_ms: 42_000 }, 99_000, texts), "First move within 0:00.");
  assert.equal(firstText({ first_ms: 259_200_000 }, 0, texts), "First move within 3 d 0 h.");
});

test("without a limit there is no text", () => {
  assert.equal(firstText({ first_ms: null, claim_ms: 42_000 }, 1000, texts), "You can claim victory in 0:41.");
  assert.equal(firstText({ first_ms: null }, 0, texts), "");
  assert.equal(firstText({}, 0, texts), "");
});
