// SPDX-License-Identifier: Apache-2.0

// Fetches the parts of a page again that only the server draws: the select boxes
// for moves and the board as text. It is done when the match has changed and such
// a part is on the screen; everything else on the page comes from the state.

import { getPage } from "./dom.js";

const parts = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-refetch][id]"))];
const onScreen = new Set();
const stale = new Set();
let path = "";
let asked = 0;

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) onScreen.add(target);
    else onScreen.delete(target);
  }
  exchange();
});

for (const part of parts) observer.observe(part);

/**
 * Marks all parts as out of date, apart from those that are empty now.
 * @param {string} page its path
 * @param {string[]} empty ids of parts to be emptied
 */
export function refetch(page, empty) {
  path = page;
  for (const part of parts) {
    if (empty.includes(part.id)) {
      part.replaceChildren();
      mark(part, false);
    } else {
      mark(part, true);
    }
  }
  exchange();
}

/**
 * A part that is out of date cannot be used until it is replaced, unless the
 * focus is in it.
 * @param {HTMLElement} part
 * @param {boolean} old
 */
function mark(part, old) {
  part.inert = old && !part.contains(document.activeElement);
  if (old) stale.add(part);
  else stale.delete(part);
}

/** Replaces the parts that are out of date when one of them is on the screen. */
async function exchange() {
  if (!parts.some((part) => stale.has(part) && onScreen.has(part))) return;
  const request = ++asked;
  try {
    const page = await getPage(path);
    if (request !== asked) return; // the match has changed again
    for (const part of parts) {
      const now = page.getElementById(part.id);
      if (!now || !stale.has(part) || part.contains(document.activeElement)) continue;
      part.replaceChildren(...now.childNodes);
      mark(part, false);
    }
  } catch {
    // the parts stay out of date; the next change tries again
  }
}
