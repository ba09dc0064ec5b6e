// SPDX-License-Identifier: Apache-2.0

// Waits for an opponent: goes to the match as soon as the server has found one,
// and says when somebody waits for a casual game instead.

import { followPage, Live, streamURL } from "./live.js";

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-seek]"));
if (root) {
  const casual = /** @type {HTMLElement | null} */ (root.querySelector("[data-casual]")); // while a rated game is looked for
  const live = new Live({
    url: () => streamURL(root.dataset.live ?? ""),
    onMessage: (message) => {
      if (message.url) location.assign(message.url);
      else if (message.wish !== root.dataset.wish) location.reload(); // another tab has asked for something else
      else if (casual) casual.hidden = !message.casual;
    },
    onStatus: (status) => {
      root.classList.toggle("lost", status === "lost");
      if (status === "ended" || status === "gone") location.reload(); // the page says what became of it
    },
  });
  root.addEventListener("submit", () => live.rest()); // the answer to it says what became of it
  followPage(live);
  live.connect();
}
