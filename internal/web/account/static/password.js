// SPDX-License-Identifier: Apache-2.0

// Shows a new password while its button is pressed in, so that it is typed once. It is
// hidden again when the form is sent, for the browser's list of typed values.

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-show-password]"))) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.getAttribute("aria-controls") ?? ""));
  /** @param {boolean} shown */
  const show = (shown) => {
    field.type = shown ? "text" : "password";
    button.setAttribute("aria-pressed", String(shown));
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    show(field.type === "password");
    field.focus();
  });
  field.form?.addEventListener("submit", () => show(false));
}
