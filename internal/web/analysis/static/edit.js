// SPDX-License-Identifier: Apache-2.0

// The board editor without loading whole pages: its links are followed in place, so
// that the focus stays on the point and the page does not scroll.

import { find, getPage } from "./dom.js";

const root = find(document, "edit");
let asked = 0; // numbers the requests, so that stale answers are dropped

/**
 * Finds the link again after the page has changed.
 * @param {Element} link
 */
function same(link) {
  const name = link.getAttribute("data-point");
  const said = link.getAttribute("aria-label") ?? link.textContent;
  return [...(root?.querySelectorAll("a") ?? [])].find((other) => name ? other.getAttribute("data-point") === name : (other.getAttribute("aria-label") ?? other.textContent) === said);
}

/**
 * Shows another position.
 * @param {string} address
 * @param {Element | null} link that was followed
 */
async function show(address, link) {
  const request = ++asked;
  try {
    const now = find(await getPage(address), "edit");
    if (request !== asked) return;
    if (!now) throw new Error("another page");
    root?.replaceChildren(...now.childNodes);
  } catch {
    location.assign(address); // the browser says what is wrong
    return;
  }
  if (!link) return;
  history.pushState(null, "", address);
  /** @type {HTMLElement | SVGElement | undefined} */ (same(link))?.focus({ preventScroll: true });
}

root?.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // another tab or window is meant
  const link = /** @type {Element} */ (event.target).closest("a[href]");
  const address = link?.getAttribute("href") ?? "";
  if (!link || !new URL(address, location.href).pathname.endsWith("/edit")) return;
  event.preventDefault();
  show(address, link);
});

if (root) addEventListener("popstate", () => show(location.href, null));
