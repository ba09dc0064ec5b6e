// SPDX-License-Identifier: Apache-2.0

// Keeps the parts of a page up to date that only the server draws, such as the
// select boxes and the board as text: when the match has moved on and one of
// them can be seen, they are fetched again and exchanged. The event "fresh"
// tells other scripts of it.

const parts = [...document.querySelectorAll("[data-fresh][id]")];
const seen = new Set();
let stale = "";
let asked = 0;

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) seen.add(target);
    else seen.delete(target);
  }
  if (stale && seen.size > 0) exchange();
}, { rootMargin: "50%" }); // a little before it is scrolled to

for (const part of parts) observer.observe(part);

/**
 * Tells that the parts marked data-fresh are out of date.
 * @param {string} path of the page
 */
export function fresh(path) {
  stale = path;
  if (seen.size > 0) exchange();
}

async function exchange() {
  const path = stale;
  const mine = ++asked;
  stale = "";
  try {
    const response = await fetch(path, { headers: { Accept: "text/html" } });
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (mine !== asked) return; // the match has moved on meanwhile
    for (const part of parts) {
      const now = page.getElementById(part.id);
      if (now && !part.contains(document.activeElement)) part.replaceChildren(...now.childNodes);
    }
    document.dispatchEvent(new Event("fresh"));
  } catch {
    // what stands there is old; the next change tries again
  }
}
