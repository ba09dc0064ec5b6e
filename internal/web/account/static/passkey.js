// SPDX-License-Identifier: Apache-2.0

// Passkeys: a form with data-passkey asks the server at data-begin for a challenge,
// lets the browser answer it, and sends the answer in its field "credential".

const forms = /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-passkey]"));

// Without script, or in an old browser, the forms would do nothing.
if ("PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential) {
  for (const form of forms) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send(form);
    });
  }
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const problem = /** @type {HTMLElement} */ (form.querySelector("[role=alert]"));
  const credential = /** @type {HTMLInputElement} */ (form.elements.namedItem("credential"));
  button.disabled = true;
  problem.hidden = true;
  try {
    credential.value = JSON.stringify(await answer(form));
  } catch (error) {
    button.disabled = false;
    problem.hidden = false;
    problem.textContent = error instanceof Refusal ? error.message : form.dataset.wrong ?? "";
    return;
  }
  for (const secret of ["current", "code"]) { // they were checked with the challenge
    const field = form.elements.namedItem(secret);
    if (field instanceof HTMLInputElement) field.value = "";
  }
  form.submit();
}

/**
 * Lets the browser answer a challenge of the server.
 * @param {HTMLFormElement} form
 * @returns {Promise<unknown>}
 */
async function answer(form) {
  const fields = Object.fromEntries(new FormData(form));
  const response = await fetch(form.dataset.begin ?? "", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(fields),
  });
  const options = await response.json();
  if (!response.ok) throw new Refusal(options.error.text);
  const made = form.dataset.passkey === "create"
    ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options.publicKey) })
    : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options.publicKey) });
  return /** @type {PublicKeyCredential} */ (made).toJSON();
}

/** A refusal of the server, with a text for the user. */
class Refusal extends Error {}
