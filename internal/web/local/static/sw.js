// SPDX-License-Identifier: Apache-2.0

// The service worker: caches style sheet, scripts, fonts, the offline page, and the
// rules and lessons that were read, so that they open without a connection. When a
// player asks for offline play it caches all of them, the games, and the program that
// plays them.
//
// Personal pages, matches and JSON are never cached: pages are fetched again without
// the session before they are cached. The server puts what differs between builds and
// languages in front of this file, so that a new build is a new worker.

/** @typedef {{build: string, language: string, shell: string[], pages: string[], kept: string[],
 *   folder: string, engine: string[]}} Setup */

const worker = /** @type {any} */ (self);
/** @type {Setup} */
const setup = worker.cairn;

const PREFIX = "cairn-";
const CACHE = `${PREFIX}${setup.build}-${setup.language}`;
const OFFLINE = "/offline";

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "cache") event.waitUntil(cacheAll());
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const answer = respond(event);
  if (answer) event.respondWith(answer);
});
worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(announce(event.data?.json())));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.url));
});

/**
 * Shows that a game waits, unless a page of the site is being looked at.
 * @param {{title: string, text: string, url: string, tag: string} | undefined} message
 */
async function announce(message) {
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!message || open.some((/** @type {any} */ client) => client.visibilityState === "visible")) return;
  const { title, text, url, tag } = message;
  await worker.registration.showNotification(title, { body: text, tag, icon: "/icon/192.png", data: { url } });
}

/**
 * Opens a page, in the tab that shows it already if there is one.
 * @param {string} path
 */
async function show(path) {
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((/** @type {any} */ client) => new URL(client.url).pathname === path);
  await (there ? there.focus() : worker.clients.openWindow(path));
}

/** Caches the shell, and the pages that earlier builds had cached. */
async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(setup.shell);
  await cachePage(OFFLINE);
  for (const path of await earlier()) await cachePage(path);
  await worker.skipWaiting(); // files are named by checksum: old pages find theirs on the server
}

/** Deletes the caches of earlier builds. */
async function activate() {
  await worker.registration.navigationPreload?.enable();
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  }
}

/** @returns {Promise<string[]>} the pages in the caches of other builds and languages */
async function earlier() {
  const found = new Set();
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === CACHE) continue;
    for (const request of await (await caches.open(name)).keys()) {
      const { pathname } = new URL(request.url);
      if (cacheable(pathname)) found.add(pathname);
    }
  }
  return [...found];
}

/**
 * Returns the answer to a request, or undefined for what the browser does itself.
 * @param {any} event
 * @returns {Promise<Response> | undefined}
 */
function respond(event) {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return undefined;
  if (pathname.startsWith(`/static/${setup.build}/`)) return file(request);
  if (pathname.startsWith(setup.folder)) return file(request);
  if (request.mode === "navigate") return page(event, pathname);
  return undefined;
}

/**
 * Returns a static file, which never changes.
 * @param {Request} request
 */
async function file(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/**
 * Returns a page from the server, and without a connection the cached page or the
 * offline page.
 * @param {any} event
 * @param {string} path
 */
async function page(event, path) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (response.ok && cacheable(path)) event.waitUntil(cacheMissing(path));
    return response;
  } catch (error) {
    const cache = await caches.open(CACHE);
    const found = (cacheable(path) && (await cache.match(path))) || (await cache.match(OFFLINE));
    if (found) return found;
    throw error;
  }
}

/**
 * Reports whether a page may be cached: it does not depend on the session.
 * @param {string} path
 */
function cacheable(path) {
  return !path.startsWith(setup.folder) && setup.kept.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}

/** Caches all rules, lessons and games, and the program that plays them. */
async function cacheAll() {
  for (const path of setup.engine) await file(new Request(path));
  for (const path of setup.pages) await cacheMissing(path);
}

/**
 * Caches a page unless it is cached already.
 * @param {string} path
 */
async function cacheMissing(path) {
  const cache = await caches.open(CACHE);
  if (!(await cache.match(path))) await cachePage(path);
}

/**
 * Caches a page as it is without a session. A page that cannot be fetched now is
 * cached another time.
 * @param {string} path
 */
async function cachePage(path) {
  try {
    const response = await fetch(path, { credentials: "omit", redirect: "error", headers: { "Accept-Language": setup.language } });
    if (response.ok) await (await caches.open(CACHE)).put(path, response);
  } catch {
    // offline
  }
}
