// SPDX-License-Identifier: Apache-2.0

// Registers the service worker once the page has loaded; see sw.js. Its address
// names the language in which pages are cached for reading offline.

const { serviceWorker } = navigator;

/** Registers the worker; where that fails, everything works online. */
function register() {
  const address = `/sw.js?lang=${document.documentElement.lang}`;
  serviceWorker.register(address).catch(() => {});
}

if (serviceWorker) {
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
