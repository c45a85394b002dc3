import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyContent, merged } from "../../static/js/play/database.js";
import { edits, inOrder, lastBodies, marked, settled } from "../../static/js/play/outbox.js";
import { sender, serverFor } from "../../static/js/play/sender.js";
import { wizard } from "../../static/js/play/wizard.js";
import { answered, boxOf } from "./games.js";

const GROUP = "/api/groups/g";
const GAME = `${GROUP}/games/a`;
const OVER = `${GROUP}/games/b`;
const OLD = "1d07";
const NEW = "2f3a";

const known = (body) => ({ etag: '"4"', body: JSON.stringify(body) });
const settings = (more = {}) => ({ players: ["Ute"], finished: false, ended_after: null, ...more });
const round = (...bids) => ({ bids });
const BOTH = { [GAME]: known(settings()), [`${GAME}/rounds/1`]: known(round(1)) };

// The server of another database: a map of what it has, by path. What is there may be changed by nobody who has not seen it.
function serverOf(stored, { allows = true } = {}) {
  const asked = [];
  const said = (status, body) => answered(body, { status, database: NEW });
  const fetch = async (path, { method = "GET", headers, body }) => {
    asked.push([method, path.replace(GROUP, ""), headers?.["X-Scorepad"], headers?.["If-Match"] ?? "*"]);
    if (method === "GET") return stored[path] ? said(200, stored[path]) : said(404, {});
    if (!allows) return said(403, { detail: "only look" });
    const isSeen = headers["X-Scorepad"] === NEW && headers["If-Match"];
    if (stored[path] && !isSeen) return said(412, { current: stored[path] });
    stored[path] = JSON.parse(body);
    return said(201, { revision: 1 });
  };
  return { fetch, asked, stored };
}

function phoneAt(server, content) {
  const asked = [];
  const box = { ...boxOf(merged(emptyContent(), { kept: { database: OLD } }, content)),
    isMeant: (path) => !path.includes("/towers/") };
  const origin = serverFor(box, wizard, () => asked.push("send"));
  const settle = ({ current }, entry, etag) => {
    const isSame = JSON.stringify(current) === lastBodies(box.content())[entry.path];
    const theirs = { etag, body: current };
    return box.write(isSame ? settled(box.content(), entry.path, theirs) : marked(entry, { theirs }));
  };
  const nothing = () => null;
  const post = sender(box, (task) => task(), origin, { saved: nothing, sending: nothing, waiting: nothing,
    refused: nothing, conflict: settle });
  globalThis.fetch = server.fetch;
  return { box, origin, post, asked };
}

const answer = (id) => new Response("{}", { headers: id ? { "X-Scorepad": id } : {} });
const paths = (server) => server.asked.map(([method, path]) => `${method} ${path}`);
// The phone hears of the other database, and sends what it has.
async function met({ origin, post }) {
  assert.equal(await origin.heed(answer(NEW)), true);
  await post.wake();
}

test("an answer of the same, an unknown, or the first database sends nothing again", async () => {
  const content = { known: { [GAME]: known(settings()) } };
  const { box, origin } = phoneAt(serverOf({}), content);

  for (const each of [OLD, "", null]) assert.equal(await origin.heed(answer(each)), false);
  assert.deepEqual(box.content().known, content.known);
  await box.write({ kept: { database: null } });
  assert.deepEqual(origin.header(), {});
  assert.equal(await origin.heed(answer(NEW)), false);

  assert.deepEqual(origin.header(), { "X-Scorepad": NEW });
  assert.deepEqual(inOrder(box.content()), []);
});

test("what only this phone still has goes to the server again, in its place", async () => {
  const server = serverOf({ [GAME]: settings(), [`${GAME}/rounds/1`]: round(1) });
  const rounds = Object.fromEntries(
    [1, 2, 10].map((number) => [`${GAME}/rounds/${number}`, known(round(number))]),
  );
  const phone = phoneAt(server, { known: { ...rounds, [GAME]: known(settings()) },
    kept: { seen: { [GAME]: 4 } } });
  const { box, asked } = phone;

  await met(phone);

  assert.deepEqual(paths(server), ["PUT /games/a", "PUT /games/a/rounds/1", "PUT /games/a/rounds/2",
    "PUT /games/a/rounds/10"]);
  assert.deepEqual(server.stored[`${GAME}/rounds/10`], round(10));
  assert.equal(inOrder(box.content()).length, 0);
  assert.deepEqual([box.content().kept.database, box.content().kept.seen], [NEW, {}]);
  assert.deepEqual(asked, ["send"]);
});

test("a person is asked about differences", async () => {
  const server = serverOf({ [GAME]: settings(), [`${GAME}/rounds/1`]: round(0) });
  const phone = phoneAt(server, { known: BOTH });

  await met(phone);

  const [entry] = inOrder(phone.box.content());
  assert.deepEqual([entry.path, entry.theirs.body, entry.body], [`${GAME}/rounds/1`, round(0), round(1)]);
  assert.deepEqual(server.stored[`${GAME}/rounds/1`], round(0));
});

test("a finished game is sent as it was played, and not changed if it is finished there", async () => {
  const over = settings({ finished: true, ended_after: 1 });
  const content = { known: { [OVER]: known(over), [`${OVER}/rounds/1`]: known(round(1)) } };
  const server = serverOf({});
  await met(phoneAt(server, content));
  assert.deepEqual(paths(server), ["PUT /games/b", "PUT /games/b/rounds/1", "PUT /games/b"]);
  assert.deepEqual(server.stored[OVER], over);

  const stored = { [OVER]: over, [`${OVER}/rounds/1`]: round(1) };
  const there = serverOf(structuredClone(stored));
  const phone = phoneAt(there, content);
  await met(phone);
  assert.deepEqual([inOrder(phone.box.content()), there.stored], [[], stored]);
});

test("a tap that met another database goes after all that it builds on", async () => {
  const server = serverOf({});
  const { box, post } = phoneAt(server, { known: BOTH });
  await box.write(
    edits(box.content(), [{ path: `${GAME}/rounds/1`, body: round(1, 1) }, { path: `${GAME}/rounds/2`,
      body: round(2) }], () => `tap${Math.random()}`),
  );

  await post.wake(); // is told of the other database
  await post.wake(true);

  const put = server.asked.filter(([, , id]) => id === NEW).map(([, path, , seen]) => [path, seen]);
  assert.deepEqual(put, [["/games/a", "*"], ["/games/a/rounds/1", "*"], ["/games/a/rounds/2", "*"]]);
  assert.deepEqual(server.stored[`${GAME}/rounds/1`], round(1, 1));
  assert.equal(inOrder(box.content()).length, 0);
});

test("deleted, set-aside and read-only games, and the other game, are not sent again", async () => {
  const nothing = { [GAME]: known(settings({ deleted: true })), [`${GAME}/rounds/1`]: known(round(1)),
    [`${OVER}/rounds/1/history/x`]: known(round(1)), [`${GROUP}/towers/t`]: known({}) };
  const phone = phoneAt(serverOf({}), { known: nothing });
  await phone.origin.heed(answer(NEW));
  assert.deepEqual(inOrder(phone.box.content()), []);
  assert.deepEqual(Object.keys(phone.box.content().known), [`${GROUP}/towers/t`]);

  const looking = phoneAt(serverOf({}, { allows: false }), { known: { [GAME]: known(settings()) } });
  await met(looking);
  assert.deepEqual(inOrder(looking.box.content()), []);
});
