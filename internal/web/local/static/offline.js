// SPDX-License-Identifier: Apache-2.0

// The page that is shown without a connection: shows the games whose pages are cached, and
// goes back to the page that was wanted once the connection is back.

import { find } from "./dom.js";

/** Lists the pages that open without a connection. */
async function list() {
  const root = find(document, "kept");
  if (!root || !("caches" in window)) return;
  for (const link of root.querySelectorAll("a")) link.hidden = !(await caches.match(link.pathname));
  for (const some of [root, .../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-some]"))]) some.hidden = !some.querySelector("a:not([hidden])");
}

list();
if (location.pathname !== "/offline") addEventListener("online", () => location.reload());
