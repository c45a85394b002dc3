"""What the documents of all games have in common: who played, when and where."""

from collections.abc import Callable
from datetime import date
from typing import Any, TypedDict, TypeVar

from scorepad.rules.json_fields import (
    Fields,
    Reader,
    WrongField,
    exactly,
    list_of,
    matching,
    maybe,
    shown,
    text,
    text_up_to,
    whole_number,
)
from scorepad.rules.names import NameProblem, NameRefused, clean_name, name_key
from scorepad.rules.strict_json import NotStrictJson, parse_strict, step_into

Game = TypeVar("Game")

FORMAT = "scorepad/game"
VERSION = 1

COMMON_KEYS = (
    *("format", "version", "game", "id", "players"),
    *("played_on", "place", "minutes", "remark"),
)

MOST_MINUTES = 10_000
LONGEST_PLACE = 100
LONGEST_REMARK = 1000

# Phones that save a game are held to the same: what they said leaves in a document.
PLACE = maybe(text_up_to(LONGEST_PLACE))
MINUTES = maybe(whole_number(0, MOST_MINUTES))
REMARK = maybe(text_up_to(LONGEST_REMARK))

_MOST_NAMES = 100
_UUID = matching("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", "a UUID")
_DAY = matching("[0-9]{4}-[0-9]{2}-[0-9]{2}", "a date such as 2026-11-21")


class NotADocument(ValueError):  # noqa: N818 - says what it is not
    """The text is no game document; the message is one sentence that says why."""


class Occasion(TypedDict):
    """When and where a game was played, how long it took, and what it is known by."""

    id_: str | None
    played_on: date | None
    place: str | None
    minutes: int | None
    remark: str | None


def parse_as(
    source: str | bytes,
    game: str,
    keys: tuple[str, ...],
    read: Callable[[Fields], Game],
) -> Game:
    """Read a document of *game* strictly: *keys* beside the common ones.

    :raises NotADocument: naming the field, and what was expected.
    """
    try:
        return read_as(parse_strict(source), game, keys, read)
    except (NotStrictJson, WrongField) as wrong:
        raise NotADocument(str(wrong)) from None


def read_as(
    tree: object, game: str, keys: tuple[str, ...], read: Callable[[Fields], Game]
) -> Game:
    """Read a document that is parsed already.

    :raises WrongField: it has another shape.
    """
    fields = Fields(tree, "", (*COMMON_KEYS, *keys))
    fields.required("format", exactly(FORMAT))
    fields.required("version", exactly(VERSION))
    fields.required("game", exactly(game))
    return read(fields)


def read_occasion(fields: Fields) -> Occasion:
    """Read what a document says of the evening, all of which may be left out."""
    id_ = fields.optional("id", maybe(_UUID), None)
    return Occasion(
        id_=None if id_ is None else id_.lower(),
        played_on=fields.optional("played_on", maybe(_day), None),
        place=fields.optional("place", PLACE, None),
        minutes=fields.optional("minutes", MINUTES, None),
        remark=fields.optional("remark", REMARK, None),
    )


def head_of(game: str) -> dict[str, Any]:
    """What a document of *game* begins with."""
    return {"format": FORMAT, "version": VERSION, "game": game}


def without_defaults(fields: dict[str, Any]) -> dict[str, Any]:
    """The *fields* that say something: neither ``None`` nor an empty list."""
    return {k: v for k, v in fields.items() if v is not None and v != []}


def players_of(seats: range, problem: str) -> Reader[tuple[str, ...]]:
    """Read the names in seat order: as many as *seats* allows, cleaned, all different.

    Another number of names is objected to by the name of its *problem*.
    """

    def read(value: object, path: str) -> tuple[str, ...]:
        names = list_of(_name, longest=_MOST_NAMES)(value, path)
        if len(names) not in seats:
            expected = f"{seats[0]} to {seats[-1]} ({problem})"
            raise WrongField(path, f"has {len(names)} names", expected, problem)
        _refuse_twins(names, path)
        return names

    return read


def _refuse_twins(names: tuple[str, ...], path: str) -> None:
    keys = [name_key(name) for name in names]
    for seat, key in enumerate(keys):
        if (same := keys.index(key)) != seat:
            found = f"is {shown(names[seat])}, the same name as {step_into(path, same)}"
            raise WrongField(step_into(path, seat), found, "all different names")


def _name(value: object, path: str) -> str:
    try:
        return clean_name(text(value, path))
    except NameRefused as refused:
        found = {
            NameProblem.NAME_EMPTY: "is empty",
            NameProblem.NAME_TOO_LONG: "is too long",
            NameProblem.NAME_BROKEN: "holds characters that cannot be shown",
        }[refused.problem]
        expected = "a name of 1 to 40 characters (at most 160 bytes)"
        raise WrongField(path, found, expected, refused.problem) from None


def _day(value: object, path: str) -> date:
    day = _DAY(value, path)
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise WrongField(path, f"is {shown(day)}", "a day of the calendar") from None
