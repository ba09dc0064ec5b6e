// SPDX-License-Identifier: Apache-2.0

// What every page shows of games elsewhere: a badge, a mark in the title and the
// icon, a sound when it becomes one's turn.

import { find, part } from "./dom.js";
import { Live, streamURL } from "./live.js";

/** @typedef {{waiting: string[], calls: string[], label: string, found?: {url: string, text: string}}} Notices */

/**
 * Reports whether a game waits that did not wait before, except the open one.
 * @param {string[]} before
 * @param {string[]} after
 * @param {string} except the game that is open
 */
export const hasNew = (before, after, except) => after.some((id) => id !== except && !before.includes(id));

/**
 * @param {string} title
 * @param {number} count
 */
export const titled = (title, count) => (count > 0 ? `(${count}) ` : "") + title;

/** @param {HTMLElement} badge */
function follow(badge) {
  const { title } = document;
  const open = /^\/match\/(\w+)/.exec(location.pathname)?.[1] ?? "";
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon][type='image/svg+xml']"));
  const plainIcon = icon?.href ?? "";
  const next = find(document, "next-game");
  const found = part(document, "found");
  /** @type {string[] | null} */
  let known = null;

  /** @param {Notices} now */
  const show = (now) => {
    const all = now.waiting.concat(now.calls);
    const count = all.length;
    badge.setAttribute("aria-label", now.label);
    badge.title = now.label;
    badge.dataset.count = count > 0 ? String(Math.min(count, 99)) : "";
    if (badge.dataset.tab === "on") {
      document.title = titled(title, count);
      if (icon) icon.href = count > 0 ? plainIcon.replace("icon.svg", "icon-turn.svg") : plainIcon;
    }
    if (next) next.hidden = now.waiting.includes(open) || !hasNew([], now.waiting, open);
    const link = now.found && now.found.url !== location.pathname ? now.found : null;
    found.replaceChildren(...(link ? [Object.assign(document.createElement("a"), { className: "button primary", href: link.url, textContent: link.text })] : []));
    if (known && badge.dataset.chime === "on" && hasNew(known, all, document.hidden ? "" : open)) chime();
    known = all;
  };

  const live = new Live({
    url: () => streamURL(badge.dataset.notices ?? ""),
    onMessage: (message) => message.type === "notices" && show(message),
    onStatus: () => {},
  });
  addEventListener("online", () => live.connect());
  addEventListener("pagehide", () => live.close());
  addEventListener("pageshow", () => live.connect());
  live.connect();
}

/** Rings once, however many tabs are open. */
async function chime() {
  const { Sounds } = await import("./sound.js");
  const ring = () => new Promise((done) => (new Sounds().play("end"), setTimeout(done, 1000)));
  if (navigator.locks) navigator.locks.request("cairn-chime", { ifAvailable: true }, (lock) => lock && ring());
  else ring();
}

const badge = typeof document === "object" && find(document, "notices");
if (badge) follow(badge);
