// SPDX-License-Identifier: Apache-2.0

// Requests to the server that several pages make.

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
