// Names as the server sees them (scorepad/rules/names.py): what two spellings have in common, and
// what is no name at all. A name refused only after the start would keep the game off the server.

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
