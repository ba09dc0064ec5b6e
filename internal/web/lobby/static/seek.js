// SPDX-License-Identifier: Apache-2.0

// The page that waits for an opponent. It opens the match as soon as there is one,
// and shows when another player waits for a casual game.

import { find } from "./dom.js";
import { followPage, Live, streamURL } from "./live.js";

const root = find(document, "seek");
if (root) {
  const casual = find(root, "casual"); // only for rated seeks
  const live = new Live({
    url: () => streamURL(root.dataset.live ?? ""),
    onMessage: (message) => {
      if (message.url) location.assign(message.url);
      else if (message.wish !== root.dataset.wish) location.reload(); // another tab has changed the seek
      else if (casual) casual.hidden = !message.casual;
    },
    onStatus: (status) => {
      root.classList.toggle("lost", status === "lost");
      if (status === "ended" || status === "gone") location.reload(); // the page shows the outcome
    },
  });
  root.addEventListener("submit", () => live.close()); // the answer shows the outcome
  followPage(live);
  live.connect();
}
