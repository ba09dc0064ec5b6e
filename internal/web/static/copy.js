// SPDX-License-Identifier: Apache-2.0

// Copy buttons: data-copy names what to copy, data-done is shown for a while.

const SHOWN = 2000; // milliseconds

// Without script the buttons would do nothing.
for (const button of document.querySelectorAll("[data-copy]")) button.removeAttribute("hidden");

document.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-copy]"));
  const source = button && document.querySelector(button.dataset.copy ?? "");
  if (!button || !source || button.dataset.label || !(await copy(source))) return;
  button.dataset.label = button.textContent ?? "";
  button.textContent = button.dataset.done ?? button.dataset.label;
  setTimeout(() => {
    button.textContent = button.dataset.label ?? "";
    delete button.dataset.label;
  }, SHOWN);
});

/**
 * Copies a text, or selects it where the clipboard is not allowed.
 * @param {Element} source
 * @returns {Promise<boolean>} whether it was copied
 */
async function copy(source) {
  const text = source instanceof HTMLInputElement ? source.value : (source.textContent ?? "").trim();
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (source instanceof HTMLInputElement) source.select();
    else getSelection()?.selectAllChildren(source);
    return document.execCommand("copy"); // the only way on pages without TLS
  }
}
