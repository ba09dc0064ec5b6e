// SPDX-License-Identifier: Apache-2.0

// The script narrows moves exactly as game.Picker does, by the cases of picker.json.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Picker } from "../state.js";

const cases = JSON.parse(readFileSync(new URL("picker.json", import.meta.url), "utf8"));

for (const { game, position, points, moves, touches } of cases) {
  test(`${game} ${position}`, () => {
    const picker = new Picker(moves, points);
    touches.forEach((want, i) => {
      const taken = want.point ? picker.touch(want.point) : picker.back();
      const got = {
        point: want.point, taken, path: picker.path, next: picker.next(),
        move: picker.move()?.text ?? "", candidates: picker.candidates().length,
      };
      assert.deepEqual(got, want, `touch ${i + 1}`);
    });
    picker.reset();
    assert.equal(picker.candidates().length, moves.length);
  });
}
