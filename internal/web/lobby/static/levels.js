// SPDX-License-Identifier: Apache-2.0

// Offers only the levels of the computer that the chosen game has: data-games
// names the games of a level that not all have. Without script the server
// refuses the others.

const level = /** @type {HTMLSelectElement | null} */ (document.querySelector("select[name=level]"));
const game = /** @type {HTMLSelectElement | RadioNodeList | null | undefined} */ (level?.form?.elements.namedItem("game"));

/** Shows the levels of the game; a level that it does not have is replaced. */
function offer() {
  if (!game || !level) return;
  for (const option of level.options) {
    const games = option.dataset.games?.split(" ");
    const missing = games !== undefined && !games.includes(game.value);
    option.hidden = missing;
    option.disabled = missing;
  }
  if (level.selectedOptions[0]?.disabled) {
    level.value = [...level.options].findLast((option) => !option.disabled)?.value ?? "";
  }
}

level?.form?.addEventListener("change", offer);
addEventListener("pageshow", offer); // the browser may restore an earlier choice
offer();
