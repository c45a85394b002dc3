"""The document of a whole group: seasons, players, and the document of every game."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from zoneinfo import available_timezones

from scorepad.rules.documents import NotADocument, read_as
from scorepad.rules.games import GAMES
from scorepad.rules.json_fields import (
    Fields,
    WrongField,
    exactly,
    flag,
    list_of,
    matching,
    maybe,
    shown,
    text,
    whole_number,
)
from scorepad.rules.names import NameRefused, clean_name
from scorepad.rules.strict_json import NotStrictJson, parse_strict, step_into

FORMAT = "scorepad/group"
VERSION = 1
LARGEST = 200 * 1024 * 1024

_KEYS = (
    *("format", "version", "id", "name", "time_zone", "language"),
    *("seasons", "players", "games"),
)
_MOST_GAMES, _MOST_PLAYERS, _MOST_SEASONS = 100_000, 10_000, 1000
_LANGUAGE = matching("[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", "a language such as de")
_RANKINGS = ("average", "share", "wins", "league", "rating")
_DAY = matching("[0-9]{4}-[0-9]{2}-[0-9]{2}", "a date such as 2026-11-21")


@dataclass(frozen=True, slots=True)
class SeasonWords:
    """A season as its group names and ranks it."""

    number: int
    name: str | None
    starts_on: date
    ends_on: date | None
    ranked_by: str
    least_games: int


@dataclass(frozen=True, slots=True)
class PlayerWords:
    """Somebody of the group, who may never have played."""

    name: str
    guest: bool
    archived: bool


@dataclass(frozen=True, slots=True)
class GameWords:
    """A game of the rules called *word*, and the number of its season."""

    word: str
    game: Any
    season: int
    finished: bool
    counts: bool


@dataclass(frozen=True, slots=True)
class GroupDocument:
    """Everything of a group but its devices and its history."""

    name: str | None
    time_zone: str
    language: str
    seasons: tuple[SeasonWords, ...]
    players: tuple[PlayerWords, ...]
    games: tuple[GameWords, ...]


def parse_group(source: bytes | str) -> GroupDocument:
    """Read the document of a group strictly, every game in it as well.

    :raises NotADocument: naming the field, and what was expected.
    """
    try:
        return _read(Fields(parse_strict(source, limit=LARGEST), "", _KEYS))
    except (NotStrictJson, WrongField) as wrong:
        raise NotADocument(str(wrong)) from None


def _read(fields: Fields) -> GroupDocument:
    fields.required("format", exactly(FORMAT))
    fields.required("version", exactly(VERSION))
    fields.optional("id", maybe(text), None)
    found = GroupDocument(
        name=fields.required("name", maybe(_name)),
        time_zone=fields.required("time_zone", _zone),
        language=fields.required("language", _LANGUAGE),
        seasons=fields.required("seasons", list_of(_season, longest=_MOST_SEASONS)),
        players=fields.required("players", list_of(_player, longest=_MOST_PLAYERS)),
        games=fields.required("games", list_of(_game, longest=_MOST_GAMES)),
    )
    _refuse_strays(found)
    return found


def _refuse_strays(found: GroupDocument) -> None:
    numbers = {each.number for each in found.seasons}
    seen: set[str] = set()
    for at, each in enumerate(found.games):
        where, id_ = step_into("games", at), getattr(each.game, "id_", None)
        if each.season not in numbers:
            raise WrongField(
                f"{where}.season", f"is {each.season}", "the number of a season"
            )
        if id_ in seen:
            raise WrongField(f"{where}.document.id", "is there twice", "another id")
        seen.update([id_] if id_ else [])


def _season(value: object, path: str) -> SeasonWords:
    keys = ("number", "name", "starts_on", "ends_on", "ranked_by", "least_games")
    fields = Fields(value, path, keys)
    return SeasonWords(
        number=fields.required("number", whole_number(1, _MOST_SEASONS)),
        name=fields.required("name", maybe(_name)),
        starts_on=fields.required("starts_on", _day),
        ends_on=fields.required("ends_on", maybe(_day)),
        ranked_by=fields.required("ranked_by", _ranking),
        least_games=fields.required("least_games", whole_number(1, 1000)),
    )


def _player(value: object, path: str) -> PlayerWords:
    fields = Fields(value, path, ("name", "guest", "archived"))
    return PlayerWords(
        name=fields.required("name", _name),
        guest=fields.required("guest", flag),
        archived=fields.required("archived", flag),
    )


def _game(value: object, path: str) -> GameWords:
    fields = Fields(value, path, ("season", "finished", "counts", "document"))
    word, game = fields.required("document", _document)
    return GameWords(
        word=word,
        game=game,
        season=fields.required("season", whole_number(1, _MOST_SEASONS)),
        finished=fields.required("finished", flag),
        counts=fields.required("counts", flag),
    )


def _document(value: object, path: str) -> tuple[str, Any]:
    word = value.get("game") if isinstance(value, Mapping) else None
    if not isinstance(word, str) or word not in GAMES:
        raise WrongField(step_into(path, "game"), f"is {shown(word)}", "a known game")
    rules = GAMES[word]
    try:
        return word, read_as(value, word, rules.keys, rules.read)
    except WrongField as wrong:
        raise WrongField(path, f"cannot be read ({wrong})", "a game document") from None


def _name(value: object, path: str) -> str:
    try:
        return clean_name(text(value, path))
    except NameRefused:
        raise WrongField(path, f"is {shown(value)}", "a name") from None


def _day(value: object, path: str) -> date:
    try:
        return date.fromisoformat(_DAY(value, path))
    except ValueError:
        raise WrongField(path, f"is {shown(value)}", "a date") from None


def _ranking(value: object, path: str) -> str:
    if value in _RANKINGS:
        return str(value)
    raise WrongField(path, f"is {shown(value)}", " or ".join(_RANKINGS))


def _zone(value: object, path: str) -> str:
    if isinstance(value, str) and value in available_timezones():
        return value
    raise WrongField(path, f"is {shown(value)}", "a time zone such as Europe/Berlin")
