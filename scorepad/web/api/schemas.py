"""The schemas of requests and responses, for the OpenAPI description."""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from scorepad.db.faults import Cause
from scorepad.games.documents import MOST_SEATS, adapter_of
from scorepad.games.wizard.models import BidMode, Game, Round
from scorepad.games.wizard.schedule import MOST_ROUNDS
from scorepad.web.api import exchange
from scorepad.web.middleware.errors import TYPE

Schema = dict[str, Any]

MOMENT: Schema = {"type": "string", "format": "date-time"}
DAY: Schema = {"type": "string", "format": "date"}
FLAG: Schema = {"type": "boolean"}
TEXT: Schema = {"type": "string"}
UUID: Schema = {"type": "string", "format": "uuid"}


def ref(name: str) -> Schema:
    """Return a reference to a schema of the components."""
    return {"$ref": f"#/components/schemas/{name}"}


def _whole(low: int = 0, high: int | None = None) -> Schema:
    most = {} if high is None else {"maximum": high}
    return {"type": "integer", "minimum": low, **most}


def one_of(names: Iterable[str]) -> Schema:
    """Return the schema of a string that is one of *names*."""
    return {"enum": [str(name) for name in names]}


def _list_of(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def _maybe(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _record(optional: Collection[str] = (), /, **keys: Schema) -> Schema:
    return {
        "type": "object",
        "properties": keys,
        "required": [key for key in keys if key not in optional],
        "additionalProperties": False,
    }


def _without(keys: Iterable[str], schema: Schema) -> Schema:
    return {k: v for k, v in schema["properties"].items() if k not in keys}


MODELS = (
    Game,
    Round,
    exchange.GameBeside,
    exchange.NewRound,
    exchange.BidShape,
    exchange.GroupShape,
)
SEAT = _whole(0, MOST_SEATS)
NUMBER = _whole(1, MOST_ROUNDS)
REVISION = _whole(1)


@cache
def schemas() -> dict[str, Schema]:
    """Return the schemas of requests and responses by name."""
    described: dict[str, Schema] = TypeAdapter.json_schemas(
        [(each.__name__, "validation", adapter_of(each)) for each in MODELS],
        ref_template="#/components/schemas/{model}",
    )[1]["$defs"]
    beside = described["GameBeside"]["properties"]
    settings = {**_without(exchange.NOT_IN_SETTINGS, described["Game"]), **beside}
    notes = _without(("bids", "tricks"), described["Round"])
    sent = _without(("bids", "tricks"), described["NewRound"])
    bids, tricks = (described["Round"]["properties"][key] for key in ("bids", "tricks"))
    numbers = _list_of({"type": "integer"})
    people = _list_of(ref("Person"))
    facts = {
        "id": UUID,
        "players": people,
        "played_on": DAY,
        "finished_at": _maybe(MOMENT),
        "season": _whole(1),
        "revision": REVISION,
    }
    # Wizard's document has no key "game".
    rare = ("game", "planned", "final_totals", "deleted_by", "tournament")
    told_game = {
        **settings,
        **facts,
        "planned": numbers,
        "final_totals": numbers,
        "deleted_by": ref("Device"),
        "tournament": UUID,
    }
    noted = {**notes, "winners": sent["winners"]}
    told_round = {
        "number": NUMBER,
        "revision": REVISION,
        "bids": bids,
        "tricks": tricks,
        **noted,
    }
    saved = {"saved_at": MOMENT, "game_revision": REVISION}
    of_document = _without(("game", "finished", "seating"), described["GameBeside"])
    document = {**of_document, **facts, "game": TEXT, "saved_at": MOMENT}
    document["answer"] = {"type": "object"}
    return {
        **described,
        "NewGame": _record(settings.keys() - {"players"}, **settings),
        "NewRound": _record((*sent,), bids=bids, tricks=tricks, **sent),
        "Person": described["PersonShape"],
        "NewBid": described["BidShape"],
        "NewGroup": described["GroupShape"],
        "GameSettings": _record(rare, **told_game),
        "Game": _record(rare, **told_game, rounds=_list_of(ref("Round"))),
        # A changed seat order changes the rounds, so they are included.
        "SavedGame": {"anyOf": [ref("GameSettings"), ref("Game")]},
        "Round": _record(noted, **told_round),
        "SavedRound": _record(noted, **told_round, **saved),
        "SavedBid": _record(
            round=NUMBER, seat=SEAT, **saved, revealed=_maybe(ref("Round"))
        ),
        # Contains the bids only if bidding is open.
        "Bids": _record(
            round=NUMBER,
            mode=one_of(BidMode),
            seating=_whole(),
            seats=_list_of(ref("SeatBid")),
            closed=FLAG,
            reveals_at=_maybe(MOMENT),
            state=_maybe(ref("Round")),
        ),
        "SeatBid": _record(
            seat=SEAT,
            phone=FLAG,
            bid_by=_maybe(one_of(["own", "table"])),
            bid=_maybe(_whole()),
        ),
        "GameLine": _record(
            id=UUID,
            players=people,
            rounds_played=_whole(),
            rounds=_whole(),
            finished=FLAG,
            played_on=DAY,
        ),
        "NewDocument": {
            "type": "object",
            "description": "The keys of a game document, with people for its players.",
            "properties": {**of_document, "played_on": _maybe(DAY)},
            "required": ["players"],
        },
        # Also has the keys of its document that are not at their defaults.
        "Document": {
            "type": "object",
            "properties": {**document, "deleted_by": ref("Device")},
            "required": list(document),
        },
        "DocumentLine": _record(
            id=UUID, game=TEXT, players=people, finished=FLAG, played_on=DAY
        ),
        "Season": _record(
            number=_whole(1), name=_maybe(TEXT), starts_on=DAY, ends_on=_maybe(DAY)
        ),
        "Group": _record(
            (
                *("rules", "games", "documents", "wins", "looks"),
                *("may_score", "scorekeeper_of"),
            ),
            id=UUID,
            name=_maybe(TEXT),
            time_zone=TEXT,
            language=TEXT,
            players=people,
            season=ref("Season"),
            rules=_maybe({"type": "object"}),
            games=_list_of(ref("GameLine")),
            documents=_list_of(ref("DocumentLine")),
            wins={"type": "object", "additionalProperties": _whole(1)},
            # Colour and picture of the players who have chosen some.
            looks={"type": "object", "additionalProperties": _list_of(TEXT)},
            may_score=FLAG,
            scorekeeper_of=_maybe(UUID),
        ),
        "Running": _record(group=UUID, game=UUID, word=TEXT),
        "Device": _record(name=_maybe(TEXT), kind=_maybe(TEXT), you=FLAG),
        "Past": _record(states=_list_of(ref("State"))),
        "State": _record(
            revision=_maybe(REVISION),
            chosen=FLAG,
            saved_at=MOMENT,
            device=ref("Device"),
            body={"type": "object"},
        ),
        "Kept": _record(saved_at=MOMENT),
        "Objection": _record(
            field=TEXT, problem=TEXT, seat=_maybe(SEAT), expected=TEXT
        ),
        "Problem": {
            "type": "object",
            "properties": {
                "type": {
                    "type": "string",
                    "pattern": f"^(about:blank|{TYPE}[a-z_]+)$",
                    "examples": [f"{TYPE}{Cause.DISK_FULL}"],
                },
                "title": TEXT,
                "status": _whole(400, 599),
                "detail": TEXT,
                "objections": _list_of(ref("Objection")),
                "current": {},
                "changed_by": _maybe(ref("Device")),
                "changed_at": _maybe(MOMENT),
            },
            "required": ["type", "title", "status", "detail"],
        },
    }
