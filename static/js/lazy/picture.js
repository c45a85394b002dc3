// Fits text into a box of a picture: as large as possible, on as few lines as needed.

import { COLOURS, signed } from "../play/names.js";
import { byRank, ranksOf, totalsOf } from "../play/rules.js";
import { lookOf } from "../play/views/seats.js";
import { columnsOf, linesIn } from "../play/views/standings.js";
import { headlineOf, honoursOf, stepsOf } from "./ending.js";

const letters = (text) =>
  (Intl.Segmenter ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : [...text]);

function cut(word, fits) {
  const parts = letters(word);
  let count = 1;
  while (count < parts.length && fits(parts.slice(0, count + 1).join(""))) count += 1;
  return [parts.slice(0, count).join(""), parts.slice(count).join("")];
}

// Breaks lines at spaces and after hyphens, within a word only if it is wider than a line.
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

const LEADING = 1.15;

// Every font size with the number of lines that fit.
const within = (height, sizes) =>
  sizes.map((size) => [size, Math.max(1, Math.floor(height / (size * LEADING)))]);

// measure: (text, size) => its width; sizes: [size, lines] to try in turn. The last ends with an ellipsis.
export function fitted(measure, text, width, sizes) {
  for (const [size, most] of sizes) {
    const lines = broken(text, (part) => measure(part, size) <= width);
    if (lines.length <= most) return { size, lines };
  }
  const [size, most] = sizes.at(-1);
  const fits = (part) => measure(part, size) <= width;
  return { size, lines: shortened(broken(text, fits), most, fits) };
}

// --- The result of a game as a picture in the light theme, because it is shared with others.

const WIDTH = 1080;
const HEIGHT = 1350;
const MARGIN = 80;
const INNER = WIDTH - 2 * MARGIN;
// Colours are named as in css/tokens.css.
const SUITS = [["blue", "human"], ["green", "elf"], ["red", "dwarf"], ["yellow", "giant"]];
const DASHES = [
  [], [24, 15], [3, 15], [36, 12, 6, 12], [12, 12], [48, 15], [24, 9, 3, 9, 3, 9], [12, 27],
];

// theme(name): the value of a token.
function pen(canvas, theme) {
  const context = canvas.getContext("2d");
  const font = (style, size, family) => `${style} ${size}px ${theme(family)}`;

  // Draws text centred or from an edge, never wider than its box; y is its top or bottom.
  function write(text, x, y, {
    style = "400", family = "sans", colour = "ink", align = "center", width, sizes, foot = false,
  }) {
    const measure = (part, size) => {
      context.font = font(style, size, family);
      return context.measureText(part).width;
    };
    const fit = fitted(measure, text, width, sizes);
    const top = foot ? y - fit.size * LEADING * fit.lines.length : y;
    context.font = font(style, fit.size, family);
    context.fillStyle = theme(colour);
    context.textAlign = align;
    fit.lines.forEach((line, index) => context.fillText(line, x, top + fit.size * (0.95 + LEADING * index)));
    return top;
  }

  function mark(id, x, y, size, colour) {
    context.save();
    context.translate(x - size / 2, y);
    context.scale(size / 24, size / 24);
    context.fillStyle = theme(colour);
    for (const path of document.querySelectorAll(`#${id} path:not(.of-american path)`)) {
      context.fill(new Path2D(path.getAttribute("d")), path.getAttribute("fill-rule") ?? "nonzero");
    }
    context.restore();
  }

  function line(points, colour, width, dash = []) {
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x, y);
    const round = { lineJoin: "round", lineCap: "round" };
    Object.assign(context, { strokeStyle: theme(colour), lineWidth: width, ...round });
    context.setLineDash(dash);
    context.stroke();
  }

  // The colour and picture of a player, with their centre at (x, y).
  function avatar({ look: [colour, picture], name }, x, y, size) {
    const own = `seat-${COLOURS.indexOf(colour)}`;
    context.fillStyle = theme("leaf");
    for (const share of [1, 0.14]) {
      Object.assign(context, { globalAlpha: share }).beginPath();
      context.arc(x, y, size / 2, 0, 2 * Math.PI);
      context.fill();
      context.fillStyle = theme(own);
    }
    context.globalAlpha = 1;
    if (picture !== "letter") return mark(`picture-${picture}`, x, y - size * 0.32, size * 0.64, own);
    const font = { family: "serif", colour: own, width: size, sizes: [[size * 0.55, 1]] };
    return write(letters(name)[0].toUpperCase(), x, y - size * 0.3, font);
  }

  const lineOf = (seat, points) => line(points, `seat-${seat}`, 5, DASHES[seat]);
  const fill = (colour, ...box) => Object.assign(context, { fillStyle: theme(colour) }).fillRect(...box);

  return { write, mark, avatar, line, lineOf, fill };
}

function drawFrame({ fill, mark, line }) {
  fill("paper", 0, 0, WIDTH, HEIGHT);
  for (const [inset, width] of [[28, 4], [40, 1.5]]) {
    const [near, right, bottom] = [inset, WIDTH - inset, HEIGHT - inset];
    line([[near, near], [right, near], [right, bottom], [near, bottom], [near, near]], "line-strong", width);
  }
  SUITS.forEach(([suit, colour], index) =>
    mark(`suit-${suit}`, WIDTH / 2 + (index - 1.5) * 64, 68, 40, colour));
}

const STEP_HEIGHT = { 1: 210, 2: 178, 3: 150 };
const STEP_WIDTH = 290;
const FLOOR = 700;
const HEADS = 290; // names are between this line and their step
const RANK = { style: "italic 400", family: "serif", colour: "ink-soft" };

function drawHeroes({ write, avatar, lineOf }, people, x, top) {
  const room = Math.min(150, (top - HEADS) / people.length);
  people.forEach((person, index) => {
    const { seat, name } = person;
    const foot = top - 16 - room * (people.length - 1 - index);
    lineOf(seat, [[x - 60, foot], [x + 60, foot]]);
    const above = write(name, x, foot - 10, {
      style: "600", width: STEP_WIDTH, sizes: within(room - 30, [40, 34, 28, 24, 20, 16]), foot: true,
    });
    if (people.length === 1) avatar(person, x, above - 36, 64);
  });
}

function drawStep(hand, { rank, people }, x) {
  const { fill, write, mark, line } = hand;
  const top = FLOOR - STEP_HEIGHT[rank];
  const [left, right] = [x - STEP_WIDTH / 2, x + STEP_WIDTH / 2];
  fill(rank === 1 ? "gold-tint" : "leaf", left, top, STEP_WIDTH, STEP_HEIGHT[rank]);
  line([[left, FLOOR], [left, top], [right, top], [right, FLOOR]], rank === 1 ? "gold" : "line-strong", 3);
  if (rank === 1) mark("crown", x, top + 16, 60, "gold");
  else write(`${rank}.`, x, top + 12, { ...RANK, width: STEP_WIDTH, sizes: [[42, 1]] });
  write(signed(people[0].total), x, top + (rank === 1 ? 84 : 60), {
    family: "serif", width: STEP_WIDTH, sizes: [[64, 1]],
  });
  drawHeroes(hand, people, x, top);
}

// The second is left of the first, the third right; if one is missing, the others move together.
function drawPodium(hand, steps) {
  const order = [2, 1, 3].flatMap((rank) => steps.filter((step) => step.rank === rank));
  order.forEach((step, index) =>
    drawStep(hand, step, WIDTH / 2 + (index - (order.length - 1) / 2) * (STEP_WIDTH + 16)));
  hand.line([[MARGIN, FLOOR], [WIDTH - MARGIN, FLOOR]], "line-strong", 3);
}

// More lines are lower, and leave room for two awards, so that the curve keeps its height.
const FEW = 3;

function drawRest({ write, avatar, lineOf }, rest, y) {
  const step = rest.length > FEW ? 44 : 56;
  rest.forEach((person, index) => {
    const { seat, name, total, rank } = person;
    const top = y + index * step;
    write(`${rank}.`, MARGIN, top, { ...RANK, align: "left", width: 60, sizes: [[34, 1]] });
    avatar(person, MARGIN + 84, top + 20, 40);
    write(name, MARGIN + 116, top, {
      style: "600", align: "left", width: INNER - 412, sizes: within(step - 4, [34, 28, 22]),
    });
    lineOf(seat, [[WIDTH - MARGIN - 260, top + 26], [WIDTH - MARGIN - 140, top + 26]]);
    const points = { family: "serif", align: "right", width: 140, sizes: [[40, 1]] };
    write(signed(total), WIDTH - MARGIN, top, points);
  });
  return y + rest.length * step;
}

function drawCurve({ line, lineOf }, columns, top, bottom) {
  const { lines, zero } = linesIn([MARGIN, top, WIDTH - MARGIN, bottom], columns);
  line([[MARGIN, zero], [WIDTH - MARGIN, zero]], "line-strong", 1.5, [4, 8]);
  lines.forEach((points, seat) => lineOf(seat, points));
}

function drawHonours({ write }, honours, y) {
  const width = INNER / 2 - 24;
  honours.forEach(({ title, line }, index) => {
    const left = MARGIN + (index % 2) * (INNER / 2 + 12);
    const top = y + Math.floor(index / 2) * 104;
    write(title, left, top, {
      style: "italic 400", family: "serif", colour: "gold", align: "left", width, sizes: [[30, 1], [26, 1]],
    });
    write(line, left, top + 36, { align: "left", width, sizes: within(58, [28, 24, 19, 16]) });
  });
}

function draw(canvas, content, headline, theme) {
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const hand = pen(canvas, theme);
  drawFrame(hand);
  const small = { colour: "ink-soft", width: INNER, sizes: [[30, 1], [26, 1], [22, 1]] };
  hand.write(content.where, WIDTH / 2, 128, small);
  hand.write(headline, WIDTH / 2, 176, {
    family: "serif", width: INNER, sizes: [[56, 1], [48, 1], ...within(112, [48, 40, 34, 28, 22])],
  });
  drawPodium(hand, content.steps);
  const below = drawRest(hand, content.rest, FLOOR + 24);
  const honoursTop = HEIGHT - 60 - 104 * Math.ceil(content.honours.length / 2);
  drawCurve(hand, content.columns, below + 40, honoursTop - 44);
  drawHonours(hand, content.honours, honoursTop);
  return canvas;
}

// --- The result of a game as values and in words, for the picture and its description.

function contentOf({ game }, say, language, group) {
  const totals = totalsOf(game);
  const ranks = ranksOf(game);
  const person = (seat) => ({
    seat, name: game.players[seat].name, look: lookOf(game.players[seat]), total: totals[seat],
    rank: ranks[seat],
  });
  const people = byRank(ranks).map(person);
  const begun = game.started_at ? new Date(game.started_at) : new Date();
  const date = new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(begun);
  const rest = people.filter(({ rank }) => rank > 3);
  return {
    day: begun.toLocaleDateString("sv"), // as 2026-11-21
    where: [group, date, game.place].filter(Boolean).join(" · "),
    steps: stepsOf(game).map(({ rank, seats }) => ({ rank, people: seats.map(person) })),
    rest, people, columns: columnsOf(game),
    honours: honoursOf(game, say, language).slice(0, rest.length > FEW ? 2 : undefined),
  };
}

// --- Shares the picture, or downloads it if the phone cannot share.

// draw is called with a function that returns a token of the light theme.
function withLightTheme(draw) {
  const probe = Object.assign(document.createElement("i"), { className: "light", hidden: true });
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const drawn = draw((name) => style.getPropertyValue(`--${name}`).trim());
  probe.remove();
  return drawn;
}

const asFile = (canvas, name) =>
  new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(new File([blob], name, { type: "image/png" })), "image/png");
  });

function download(file) {
  const href = URL.createObjectURL(file);
  const link = Object.assign(document.createElement("a"), { href, download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

// Returns false if the phone cannot share; cancelling counts as shared.
async function shared(file, text) {
  if (!navigator.canShare?.({ files: [file] })) return false;
  try {
    await navigator.share({ files: [file], text });
    return true;
  } catch (error) {
    return error.name === "AbortError";
  }
}

export async function sharePicture(state, say, group) {
  const language = document.documentElement.lang;
  const headline = headlineOf(state, say);
  const content = contentOf(state, say, language, group);
  const canvas = withLightTheme((theme) => draw(document.createElement("canvas"), content, headline, theme));
  const file = await asFile(canvas, `scorepad-${content.day}.png`);
  const lines = content.people.map(({ rank, name, total }) => `${rank}. ${name} ${signed(total)}`);
  const text = [headline, ...lines, content.where].join("\n"); // as an alternative
  if (!(await shared(file, text))) download(file);
}
