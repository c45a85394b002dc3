// The result of a game as a picture, drawn on the phone: parchment, ink and gold, whatever the
// theme of the phone, because it is looked at elsewhere.

import { signed } from "../play/words.js";
import { fitted, LEADING, within } from "./fitting.js";

export const WIDTH = 1080;
export const HEIGHT = 1350;
const MARGIN = 80;
const INNER = WIDTH - 2 * MARGIN;
const INK = "#241c33";
const SOFT = "#635a71";
const PAPER = "#f6efe0";
const LEAF = "#fffaf0";
const TINT = "#fbf1d7";
const LINE = "#9d8c6b";
const GOLD = "#80590a";
const SUITS = [["blue", "#2457a6"], ["green", "#1f7a46"], ["red", "#b3261e"], ["yellow", "#8f6300"]];
const SEATS = ["#80590a", "#2457a6", "#1f7a46", "#9c2f1d", "#6a3d9a", "#4a4456"];
const DASHES = [[], [24, 15], [3, 15], [36, 12, 6, 12], [12, 12], [48, 15]];

function pen(canvas, families) {
  const context = canvas.getContext("2d");
  const font = (style, size, family) => `${style} ${size}px ${families[family]}`;

  // Text about a middle or from an edge, never wider than its box; y is its top, or its foot.
  function write(text, x, y, { style = "400", family = "sans", colour = INK, align = "center", width, sizes, foot = false }) {
    const measure = (part, size) => {
      context.font = font(style, size, family);
      return context.measureText(part).width;
    };
    const fit = fitted(measure, text, width, sizes);
    const top = foot ? y - fit.size * LEADING * fit.lines.length : y;
    context.font = font(style, fit.size, family);
    context.fillStyle = colour;
    context.textAlign = align;
    fit.lines.forEach((line, index) => context.fillText(line, x, top + fit.size * (0.95 + LEADING * index)));
  }

  function mark(id, x, y, size, colour) {
    context.save();
    context.translate(x - size / 2, y);
    context.scale(size / 24, size / 24);
    context.fillStyle = colour;
    for (const path of document.querySelectorAll(`#${id} path`)) {
      context.fill(new Path2D(path.getAttribute("d")), path.getAttribute("fill-rule") ?? "nonzero");
    }
    context.restore();
  }

  function line(points, colour, width, dash = []) {
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x, y);
    Object.assign(context, { strokeStyle: colour, lineWidth: width, lineJoin: "round", lineCap: "round" });
    context.setLineDash(dash);
    context.stroke();
    context.setLineDash([]);
  }

  return { context, write, mark, line };
}

function drawFrame({ context, mark, line }) {
  context.fillStyle = PAPER;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  for (const [inset, width] of [[28, 4], [40, 1.5]]) {
    const [near, right, bottom] = [inset, WIDTH - inset, HEIGHT - inset];
    line([[near, near], [right, near], [right, bottom], [near, bottom], [near, near]], LINE, width);
  }
  SUITS.forEach(([suit, colour], index) => mark(`suit-${suit}`, WIDTH / 2 + (index - 1.5) * 64, 68, 40, colour));
}

const STEP_HEIGHT = { 1: 210, 2: 178, 3: 150 };
const STEP_WIDTH = 290;
const FLOOR = 700;
const HEADS = 290; // names stand between this line and their step

function drawHeroes({ write, line }, people, x, top) {
  const room = Math.min(150, (top - HEADS) / people.length);
  people.forEach(({ seat, name }, index) => {
    const foot = top - 16 - room * (people.length - 1 - index);
    line([[x - 60, foot], [x + 60, foot]], SEATS[seat], 5, DASHES[seat]);
    write(name, x, foot - 10, { style: "600", width: STEP_WIDTH, sizes: within(room - 30, [40, 34, 28, 24, 20, 16]), foot: true });
  });
}

function drawStep(hand, { rank, people }, x) {
  const { context, write, mark, line } = hand;
  const top = FLOOR - STEP_HEIGHT[rank];
  const [left, right] = [x - STEP_WIDTH / 2, x + STEP_WIDTH / 2];
  context.fillStyle = rank === 1 ? TINT : LEAF;
  context.fillRect(left, top, STEP_WIDTH, STEP_HEIGHT[rank]);
  line([[left, FLOOR], [left, top], [right, top], [right, FLOOR]], rank === 1 ? GOLD : LINE, 3);
  if (rank === 1) mark("crown", x, top + 16, 60, GOLD);
  else write(`${rank}.`, x, top + 12, { style: "italic 400", family: "serif", colour: SOFT, width: STEP_WIDTH, sizes: [[42, 1]] });
  write(signed(people[0].total), x, top + (rank === 1 ? 84 : 60), { family: "serif", width: STEP_WIDTH, sizes: [[64, 1]] });
  drawHeroes(hand, people, x, top);
}

// The second stands left of the first, the third right; without one of them they move together.
function drawPodium(hand, steps) {
  const order = [2, 1, 3].flatMap((rank) => steps.filter((step) => step.rank === rank));
  order.forEach((step, index) => drawStep(hand, step, WIDTH / 2 + (index - (order.length - 1) / 2) * (STEP_WIDTH + 16)));
  hand.line([[MARGIN, FLOOR], [WIDTH - MARGIN, FLOOR]], LINE, 3);
}

function drawRest({ write, line }, rest, y) {
  rest.forEach(({ seat, name, total, rank }, index) => {
    const top = y + index * 56;
    write(`${rank}.`, MARGIN, top, { style: "italic 400", family: "serif", colour: SOFT, align: "left", width: 60, sizes: [[34, 1]] });
    write(name, MARGIN + 64, top, { style: "600", align: "left", width: INNER - 360, sizes: within(52, [34, 28, 22]) });
    line([[WIDTH - MARGIN - 260, top + 26], [WIDTH - MARGIN - 140, top + 26]], SEATS[seat], 5, DASHES[seat]);
    write(signed(total), WIDTH - MARGIN, top, { family: "serif", align: "right", width: 140, sizes: [[40, 1]] });
  });
  return y + rest.length * 56;
}

function drawCurve({ line }, columns, top, bottom) {
  const all = columns.flat().filter((total) => total !== null);
  const low = Math.min(0, ...all);
  const high = Math.max(10, ...all);
  const x = (index) => MARGIN + (index * INNER) / Math.max(1, columns.length - 1);
  const y = (total) => bottom - ((total - low) * (bottom - top)) / (high - low);
  line([[MARGIN, y(0)], [WIDTH - MARGIN, y(0)]], LINE, 1.5, [4, 8]);
  columns[0].forEach((_, seat) => {
    const points = columns.flatMap((totals, index) => (totals[seat] === null ? [] : [[x(index), y(totals[seat])]]));
    line(points, SEATS[seat], 5, DASHES[seat]);
  });
}

function drawHonours({ write }, honours, y) {
  const width = INNER / 2 - 24;
  honours.forEach(({ title, names, why }, index) => {
    const left = MARGIN + (index % 2) * (INNER / 2 + 12);
    const top = y + Math.floor(index / 2) * 104;
    write(title, left, top, { style: "italic 400", family: "serif", colour: GOLD, align: "left", width, sizes: [[30, 1], [26, 1]] });
    write(`${names}: ${why}`, left, top + 36, { align: "left", width, sizes: within(58, [28, 24, 19, 16]) });
  });
}

// headline: who won, in words; families: the fonts of the page.
export function draw(canvas, content, headline, families) {
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const hand = pen(canvas, families);
  drawFrame(hand);
  hand.write(content.where, WIDTH / 2, 128, { colour: SOFT, width: INNER, sizes: [[30, 1], [26, 1], [22, 1]] });
  hand.write(headline, WIDTH / 2, 176, { family: "serif", width: INNER, sizes: [[56, 1], [48, 1], ...within(112, [48, 40, 34, 28, 22])] });
  drawPodium(hand, content.steps);
  const below = drawRest(hand, content.rest, FLOOR + 24);
  const honoursTop = HEIGHT - 60 - 104 * Math.ceil(content.honours.length / 2);
  drawCurve(hand, content.columns, below + 40, honoursTop - 44);
  drawHonours(hand, content.honours, honoursTop);
  return canvas;
}
