// The service worker. The server prepends VERSION, SHELLS and FILES (scorepad/web/play.py). It caches the
// play page: all files of one version, or none. Saves never pass through it.

const OURS = "scorepad-";
const CACHE = OURS + VERSION;
const HOME_TIMEOUT_MS = 3000; // "/" is opened without knowing what will come
const TIMEOUT_MS = 20_000; // the user waits for a page

// A captive portal returns 200 for everything; it does not have our policy.
const isOurs = (response) =>
  response.ok && !response.redirected &&
  (response.headers.get("Content-Security-Policy") ?? "").includes("trusted-types sw");

async function keep(cache, address) {
  const response = await fetch(address);
  if (!isOurs(response)) throw new Error(`not ours: ${address}`);
  await cache.put(address, response);
}

async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all([...SHELLS, ...FILES].map((address) => keep(cache, address)));
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

const kept = async (address) => (await caches.open(CACHE)).match(address);

// Language and script: zh-TW reads zh-Hant, zh-SG zh-Hans.
function written(tag) {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return null; // some browsers send "C"
  }
}

function shellFor(languages) {
  const shells = new Map(SHELLS.map((shell) => [written(shell.split("/").at(-1)), shell]));
  return languages.map((tag) => shells.get(written(tag))).find(Boolean) ?? SHELLS[0];
}

// A dead router accepts the request and never responds. A slow server may take long to render a PDF.
const silence = (pathname) =>
  new Promise((_, failed) =>
    pathname.endsWith(".pdf") ||
    setTimeout(failed, pathname === "/" ? HOME_TIMEOUT_MS : TIMEOUT_MS, new Error("no answer"))
  );

// Offline, the first page returns to the game, and every other page says what works.
async function instead(pathname) {
  const shell = shellFor(self.navigator.languages ?? []);
  return (pathname !== "/" && await kept(shell.replace("play", "offline"))) || Response.redirect(shell, 302);
}

const page = (request, pathname) =>
  Promise.race([fetch(request), silence(pathname)]).catch(() => instead(pathname));

function answer(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return null;
  const isChosen = request.mode === "navigate";
  const isKept = FILES.includes(pathname) || (isChosen && SHELLS.includes(pathname));
  if (isKept) return kept(pathname).then((found) => found ?? fetch(request));
  return isChosen ? page(request, pathname) : null;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const found = answer(event.request);
  if (found) event.respondWith(found);
});
// The page sends this when a person taps "new version".
self.addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());
