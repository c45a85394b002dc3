"""The shapes of what phones send; whether it can be a game is judged elsewhere."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import TypeVar
from uuid import UUID
from zoneinfo import available_timezones

from scorepad.rules.documents import MINUTES, PLACE, REMARK
from scorepad.rules.json_fields import (
    Fields,
    Reader,
    WrongField,
    distinct,
    flag,
    list_of,
    matching,
    maybe,
    one_of,
    shown,
    text,
    whole_number,
)
from scorepad.rules.problems import Problem
from scorepad.rules.wizard.document import (
    ROW,
    ROW_OR_NULL,
    adjustments_of,
    even_bid_rule,
    notes_of,
)
from scorepad.rules.wizard.game import (
    BidMode,
    Deck,
    Extra,
    Game,
    Letters,
    Round,
    Schedule,
)
from scorepad.rules.wizard.table_document import (
    SCORING_KEYS,
    joined_of,
    left_of,
    read_scoring,
)
from scorepad.services.errors import EntryRefusedError, FieldObjection
from scorepad.services.inputs import GameEntry, RoundEntry
from scorepad.words.languages import LANGUAGES

MOST_SEATS = 12  # more than can play, so that the rules can say how many can
MOST_ROUNDS = 60
MOST_POINTS = 100_000
MOST_SEATINGS = 10_000
YEARS = range(1970, 2200)

_SEAT = whole_number(0, MOST_SEATS)
_NUMBER = whole_number(1, MOST_ROUNDS)
_SEATING = whole_number(0, MOST_SEATINGS)

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class GroupShape:
    """What makes a group: the claim of its founder, and where and how it plays."""

    claim: str
    time_zone: str
    language: str


def read(reader: Reader[Value], value: object) -> Value:
    """Read *value*.

    :raises EntryRefusedError: it has another shape; the objection names the field.
    """
    try:
        return reader(value, "")
    except WrongField as wrong:
        raise EntryRefusedError([objection_to(wrong)]) from None


def objection_to(wrong: WrongField, game: str | None = None) -> FieldObjection:
    """Say by its field what has another shape; or what the rules of a *game* refuse."""
    field = re.sub(r"\[(\d+)\]", r"/\1", wrong.path).replace(".", "/")
    problem = wrong.problem if game and wrong.problem else "shape"
    values = {"sentence": str(wrong), "game": game}
    return FieldObjection(field, problem, values=values)


def group_shape(value: object, path: str) -> GroupShape:
    """Read the body of ``PUT /api/groups/…``."""
    fields = Fields(value, path, ("claim", "time_zone", "language"))
    claim = matching(r"[A-Za-z0-9_-]{43}", "256 bits as 43 characters of base64url")
    return GroupShape(
        claim=fields.required("claim", claim),
        time_zone=fields.required("time_zone", _time_zone),
        language=fields.required("language", _language),
    )


def game_shape(value: object, path: str) -> GameEntry:
    """Read the body of ``PUT …/games/…``."""
    fields = Fields(value, path, _GAME_KEYS)
    people = fields.required("players", list_of(person, longest=MOST_SEATS))
    schedule = fields.optional("schedule", one_of(Schedule), Schedule.STANDARD)
    joined = fields.optional("joined", joined_of(_SEAT, _NUMBER), ())
    game = Game(
        players=tuple(name for _, name in people),
        cards=_custom_cards(fields, schedule),
        schedule=schedule,
        first_dealer=fields.optional("first_dealer", whole_number(0, MOST_SEATS), 0),
        adjustments=fields.optional("adjustments", adjustments_of(_SEAT, _NUMBER), ()),
        edition=frozenset(
            fields.optional("edition", distinct(list_of(one_of(Extra), longest=9)), ())
        ),
        bid_mode=fields.optional("bid_mode", one_of(BidMode), BidMode.OPEN),
        even_bid_rule=fields.optional("even_bid_rule", maybe(even_bid_rule), None),
        foresight=fields.optional("foresight", flag, default=False),
        scoring=read_scoring(fields),
        deck=fields.optional("deck", maybe(one_of(Deck)), None) or Deck.PEOPLE,
        letters=fields.optional("letters", maybe(one_of(Letters)), None) or Letters.ZN,
        ended_after=fields.optional(
            "ended_after", maybe(whole_number(1, MOST_ROUNDS)), None
        ),
        place=fields.optional("place", PLACE, None),
        remark=fields.optional("remark", REMARK, None),
        minutes=fields.optional("minutes", MINUTES, None),
        joined=joined,
        left=fields.optional("left", left_of(_SEAT, _NUMBER, joined), ()),
    )
    return GameEntry(
        game=game,
        player_ids=tuple(uuid for uuid, _ in people),
        started_at=fields.optional("started_at", maybe(moment_text), None),
        finished=fields.optional("finished", flag, default=False),
        counts=fields.optional("counts", flag, default=True),
        deleted=fields.optional("deleted", flag, default=False),
        seating=fields.optional("seating", _SEATING, 0),
    )


_GAME_KEYS = (
    "players",
    "first_dealer",
    "schedule",
    "cards",
    "even_bid_rule",
    "bid_mode",
    "edition",
    "foresight",
    *SCORING_KEYS,
    "deck",
    "letters",
    "adjustments",
    "started_at",
    "finished",
    "ended_after",
    "seating",
    "joined",
    "left",
    "counts",
    "deleted",
    "place",
    "remark",
    "minutes",
)


def round_shape(value: object, path: str) -> RoundEntry:
    """Read the body of ``PUT …/rounds/…``."""
    fields = Fields(value, path, _ROUND_KEYS)
    round_ = Round(
        bids=fields.required("bids", ROW),
        tricks=fields.required("tricks", ROW_OR_NULL),
        accepted=fields.optional("accepted", _ACCEPTED, ()),
        **_NOTES(fields),
    )
    return RoundEntry(
        round_,
        winners=fields.optional("winners", _WINNERS, ()),
        seating=fields.optional("seating", _SEATING, 0),
        dealt_again=fields.optional("dealt_again", flag, default=False),
        tells_late=fields.has("late_bids"),
    )


_ROUND_KEYS = (
    *("bids", "tricks", "trump", "dealer", "bid_changes", "void_tricks"),
    *("accepted", "winners", "note", "seating", "late_bids", "dealt_again"),
    *("named_by", "later_trump"),
)


# Made once: part of every save.
_NOTES = notes_of(_SEAT)
_ACCEPTED = distinct(list_of(one_of(Problem), longest=len(Problem)))
_WINNERS = list_of(_SEAT, longest=MOST_ROUNDS)


def bid_shape(value: object, path: str) -> tuple[int, int]:
    """Read the body of ``PUT …/rounds/…/bids/…``: the bid, and the seating known."""
    fields = Fields(value, path, ("bid", "seating"))
    return (
        fields.required("bid", whole_number()),
        fields.optional("seating", _SEATING, 0),
    )


def _custom_cards(fields: Fields, schedule: Schedule) -> tuple[int, ...]:
    if schedule is not Schedule.CUSTOM:
        if fields.has("cards"):
            raise WrongField("cards", "is there", "it only with the schedule custom")
        return ()
    return fields.required(
        "cards", list_of(whole_number(-MOST_POINTS, MOST_POINTS), longest=MOST_ROUNDS)
    )


def person(value: object, path: str) -> tuple[UUID, str]:
    """Read a player by id and name."""
    fields = Fields(value, path, ("id", "name"))
    return fields.required("id", uuid_text), fields.required("name", text)


def uuid_text(value: object, path: str) -> UUID:
    """Read a UUID in its usual spelling."""
    pattern = r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
    return UUID(matching(pattern, "a UUID")(value, path))


def moment_text(value: object, path: str) -> datetime:
    """Read a point in time that says its zone; it is kept without that, in UTC."""
    expected = "a time with its zone, like 2026-11-21T20:14:00+01:00"
    try:
        moment = datetime.fromisoformat(text(value, path))
    except ValueError:
        raise WrongField(path, f"is {shown(value)}", expected) from None
    if moment.tzinfo is None or moment.year not in YEARS:
        raise WrongField(path, f"is {shown(value)}", expected)
    return moment.astimezone(UTC)


def _time_zone(value: object, path: str) -> str:
    if isinstance(value, str) and value in _zones():
        return value
    if value == "Etc/Unknown":  # what Chrome says where it cannot tell
        return "UTC"
    raise WrongField(path, f"is {shown(value)}", "a time zone like Europe/Berlin")


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def _language(value: object, path: str) -> str:
    tags = [language.tag for language in LANGUAGES]
    if isinstance(value, str) and value in tags:
        return value
    raise WrongField(path, f"is {shown(value)}", f"one of {', '.join(tags)}")
