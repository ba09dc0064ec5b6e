// SPDX-License-Identifier: Apache-2.0

// The bar of a search for an opponent that continues while the player does something
// else. It keeps the search alive and says when an opponent is found; in the lobby
// the game opens at once.

import { find } from "./dom.js";
import { followPage, Live, streamURL } from "./live.js";
import { Sounds } from "./sound.js";

const bar = find(document, "waiting");
if (bar) {
  const found = find(bar, "met");
  const search = find(bar, "search");
  const sounds = new Sounds();
  sounds.on = document.documentElement.dataset.sound === "on";
  const live = new Live({
    url: () => streamURL(bar.dataset.live ?? ""),
    onMessage: (message) => {
      if (!message.url) return;
      live.close();
      if (document.querySelector("[data-lobby]")) return location.assign(message.url);
      found?.querySelector("a")?.setAttribute("href", message.url);
      if (found) found.hidden = false;
      if (search) search.hidden = true;
      document.title = `${bar.dataset.title} · ${document.title}`;
      sounds.play("end");
    },
    onStatus: (status) => {
      if (status === "gone" || status === "ended") bar.hidden = true;
    },
  });
  bar.addEventListener("submit", () => live.close());
  followPage(live);
  live.connect();
}
