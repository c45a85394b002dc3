"""Games from the exports of BG Stats, BoardGameGeek and Escalier."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from xml.etree.ElementTree import Element

from scorepad.games.wizard.scoring import HouseScoring, Scoring
from scorepad.imports.dates import day_of
from scorepad.imports.found import Document, Found, Omission, Skipped
from scorepad.imports.games import (
    NotedRound,
    NotedSeat,
    about,
    result_document,
    round_document,
    whole,
)
from scorepad.imports.problems import FileProblem, UnreadableError

BGG_ID: Final = "1465"
"""The number of Wizard at boardgamegeek.com."""

TOWERS_ID: Final = "355483"
"""The number of Wandering Towers there."""


def is_wizard(name: Any, number: Any = None) -> bool:
    """Return whether other programs call Wizard so; *number* is BoardGameGeek's."""
    return str(number) == BGG_ID or bool(_TITLE.fullmatch(str(name).strip()))


_TITLE = re.compile(r"wizard(?: ?\(.*\))?", re.IGNORECASE)
_TOWERS = re.compile("wandering towers|wandelnden? türme", re.IGNORECASE)
_SUM = re.compile(r"[-+]?\d{1,6}(?:\s*[-+]\s*\d{1,6})*", re.ASCII)


def _omission_of(name: str, number: Any) -> Omission:
    is_towers = str(number) == TOWERS_ID or _TOWERS.search(name)
    return Omission.TOWERS if is_towers else Omission.OTHER_GAME


def _total(score: Any) -> int | None:
    """Return a total; people also write ``120+30-10``."""
    text = str(score or "").replace("\u2212", "-").replace(" ", "")
    if not _SUM.fullmatch(text):
        return whole(text)
    return sum(int(each) for each in re.findall(r"[-+]?\d+", text))


def _totals(rows: Iterable[tuple[Any, Any]], title: str) -> dict[str, int]:
    """Return totals by name; of several people without a name, each gets a number."""
    totals: dict[str, int] = {}
    for name, score in rows:
        total, own = _total(score), str(name or "").strip() or "?"
        if total is None:
            raise Skipped(Omission.NO_TOTALS, title)
        same = sum(each == own or each.startswith(f"{own} (") for each in totals)
        totals[f"{own} ({same + 1})" if same else own] = total
    return totals


def _in_order(rows: list[Any], place: Any) -> list[Any]:
    """Return *rows* by seat where each has another one, else as they are."""
    places = [whole(place(row)) for row in rows]
    if None in places or len(set(places)) < len(rows):
        return rows
    return sorted(rows, key=lambda row: whole(place(row)) or 0)


def _list(tree: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    found = tree.get(key)
    return [each for each in found if isinstance(each, dict)] if found else []


def from_bgstats(tree: Mapping[str, Any]) -> Found:
    """Return the games of Wizard in an export of BG Stats."""
    found = Found("bgstats")
    titles = {each.get("id"): each for each in _list(tree, "games")}
    names = {each.get("id"): each.get("name") for each in _list(tree, "players")}
    places = {each.get("id"): each.get("name") for each in _list(tree, "locations")}
    for play in _list(tree, "plays"):
        title = titles.get(play.get("gameRefId"), {})
        name = str(title.get("name") or title.get("bggName") or "")
        if not is_wizard(title.get("bggName") or name, title.get("bggId")):
            found.skip(_omission_of(name, title.get("bggId")), name)
        elif play.get("ignored"):
            found.skip(Omission.IGNORED, name)
        else:
            place = places.get(play.get("locationRefId"))
            _add(
                found, name, lambda play=play, place=place: _bgstats(play, names, place)
            )
    return found


def _bgstats(
    play: Mapping[str, Any], names: Mapping[Any, Any], place: str | None
) -> Document:
    rows = _in_order(_list(play, "playerScores"), lambda row: row.get("seatOrder"))
    scores = [(names.get(row.get("playerRefId")), row.get("score")) for row in rows]
    totals = _totals(scores, "Wizard")
    minutes = whole(play.get("durationMin"))
    beside = about(
        day_of(str(play.get("playDate"))), minutes, place, play.get("comments")
    )
    return result_document(totals, beside)


def from_bgg(root: Element) -> Found:
    """Return the games of Wizard in an XML file of plays from BoardGameGeek.

    :raises UnreadableError: the file has no plays.
    """
    found = Found("bgg")
    if root.find(".//plays") is None and root.tag != "plays":
        raise UnreadableError(FileProblem.OTHER_XML)
    for play in root.iter("play"):
        item = play.find("item")
        title = {} if item is None else item.attrib
        name = title.get("name", "")
        plays = max(1, whole(play.get("quantity", "")) or 1)
        if not is_wizard(name, title.get("objectid")):
            found.skip(_omission_of(name, title.get("objectid")), name, plays)
        elif play.get("incomplete") == "1":
            found.skip(Omission.INCOMPLETE, name, plays)
        else:
            _add(found, name, lambda play=play: _bgg(play))
            if plays > 1:  # one of them has the scores
                found.skip(Omission.NO_TOTALS, name, plays - 1)
    return found


def _bgg(play: Element) -> Document:
    rows = _in_order([*play.iter("player")], lambda row: row.get("startposition", ""))
    scores = [
        (row.get("name") or row.get("username"), row.get("score")) for row in rows
    ]
    totals = _totals(scores, "Wizard")
    comment = play.findtext("comments")
    minutes = whole(play.get("length", ""))
    return result_document(
        totals,
        about(day_of(str(play.get("date"))), minutes, play.get("location"), comment),
    )


def from_escalier(tree: Mapping[str, Any]) -> Found:
    """Return the game in a JSON file of Escalier."""
    found = Found("escalier")
    name = str(tree.get("game", {}).get("name") or "")
    _add(found, name, lambda: _escalier(tree))
    return found


def _escalier(tree: Mapping[str, Any]) -> Document:
    game = tree["game"]
    seats = sorted(
        _list(tree, "players"), key=lambda each: whole(each.get("seat")) or 0
    )
    names = [str(each.get("name")) for each in seats]
    rounds = [
        _escalier_round(each, names)
        for each in _list(tree, "rounds")
        if each.get("status") == "played"
    ]
    start = {str(each.get("name")): whole(each.get("carryIn")) or 0 for each in seats}
    beside = about(day_of(str(game.get("created"))), remark=game.get("name"))
    scoring = _escalier_scoring(game.get("scoring") or {})
    return round_document(rounds, beside, scoring=scoring, start=start)


def _escalier_round(each: Mapping[str, Any], names: Sequence[str]) -> NotedRound:
    results = {str(row.get("player")): row for row in _list(each, "results")}
    entries = {}
    for name in names:
        row = results.get(name, {})
        adjustment = whole(row.get("adjustment")) or 0
        gained = whole(row.get("points"))
        if row.get("satOut"):
            entries[name] = NotedSeat(adjustment=adjustment)
        else:
            entries[name] = NotedSeat(
                whole(row.get("bid")),
                whole(row.get("tricks")),
                None if gained is None else gained - adjustment,
                adjustment,
            )
    number, cards = whole(each.get("number")) or 1, whole(each.get("cards"))
    return NotedRound(number, cards, None, each.get("dealer"), entries)


def _escalier_scoring(said: Mapping[str, Any]) -> HouseScoring | Scoring:
    numbers = [whole(said.get(key)) for key in ("ptsBid", "ptsTrick", "ptsMiss")]
    bid, trick, miss = (0 if each is None else each for each in numbers)
    if (bid, trick, miss, bool(said.get("strict"))) == (20, 10, 10, False):
        return Scoring.CLASSIC
    kept = trick if said.get("strict") else 0
    return HouseScoring(bid, trick, miss, trick_when_missed=kept)


def _add(found: Found, name: str, make: Any) -> None:
    try:
        document = make()
    except Skipped as skipped:
        found.skip(skipped.reason, skipped.name or name)
    except (KeyError, TypeError, AttributeError, ValueError):
        found.skip(Omission.INVALID, name)
    else:
        found.add(document)
