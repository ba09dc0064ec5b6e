// SPDX-License-Identifier: Apache-2.0

// The form to start a game: a search with a clock is rated unless the player
// decides otherwise, one without is not.

const clock = /** @type {HTMLSelectElement | null} */ (document.querySelector("select[name=clock]"));
const rated = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-rated]"));
let decided = false;

rated?.addEventListener("change", () => {
  decided = true;
});

clock?.addEventListener("change", () => {
  if (rated && !decided) rated.checked = clock.value !== "none";
});
