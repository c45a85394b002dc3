// Text that fits a box of a picture: as large as it can be, on as few lines as it needs.

const letters = (text) =>
  globalThis.Intl?.Segmenter ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : [...text];

// What fits of a word that is wider than a line, and the rest of it.
function cut(word, fits) {
  const parts = letters(word);
  let count = 1;
  while (count < parts.length && fits(parts.slice(0, count + 1).join(""))) count += 1;
  return [parts.slice(0, count).join(""), parts.slice(count).join("")];
}

// Lines break at blanks and after hyphens, and within a word only where it is wider than a line.
export function broken(text, fits) {
  const lines = [];
  const words = text.match(/[^ -]*[ -]|[^ -]+/g) ?? [];
  let line = "";
  while (words.length) {
    const word = words.shift();
    if (fits((line + word).trimEnd())) {
      line += word;
    } else if (line) {
      lines.push(line.trimEnd());
      line = "";
      words.unshift(word);
    } else {
      const [head, tail] = cut(word, fits);
      lines.push(head);
      if (tail) words.unshift(tail);
    }
  }
  return line ? [...lines, line.trimEnd()] : lines;
}

function shortened(lines, most, fits) {
  const last = letters(lines.slice(most - 1).join(" "));
  while (last.length && !fits(`${last.join("")}…`)) last.pop();
  return [...lines.slice(0, most - 1), `${last.join("")}…`];
}

export const LEADING = 1.15;

// Every size with as many lines as the height has room for.
export const within = (height, sizes) => sizes.map((size) => [size, Math.max(1, Math.floor(height / (size * LEADING)))]);

// measure: (text, size) => its width. Tries the sizes, each with its number of lines, in turn; what
// is too long even for the last one ends with an ellipsis.
export function fitted(measure, text, width, sizes) {
  for (const [size, most] of sizes) {
    const lines = broken(text, (part) => measure(part, size) <= width);
    if (lines.length <= most) return { size, lines };
  }
  const [size, most] = sizes.at(-1);
  const fits = (part) => measure(part, size) <= width;
  return { size, lines: shortened(broken(text, fits), most, fits) };
}
