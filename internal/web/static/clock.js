// SPDX-License-Identifier: Apache-2.0

// Clocks of a match page. The server decides who is out of time; the page counts
// down from the last state.

import { fill } from "./state.js";

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {import("./state.js").Side} Side */

/** Below this many milliseconds a clock is shown as low, and with tenths. */
export const LOW = 20_000;
const TENTHS = 10_000;

/**
 * Returns the time a side has left, or null without a clock.
 * @param {PageState} state
 * @param {Side} side
 * @param {number} since milliseconds since the state came
 */
export function timeLeft(state, side, since) {
  const left = state.sides[side].clock_ms;
  if (left === null || left === undefined) return null;
  return Math.max(0, state.running === side ? left - Math.max(0, since) : left);
}

/**
 * Writes a time left: 4:59, 1:02:03, 0:09.4, or days when there are two or more.
 * @param {number} ms
 * @param {string} days text with {days} and {hours}
 * @param {boolean} tenths
 */
export function clockText(ms, days, tenths = false) {
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  const seconds = String(Math.floor(ms / 1000) % 60).padStart(2, "0");
  if (hours >= 48) return fill(days, { days: Math.floor(hours / 24), hours: hours % 24 });
  if (hours > 0) return `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`;
  if (tenths && ms < TENTHS) return `0:${seconds}.${Math.floor(ms / 100) % 10}`;
  return `${minutes}:${seconds}`;
}

/**
 * Writes the time a move took: seconds, or like a clock from a minute on; empty
 * below a second, and if it is unknown.
 * @param {number} ms
 * @param {Record<string, string>} texts
 */
export function tookText(ms, texts) {
  if (ms < 1000) return "";
  if (ms < 60_000) return fill(texts.seconds, { count: Math.floor(ms / 1000) });
  return clockText(ms, texts.days);
}
