// node together.js ADDRESS SEED GAMES PHONES: one phone or two tap in the same game, at random, each with a network that
// comes and goes, and answer at random what they are asked. In the end, with a network, all and the server must hold one
// game, and what one phone sends alone must be taken. The server must count as the phone does, also after an import.

import { isDeepStrictEqual } from "node:util";
import { Worker } from "node:worker_threads";
import { newUuid } from "../../../static/js/play/names.js";
import { gameFrom, gamePath, resourcesOf } from "../../../static/js/play/resources.js";
import { closedRounds, finalBids, isClosed, pointsOf, presentIn, roundCount,
  totalsByRound } from "../../../static/js/play/rules.js";
import { playAll, someGroup, someTable } from "./thumb.js";

const [ADDRESS, SEED, GAMES, PHONES] = process.argv.slice(2);
const STEPS = 80;
const SHOWN = 40;
const PATIENCE = 20; // how often both look at the end; each time one question is answered

async function newPhone() {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: { address: ADDRESS } });
  let answered = null;
  worker.on("message", (answer) => answered(answer));
  worker.on("error", (error) => answered({ said: { fault: error.stack } }));
  const next = () => new Promise((done) => (answered = done));
  await next();
  const phone = { async do(name, args = {}) {
    const answer = next();
    worker.postMessage({ name, ...args });
    Object.assign(phone, { said: undefined }, await answer);
    if (phone.said?.fault) throw new Error(phone.said.fault);
    return phone.said;
  }, end: () => worker.terminate() };
  return phone;
}

// What was written; how it came there, and a round of which only the trump is prescribed, may be told in other words.
const SILENT = { started_at: null, seating: 0, dealt_again: false, late_bids: [], accepted: [] };
const isWritten = ([path, { bids, unwritten }]) =>
  !path.includes("/rounds/") || unwritten || bids.some((bid) => bid !== null);

const bySeat = (list) => [...list].sort((one, other) => one.seat - other.seat);

function told(group, { joined, left, ...game }) {
  const resources = resourcesOf(group, { ...game, joined: bySeat(joined), left: bySeat(left) }, new Set());
  return Object.fromEntries(
    resources.map(({ path, body }) => [path, { ...body, ...SILENT }]).filter(isWritten),
  );
}

async function comeTogether(phones, chance) {
  for (const phone of phones) await phone.do("network", { is: true });
  for (let turn = 0; turn < PATIENCE; turn += 1) {
    for (const phone of phones) {
      if (phone.asked) await phone.do("answer", { isMine: chance.next() < 0.5 });
      await phone.do("rest");
      await phone.do("look");
    }
  }
}

const line = (who, body) => `  ${who.padStart(8)} ${JSON.stringify(body)}`;

function differencesBetween(phone, server, group) {
  const here = told(group, phone.game);
  const paths = [...new Set([...Object.keys(here), ...Object.keys(server)])];
  const unlike = paths.filter((path) => !isDeepStrictEqual(here[path], server[path]));
  const isAlone = Number(PHONES) === 1;
  const says = phone.status[0] === "saved" ? [] : [`says ${JSON.stringify(phone.status)}`];
  if (phone.status[0] === "refused" && !isAlone) return []; // it is told why, and keeps what was tapped
  return [...says,
    ...unlike.flatMap((path) => [path.slice(-9), line("here", here[path]), line("server", server[path])])];
}

// Round, cards, player, bid, tricks, points and total of everybody present, as a phone counts them.
function linesOf(game) {
  const totals = totalsByRound(game);
  return closedRounds(game).flatMap((number, row) => {
    const [round, cards] = [game.rounds[number - 1], game.cards[number - 1]];
    if (round.unwritten) return [];
    const [bids, points] = [finalBids(round), pointsOf(game, number)];
    return presentIn(game, number).map((seat) =>
      [number, cards, game.players[seat].name, bids[seat], round.tricks[seat], points[seat],
        totals[row][seat]].join()
    );
  });
}

async function linesAt(page, headers) {
  const answer = await fetch(`${ADDRESS}${page}/rounds.csv`, { headers });
  const [, ...rows] = (await answer.text()).trim().split(/\r?\n/);
  return rows.map((row) => row.split(",").toSpliced(2, 1).join());
}

// Where nobody knows the game it comes in as its document, unless a round before the last one is open, or half a round.
async function linesElsewhere(page, headers) {
  const document = await fetch(`${ADDRESS}${page}/game.json`, { headers });
  const body = new FormData();
  body.append("file", await document.blob(), "game.json");
  body.append("time_zone", "Europe/Berlin");
  const sent = { method: "POST", body, redirect: "manual",
    headers: { Origin: ADDRESS, "Sec-Fetch-Site": "same-origin" } };
  const found = await fetch(`${ADDRESS}/import`, sent);
  if (found.status !== 200) return [`${found.status}`];
  const fields = [...(await found.text()).matchAll(/name="(content|start|game)" value="([^"]*)"/g)].map((
    [, name, value],
  ) => [name, value]);
  const answer = await fetch(`${ADDRESS}/import/games`, { ...sent, body: new URLSearchParams(fields) });
  if (answer.status !== 200) return [`${answer.status}`];
  const Cookie = answer.headers.getSetCookie()[0].split(";")[0];
  const [group, id] = (await answer.text()).match(/button main" href="([^"]+)"/)[1].match(/[0-9a-f-]{36}/g);
  return linesAt(`/g/${group}/games/${id}`, { Cookie });
}

async function miscounted(group, { game, cookie }) {
  const [page, headers] = [`/g/${group}/games/${game.id}`, { Cookie: cookie }];
  const counted = linesOf(game);
  const dealt = game.rounds.slice(0, roundCount(game));
  const before = Math.max(0,
    dealt.findLastIndex((round, index) => isWritten([`/rounds/${index + 1}`, round])));
  const isLast = !dealt[before]?.tricks || isClosed(game, before + 1); // all its tricks, or none
  const isWhole = isLast && closedRounds(game).filter((number) => number <= before).length === before;
  const elsewhere = isWhole ? counted : ["422"];
  const [here, there] = [await linesAt(page, headers), await linesElsewhere(page, headers)];
  return isDeepStrictEqual([here, there], [counted, elsewhere])
    ? []
    : [counted, here, there].map((all) => all.join("; "));
}

async function differences(group, phones) {
  const [first] = phones;
  const answer = await fetch(ADDRESS + gamePath(group, first.game.id), { headers: { Cookie: first.cookie } });
  const server = told(group, gameFrom(await answer.json()));
  const found = phones.flatMap((phone, index) =>
    differencesBetween(phone, server, group).map((each) => `phone ${index} ${each}`)
  );
  return found.length || first.status[0] !== "saved" ? found : miscounted(group, first);
}

// One thing that one of both does, and what to say of it.
async function goOn(phone, comers, chance) {
  const often = chance.next();
  if (often < 0.06) {
    phone.online = !(phone.online ?? true);
    await phone.do("network", { is: phone.online });
    return `network ${phone.online}`;
  }
  if (often < 0.16) {
    await phone.do("look");
    return "look";
  }
  if (phone.asked && often < 0.5) return phone.do("answer", { isMine: chance.next() < 0.5 });
  const { said, newcomers } = await phone.do("tap", { seed: chance.int(1e9), newcomers: comers });
  comers.splice(0, comers.length, ...newcomers);
  return `${said} ${phone.asked ? "ASKED " : ""}${phone.status[0]}`;
}

async function begin([first, second], game) {
  const group = await first.do("found");
  await first.do("begin", { group, game });
  await first.do("look");
  await second?.do("arrive", { group, game: game.id, as: first.cookie });
  return group;
}

async function play(chance) {
  const phones = await Promise.all(Array.from({ length: Number(PHONES) }, newPhone));
  const log = [];
  try {
    const { game: some, newcomers } = someTable(chance, someGroup(newUuid), newUuid);
    // Whoever bids unseen does so on one phone, or one's own.
    const game = { ...some, bid_mode: phones.length > 1 ? "open" : some.bid_mode };
    const comers = phones.map((_phone, index) =>
      newcomers.filter((_, place) => place % phones.length === index)
    );
    const group = await begin(phones, game);
    for (let count = 0; count < STEPS; count += 1) {
      const index = chance.int(phones.length);
      log.push(`${index}: ${await goOn(phones[index], comers[index], chance)}`);
    }
    await comeTogether(phones, chance);
    const found = await differences(group, phones);
    return found.length ? [`${game.schedule} ${game.bid_mode}`, ...found, ...log.slice(-SHOWN)] : [];
  } catch ({ stack }) {
    return [stack, ...log.slice(-SHOWN)];
  } finally {
    phones.forEach((phone) => phone.end());
  }
}

await playAll(Number(SEED), Number(GAMES), play);
