// SPDX-License-Identifier: Apache-2.0

// The page that is shown without a connection: lists the cached rules and lessons, and
// goes back to the page that was wanted once the connection is back.

import { find } from "./dom.js";

/** Lists the pages that open without a connection. */
async function list() {
  const root = find(document, "kept");
  if (!root || !("caches" in window)) return;
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (root.querySelectorAll("a"))) {
    const item = /** @type {HTMLElement} */ (link.closest("li"));
    item.hidden = !(await caches.match(link.pathname));
  }
  root.hidden = !root.querySelector("li:not([hidden])");
}

list();
if (location.pathname !== "/offline") addEventListener("online", () => location.reload());
