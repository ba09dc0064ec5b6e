// SPDX-License-Identifier: Apache-2.0

// Turns notifications of the browser on and off, on the page of settings. The
// service worker shows them; see sw.js.

import { find, part, postJSON } from "./dom.js";

const section = find(document, "push");
const button = /** @type {HTMLButtonElement | null} */ (section?.querySelector("[data-push-on]"));
const off = /** @type {HTMLFormElement | null} */ (section?.querySelector("[data-push-off]"));
const able = "PushManager" in window && "serviceWorker" in navigator && "Notification" in window;

if (section && button && able) {
  const note = part(section, "push-no");
  const row = /** @type {HTMLElement} */ (button.parentElement);
  note.textContent = "";
  row.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await turnOn(section.dataset.push ?? "");
      location.reload();
    } catch {
      note.textContent = button.dataset.blocked ?? "";
      button.disabled = false;
    }
  });
}

off?.addEventListener("submit", () => {
  navigator.serviceWorker?.ready.then(async (worker) => (await worker.pushManager?.getSubscription())?.unsubscribe());
});

/**
 * Subscribes at the browser's push service and reports that to the server.
 * @param {string} key of the server
 */
async function turnOn(key) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("not allowed");
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  const response = await postJSON("/notices/push", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
  if (!response.ok) throw new Error(`status ${response.status}`);
}
