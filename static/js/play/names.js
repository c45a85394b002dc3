// Names, words and times as people read them, new ids, and the service worker.

const UNSEEN = /[\p{Cc}\p{Cf}\u034f\u115f\u1160\u2800\u3164\uffa0\ufe00-\ufe0f]/gu;
const READABLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

export function nameKey(name) {
  const lower = name.normalize("NFKC").toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ");
  return lower.normalize("NFKC").replace(/\s+/g, " ").replace(UNSEEN, "").replace(/\s+/g, " ").trim();
}

export function without(players, names) {
  const taken = names.map(nameKey);
  return players.filter(({ name }) => !taken.includes(nameKey(name)));
}

const SHORTEST_SIMILAR = 4; // "Ute" and "Uta" are two people

// One letter was added, dropped, replaced or exchanged with the next.
function isOneOff(one, other) {
  if (Math.max(one.length, other.length) < SHORTEST_SIMILAR) return false;
  const at = one.findIndex((letter, index) => letter !== other[index]);
  const from = at < 0 ? one.length : at;
  const rest = (name, skipped) => name.slice(from + skipped).join("");
  const isSame = (skipped, others) => rest(one, skipped) === rest(other, others);
  const isExchanged = one[from] === other[from + 1] && one[from + 1] === other[from];
  return isSame(1, 1) || isSame(1, 0) || isSame(0, 1) || (isExchanged && isSame(2, 2));
}

const digitsIn = (key) => key.replace(/\P{Nd}/gu, ""); // "Guest 1" and "Guest 2" are two people

const areLike = (key, other) => digitsIn(key) === digitsIn(other) && isOneOff([...key], [...other]);

// The first new name that is one letter off that of a known player without a seat, as {seat, name, similar};
// unsure_name of the server agrees. meant: those answered "no".
export function unsureName(seats, known, meant = []) {
  const free = without(known, seats);
  const isNew = (name) => !meant.includes(name) && without(known, [name]).length === known.length;
  const like = (name) => free.find((player) => areLike(nameKey(name), nameKey(player.name)))?.name;
  const found = seats.map((name, seat) => ({ seat, name, similar: isNew(name) && like(name) }));
  return found.find(({ similar }) => similar) ?? null;
}

export const isBlank = (name) => !READABLE.test(nameKey(name));

// Words that large type would break or two lines do not hold, and names that may need a second line.
const isOver = (text, most) => [...text].length > most;
export function lengthOf(name) {
  if (isOver(name, 24) || name.split(/[\s-]/u).some((word) => isOver(word, 12))) return "long";
  return isOver(name, 12) ? "longish" : "";
}

// A name that is there twice, as {word, seat}.
export function wrongName(seats) {
  const keys = seats.map(nameKey);
  const twice = seats.findIndex((name, seat) => !isBlank(name) && keys.indexOf(keys[seat]) < seat);
  return twice >= 0 ? { word: "name_twice", seat: twice } : null;
}

// --- A player's colour and picture, as in scorepad/games/names.py.

export const COLOURS = ["gold", "blue", "green", "red", "violet", "grey", "teal", "pink"];
export const PICTURES = ["moon", "star", "sun", "flame", "tree", "mushroom", "feather", "cat", "owl", "hare",
  "fish", "tower", "key", "bell", "flask", "cup"];

const nth = (list, digits) => list[Number.parseInt(digits, 16) % list.length];

// Those of players who have not chosen any.
export const defaultLook = (id) => [nth(COLOURS, id.slice(0, 4)), nth(PICTURES, id.slice(4, 8))];

// What work() returns, or something else if it fails: some browsers forbid all storage.
export function attempt(work, otherwise = null) {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

// --- Ids, claims and draws. crypto.randomUUID is denied on plain http, getRandomValues is not.

const bytes = (count) => crypto.getRandomValues(new Uint8Array(count));

export const newKey = () => Array.from(bytes(16), (byte) => byte.toString(16).padStart(2, "0")).join("");

// The digits 4 and 8 say that it is random.
export const newUuid = () => newKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");

// 256 bits, base64url without padding.
export const newClaim = () =>
  btoa(String.fromCharCode(...bytes(32))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

export const randomBelow = (count) => crypto.getRandomValues(new Uint32Array(1))[0] % count;

// --- The words of the page, rendered by the server: {"close": "Close", "cards": {"one": …, "other": …}}.

const isolated = (text) => `\u2068${text}\u2069`;

export const listed = (names) =>
  new Intl.ListFormat(document.documentElement.lang).format(names.map(isolated));

export const signed = (number) => (number < 0 ? `\u2212${-number}` : String(number));
export const gain = (number) => (number > 0 ? `+${number}` : signed(number));

export const words = {};

export const addWords = (root) => Object.assign(words, JSON.parse(root.getElementById("words").textContent));

// Suits and cards are called as on the deck on the table, if the page has words for it.
export const withDeck = (say, deckNow) => (key, slots) => {
  const called = `${deckNow()}_${key}`;
  return say(called in words ? called : key, slots);
};

// say("bids", {n: 3, name: "Ute"}): the plural category follows n; text is isolated, so that a right-to-left
// name does not reorder the sentence. Words of parts loaded later are added with them (dom.js).
export function speaker(root, language) {
  const plural = new Intl.PluralRules(language);
  addWords(root);
  return (key, slots = {}) => {
    const forms = words[key];
    if (!forms) throw new Error(`the page has no word ${key}`);
    const text = typeof forms === "string" ? forms : forms[plural.select(slots.n)] ?? forms.other;
    return text.replace(/\{(\w+)\}/g, (whole, name) => {
      const value = slots[name] ?? whole;
      return typeof value === "number" ? signed(value) : isolated(value);
    });
  };
}

// --- A page or form at a URL, parsed as a document: nothing here turns text into elements.

// Returns the request with its response. sent: the fields of a form to post; timeout in ms, 0 for none. Fails
// without a response.
export function documentAt(address, { etag = null, sent = null, timeout = 0 } = {}) {
  return new Promise((resolve, onerror) => {
    const request = new XMLHttpRequest();
    request.open(sent ? "POST" : "GET", address);
    // An empty body would be parsed as broken XML, with a style that the CSP blocks.
    request.overrideMimeType("text/html");
    if (etag) request.setRequestHeader("If-None-Match", etag);
    const onload = () => resolve(request);
    Object.assign(request, { responseType: "document", timeout, onload, onerror, ontimeout: onerror });
    request.send(sent);
  });
}

// --- A time such as 20:14; now if none is given.

const HOURS = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

export const clock = (time) =>
  new Date(time ?? Date.now()).toLocaleTimeString(document.documentElement.lang, HOURS);

// --- The service worker, once the page has all it needs. Plain http has none.

const WORKER = "/sw.js";

// Trusted Types: the only script URL that a page ever creates.
const rules = { createScriptURL: () => WORKER };
const trusted = () => globalThis.trustedTypes?.createPolicy("sw", rules).createScriptURL(WORKER) ?? WORKER;

export async function registered() {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done));
  return navigator.serviceWorker?.register(trusted(), { updateViaCache: "none" }).catch(() => null);
}
