// SPDX-License-Identifier: Apache-2.0

// Waits for an opponent: goes to the match as soon as the server has found one.

import { followPage, Live, streamURL } from "./live.js";

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-seek]"));
if (root) {
  const live = new Live({
    url: () => streamURL(root.dataset.live ?? ""),
    onMessage: (message) => {
      if (message.url) location.assign(message.url);
    },
    onStatus: (status) => {
      root.classList.toggle("lost", status === "lost");
      if (status === "ended" || status === "gone") location.reload(); // the page says what became of it
    },
  });
  root.querySelector("form")?.addEventListener("submit", () => live.rest()); // the answer to it says what became of it
  followPage(live);
  live.connect();
}
