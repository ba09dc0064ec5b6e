// SPDX-License-Identifier: Apache-2.0

// What the scripts of pages share: the nodes marked with data- attributes, and
// requests to the server.

/**
 * @param {ParentNode} root
 * @param {string} name
 * @returns {HTMLElement | null} the first node marked data-NAME, if the page has one
 */
export function find(root, name) {
  return root.querySelector(`[data-${name}]`);
}

/**
 * @param {ParentNode} root
 * @param {string} name
 * @returns {HTMLElement} the first node marked data-NAME, which every such page has
 */
export function part(root, name) {
  return /** @type {HTMLElement} */ (find(root, name));
}

/**
 * @param {ParentNode} root
 * @param {string} name
 * @returns {HTMLButtonElement} the button marked data-NAME
 */
export function button(root, name) {
  return /** @type {HTMLButtonElement} */ (find(root, name));
}

/**
 * Parses the JSON in the node marked data-NAME; null without one.
 * @param {ParentNode} root
 * @param {string} name
 */
export function readJSON(root, name) {
  return JSON.parse(find(root, name)?.textContent ?? "null");
}

/**
 * Sets a text if it differs, so that screen readers do not repeat it.
 * @param {Element | null} node
 * @param {string} text
 */
export function write(node, text) {
  if (node && node.textContent !== text) node.textContent = text;
}

/**
 * @param {string} address
 * @param {unknown} body
 * @returns {Promise<Response>}
 */
export function postJSON(address, body) {
  return fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });
}

/**
 * Fetches a page as the server draws it, also a page that says what is wrong.
 * @param {string} address
 * @returns {Promise<Document>}
 */
export async function getPage(address) {
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  return new DOMParser().parseFromString(await response.text(), "text/html");
}
