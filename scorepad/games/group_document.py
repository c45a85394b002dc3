"""The JSON document of a whole group, parsed strictly.

``/g/<group>/export/everything.json`` exports it: the group with its seasons, players
and all games; ``docs/exports.md`` describes it.
"""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal
from zoneinfo import available_timezones

from annotated_types import Ge, Le, MaxLen

from scorepad.games.documents import (
    Context,
    Day,
    Model,
    Read,
    cleaned_name,
    matching,
    read_text,
    refuse,
    shown,
)
from scorepad.games.registry import GAMES, GameOfKind, read_game

LARGEST = 200 * 1024 * 1024


@cache
def time_zones() -> frozenset[str]:
    """Return the names of all time zones."""
    return frozenset(available_timezones())


def _zone(name: str, _: Context) -> str:
    if name in time_zones():
        return name
    raise refuse(f"is {shown(name)}", "a time zone such as Europe/Berlin")


Name = Annotated[str, Read(cleaned_name)]
_SeasonNumber = Annotated[int, Ge(1), Le(1000)]
_LANGUAGE = matching("[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", "a language such as de")


@dataclass(frozen=True, slots=True)
class SeasonWords(Model):
    """A season with its name, dates and ranking."""

    number: _SeasonNumber
    name: Name | None
    starts_on: Day
    ends_on: Day | None
    ranked_by: Literal["average", "share", "wins", "league", "rating"]
    least_games: Annotated[int, Ge(1), Le(1000)]


@dataclass(frozen=True, slots=True)
class PlayerWords(Model):
    """A player of the group, with or without games."""

    name: Name
    guest: bool
    archived: bool


@dataclass(frozen=True, slots=True)
class GameWords(Model):
    """A game, and the number of its season."""

    season: _SeasonNumber
    finished: bool
    counts: bool
    document: Annotated[
        GameOfKind,
        Read(
            lambda tree, _: read_game(tree),
            dict,
            lambda found: GAMES[found.word].document_of(found.game),
        ),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupDocument(Model):
    """A group without devices and history."""

    format: Literal["scorepad/group"]
    version: Literal[1]
    id_: str | None = None
    name: Name | None
    time_zone: Annotated[str, Read(_zone)]
    language: Annotated[str, _LANGUAGE]
    seasons: Annotated[tuple[SeasonWords, ...], MaxLen(1000)]
    players: Annotated[tuple[PlayerWords, ...], MaxLen(10_000)]
    games: Annotated[tuple[GameWords, ...], MaxLen(100_000)]


def parse_group(source: bytes | str) -> GroupDocument:
    """Parse the document of a group with all its games.

    :raises NotADocument: names every invalid field.
    """
    found = read_text(GroupDocument, source, limit=LARGEST)
    numbers = {each.number for each in found.seasons}
    seen: set[str] = set()
    for at, each in enumerate(found.games):
        id_ = each.document.game.id_
        if each.season not in numbers:
            expected = "the number of a season"
            raise refuse(f"is {each.season}", expected, "games", at, "season")
        if id_ in seen:
            raise refuse("is there twice", "another id", "games", at, "document", "id")
        seen.update([id_] if id_ else [])
    return found
