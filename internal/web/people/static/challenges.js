// SPDX-License-Identifier: Apache-2.0

// The pages of challenges. They load again when a challenge was made, answered or
// cancelled; the server then leads to the match of an accepted one.

import { find } from "./dom.js";
import { followPage, Live, streamURL } from "./live.js";

const root = find(document, "challenges");
if (root) {
  const live = new Live({
    url: () => streamURL(root.dataset.live ?? ""),
    onMessage: (message) => {
      if (message.type === "challenges" && message.seen !== root.dataset.challenges) location.reload();
    },
    onStatus: (status) => {
      if (status === "ended") location.reload(); // the page shows the outcome
    },
  });
  root.addEventListener("submit", () => live.close()); // the answer shows the outcome
  followPage(live);
  live.connect();
}
