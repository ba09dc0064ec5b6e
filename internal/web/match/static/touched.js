// SPDX-License-Identifier: Apache-2.0

// The touches of a move that is being entered, kept in the tab: a reload does not lose
// them, as it does not without script, where they are in the address.

/** @typedef {import("./state.js").PageState} PageState */

const KEY = "cairn-touched";

/**
 * @param {PageState} state
 * @param {string[]} path
 */
export function keepTouched({ match, line }, path) {
  try {
    if (path.length > 0) sessionStorage.setItem(KEY, JSON.stringify({ match, ply: line.length, path }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // without storage they are lost
  }
}

/**
 * Returns what was touched in the position of a state.
 * @param {PageState} state
 * @returns {string[]}
 */
export function touchedIn({ match, line }) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return kept?.match === match && kept.ply === line.length ? kept.path : [];
  } catch {
    return [];
  }
}
