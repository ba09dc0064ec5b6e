// SPDX-License-Identifier: Apache-2.0

// Where local games are stored: in the browser, or in files that a player saves.

/** @typedef {{record: string, level: string, side: string}} StoredGame */

/**
 * Returns the stored game of a rule set.
 * @param {string} game
 * @returns {StoredGame | null}
 */
export function loadGame(game) {
  try {
    return JSON.parse(localStorage.getItem(`cairn-local-${game}`) ?? "null");
  } catch {
    return null; // storage is closed, or holds something else
  }
}

/**
 * Stores a game in the browser.
 * @param {string} game
 * @param {StoredGame} stored
 */
export function storeGame(game, stored) {
  try {
    localStorage.setItem(`cairn-local-${game}`, JSON.stringify(stored));
  } catch {
    // storage is closed or full: the game lasts as long as the page
  }
}

/**
 * Saves a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
