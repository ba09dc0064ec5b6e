// SPDX-License-Identifier: Apache-2.0

// The game on the front page: polls the position every few seconds while the page is
// visible.

const pause = 3000;

/**
 * Shows men on a small board.
 * @param {Element} board
 * @param {string} men one character a point, in the order of the board
 */
export function show(board, men) {
  const group = board.querySelector("[data-men]");
  const pattern = group?.querySelector("[data-man]");
  if (!group || !pattern) return;
  const stone = pattern.cloneNode(true);
  /** @type {Record<string, string>} */
  const sides = { w: "white", b: "black" };
  board.querySelectorAll("[data-spot]").forEach((spot, i) => {
    const point = spot.getAttribute("data-spot") ?? "";
    const old = group.querySelector(`[data-man="${point}"]`);
    const side = sides[men[i]];
    if (old && side && old.classList.contains(side)) return;
    old?.remove();
    if (!side) return;
    const man = /** @type {Element} */ (stone.cloneNode(true));
    man.setAttribute("class", `man ${side}`);
    man.setAttribute("data-man", point);
    man.setAttribute("transform", spot.getAttribute("transform") ?? "");
    group.append(man);
  });
}

/**
 * Asks for the position until the game is over.
 * @param {HTMLElement} piece
 */
async function follow(piece) {
  let source = piece.dataset.featured;
  while (source) {
    await new Promise((done) => setTimeout(done, pause));
    if (document.hidden) continue;
    try {
      const response = await fetch(source, { headers: { Accept: "application/json" } });
      if (response.status === 204) continue;
      if (!response.ok) return;
      const state = await response.json();
      show(piece, state.men);
      source = state.source;
    } catch {
      continue; // the line is down for a while
    }
  }
  piece.querySelector("[data-live]")?.remove();
}

const featured = typeof document === "undefined" ? null : document.querySelector("[data-featured]");
if (featured instanceof HTMLElement) follow(featured);
