"""Games from the exports of BG Stats, BoardGameGeek and Escalier."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final
from xml.etree.ElementTree import Element

from scorepad.games.wizard.scoring import HouseScoring, Scoring
from scorepad.imports.cells import day_of, whole
from scorepad.imports.files import FileProblem, UnreadableError
from scorepad.imports.games import (
    Document,
    NotedGame,
    NotedRound,
    NotedSeat,
    Omission,
    Skipped,
    about,
    left_out,
    result_document,
    round_document,
)

BGG_ID: Final = "1465"
"""The number of Wizard at boardgamegeek.com."""

TOWERS_ID: Final = "355483"
"""The number of Wandering Towers there."""

_TITLE = re.compile(r"wizard(?: ?\(.*\))?", re.IGNORECASE)
_TOWERS = re.compile("wandering towers|wandelnden? türme", re.IGNORECASE)
_SUM = re.compile(r"[-+]?\d{1,6}(?:\s*[-+]\s*\d{1,6})*", re.ASCII)


def is_wizard(name: Any, number: Any = None) -> bool:
    """Return whether other programs call Wizard so; *number* is BoardGameGeek's."""
    return str(number) == BGG_ID or bool(_TITLE.fullmatch(str(name).strip()))


def _other_than_wizard(name: str, number: Any) -> Omission | None:
    """Return why a play of this game is left out, if it is."""
    if is_wizard(name, number):
        return None
    is_towers = str(number) == TOWERS_ID or _TOWERS.search(name)
    return Omission.TOWERS if is_towers else Omission.OTHER_GAME


def _result(scores: Iterable[Sequence[Any]], *occasion: Any) -> Document:
    """Return a play from seats, names and *scores*, and its day, minutes, and so on.

    Of several people without a name, each gets a number.
    """
    rows, totals = [*scores], dict[str, int]()
    seats = [whole(seat) for seat, _, _ in rows]
    if None not in seats and len({*seats}) == len(seats):
        rows.sort(key=lambda row: whole(row[0]) or 0)
    for _, name, score in rows:
        total, own = _total(score), str(name or "").strip() or "?"
        if total is None:
            raise Skipped(Omission.NO_TOTALS)
        same = sum(each == own or each.startswith(f"{own} (") for each in totals)
        totals[f"{own} ({same + 1})" if same else own] = total
    day, minutes, *where = occasion
    return result_document(totals, about(day_of(str(day)), whole(minutes), *where))


def _total(score: Any) -> int | None:
    """Return a total; people also write ``120+30-10``."""
    text = str(score or "").replace("\u2212", "-").replace(" ", "")
    if not _SUM.fullmatch(text):
        return whole(text)
    return sum(int(each) for each in re.findall(r"[-+]?\d+", text))


def _list(tree: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    found = tree.get(key)
    return [each for each in found if isinstance(each, dict)] if found else []


def from_bgstats(tree: Mapping[str, Any]) -> Iterator[NotedGame]:
    """Yield the plays in an export of BG Stats."""
    titles = {each.get("id"): each for each in _list(tree, "games")}
    names = {each.get("id"): each.get("name") for each in _list(tree, "players")}
    places = {each.get("id"): each.get("name") for each in _list(tree, "locations")}
    for play in _list(tree, "plays"):
        title = titles.get(play.get("gameRefId"), {})
        name = str(title.get("name") or title.get("bggName") or "")
        listed = str(title.get("bggName") or name)
        omission = _other_than_wizard(listed, title.get("bggId"))
        if play.get("ignored") and not omission:
            omission = Omission.IGNORED
        if omission:
            yield left_out(omission, name)
            continue
        rows = [
            (row.get("seatOrder"), names.get(row.get("playerRefId")), row.get("score"))
            for row in _list(play, "playerScores")
        ]
        occasion = (
            *(play.get("playDate"), play.get("durationMin")),
            *(places.get(play.get("locationRefId")), play.get("comments")),
        )
        yield NotedGame(partial(_result, rows, *occasion), name)


def from_bgg(root: Element) -> Iterator[NotedGame]:
    """Yield the plays in an XML file from BoardGameGeek; one of several has scores."""
    if root.find(".//plays") is None and root.tag != "plays":
        raise UnreadableError(FileProblem.UNKNOWN)
    for play in root.iter("play"):
        item = play.find("item")
        title = {} if item is None else item.attrib
        name, times = title.get("name", ""), max(1, whole(play.get("quantity")) or 1)
        omission = _other_than_wizard(name, title.get("objectid"))
        if play.get("incomplete") == "1" and not omission:
            omission = Omission.INCOMPLETE
        if omission:
            yield left_out(omission, name, times)
            continue
        rows = [
            (row.get("startposition"), row.get("name") or row.get("username"), score)
            for row in play.iter("player")
            for score in [row.get("score")]
        ]
        occasion = play.get("date"), play.get("length"), play.get("location")
        remark = play.findtext("comments")
        yield NotedGame(partial(_result, rows, *occasion, remark), name)
        if times > 1:
            yield left_out(Omission.NO_TOTALS, name, times - 1)


def from_escalier(tree: Mapping[str, Any]) -> Iterator[NotedGame]:
    """Yield the game in a JSON file of Escalier."""
    yield NotedGame(partial(_escalier, tree))


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
    bid, trick, miss = (
        whole(said.get(f"pts{each}")) or 0 for each in ("Bid", "Trick", "Miss")
    )
    is_strict = bool(said.get("strict"))
    if (bid, trick, miss, is_strict) == (20, 10, 10, False):
        return Scoring.CLASSIC
    kept = trick if is_strict else 0
    return HouseScoring(bid, trick, miss, trick_when_missed=kept)
