// Names as the server sees them (scorepad/rules/names.py), and new ids, claims and draws.

const LONGEST = 40; // characters as people count them
const MOST_BYTES = 160;

const UNSEEN = /[\p{Cc}\p{Cf}\u034f\u115f\u1160\u2800\u3164\uffa0\ufe00-\ufe0f]/gu;
const READABLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
// Marks, tones and the inside of a Korean syllable add to the character before them; so does what a joiner joins.
const CHARACTER = /\p{RI}\p{RI}|[^\p{M}\u200c\u200d](?:[\p{M}\u200c\u{1f3fb}-\u{1f3ff}\u1160-\u11ff]|\u200d[^\p{M}]?)*/gu;

export function nameKey(name) {
  const folded = name.normalize("NFKC").toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ").normalize("NFKC");
  return folded.trim().replace(/\s+/g, " ").replace(UNSEEN, "").replace(/\s+/g, " ").trim();
}

export const isBlank = (name) => !READABLE.test(nameKey(name));

// What a narrow line in large type would tear, and what may need more than two of them.
const LONG = 12;
const isLong = (text) => [...text].length > LONG;
const hasLongWord = (name) => name.split(/[\s-]/u).some(isLong);
export const lengthOf = (name) => (hasLongWord(name) ? "long" : isLong(name) ? "longish" : "");

export function isTooLong(name) {
  const clean = name.normalize("NFC").trim().replace(/\s+/g, " ");
  const characters = clean.match(CHARACTER) ?? [];
  return characters.length > LONGEST || new TextEncoder().encode(clean).length > MOST_BYTES;
}

// --- Ids, claims and draws. crypto.randomUUID is denied on plain http, getRandomValues is not.

const bytes = (count) => crypto.getRandomValues(new Uint8Array(count));
const hex = (list) => Array.from(list, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const newKey = () => hex(bytes(16));

export function newUuid() {
  const list = bytes(16);
  list[6] = (list[6] & 0x0f) | 0x40;
  list[8] = (list[8] & 0x3f) | 0x80;
  const text = hex(list);
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-");
}

// 256 bits, base64url without padding.
export const newClaim = () =>
  btoa(String.fromCharCode(...bytes(32))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

export const randomBelow = (count) => crypto.getRandomValues(new Uint32Array(1))[0] % count;
