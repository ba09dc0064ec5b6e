// SPDX-License-Identifier: Apache-2.0

// The nodes of a page that scripts use: they are marked with data- attributes.

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
