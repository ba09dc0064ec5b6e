// SPDX-License-Identifier: Apache-2.0

// Keys for looking through a game: they follow the links of the page.

const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (!(event.key in KEYS) || event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea")) return;
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector(`a[data-go="${KEYS[event.key]}"]`));
  if (!link) return;
  event.preventDefault();
  location.replace(link.href); // not a step of the browser's history each
});
