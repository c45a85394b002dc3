// The page's words, rendered into it by the server: <template data-word="bids" data-category="one">.

const isolated = (text) => `\u2068${text}\u2069`;

export const signed = (number) => {
  const digits = String(Math.abs(number));
  return number < 0 ? `\u2212${digits}` : digits;
};
export const gain = (number) => (number > 0 ? `+${number}` : signed(number));

function readWords(root) {
  const words = {};
  for (const { dataset, content } of root.querySelectorAll("template[data-word]")) {
    words[dataset.word] ??= {};
    words[dataset.word][dataset.category ?? "other"] = content.textContent.trim();
  }
  return words;
}

const SUIT = /^trump_(blue|green|red|yellow)$/;

// The suits are called as on the deck that lies on the table.
export const withDeck = (say, deckNow) => (key, slots) => say(SUIT.test(key) && deckNow() ? `${deckNow()}_${key}` : key, slots);

// say("bids", {n: 3, name: "Ute"}): the plural category follows n; text is isolated, so that a
// name written from right to left leaves the sentence around it alone.
// Those of the parts that come later are in the page as soon as the parts are (later.js).
export function speaker(root, language) {
  const plural = new Intl.PluralRules(language);
  let words = readWords(root);
  return (key, slots = {}) => {
    if (!words[key]) words = readWords(root);
    const forms = words[key];
    if (!forms) throw new Error(`the page has no word ${key}`);
    const text = (slots.n === undefined ? null : forms[plural.select(slots.n)]) ?? forms.other;
    if (!text.includes("{")) return text;
    return text.replace(/\{(\w+)\}/g, (whole, name) => {
      const value = slots[name];
      if (value === undefined) return whole;
      return typeof value === "number" ? signed(value) : isolated(value);
    });
  };
}

// --- A time of day, such as 20:14; of now where none is given.

let format = null; // slow to make

export function clock(time) {
  format ??= new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return format.format(time ? new Date(time) : new Date());
}
