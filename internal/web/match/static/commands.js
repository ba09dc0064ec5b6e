// SPDX-License-Identifier: Apache-2.0

// The forms of a match page that are commands, and the dialogs some of them are in.

/**
 * Sends the forms marked data-command without leaving the page.
 * @param {(name: string, body: Record<string, unknown>) => void} send
 */
export function listenForms(send) {
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const name = form.dataset.command;
    if (!name) return;
    event.preventDefault();
    form.closest("dialog")?.close();
    const fields = Object.fromEntries(new FormData(form));
    /** @type {Record<string, unknown>} */
    const body = {};
    if (fields.offer) body.offer = Number(fields.offer);
    if (fields.yes) body.yes = fields.yes === "true";
    send(name, body);
  });
}

/**
 * Opens dialogs in place of the details that ask without script.
 * @param {HTMLElement} root
 */
export function listenDialogs(root) {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-opens]"))) {
    node.querySelector("summary")?.addEventListener("click", (event) => {
      event.preventDefault();
      /** @type {HTMLDialogElement | null} */ (root.querySelector(`[data-dialog="${node.dataset.opens}"]`))?.showModal();
    });
  }
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("dialog [data-close]"))) {
    button.hidden = false;
    button.addEventListener("click", () => button.closest("dialog")?.close());
  }
}
