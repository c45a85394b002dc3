"""A finished game for other programs: a link for BG Stats, and a text to copy.

The link follows https://www.bgstatsapp.com/support/, "push plays to BG Stats from other
apps or websites". It is opened on the reader's phone; the server sends nothing.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, Final, NamedTuple
from urllib.parse import quote
from uuid import UUID

from scorepad.games import GameResult
from scorepad.games.registry import GAMES, result_for
from scorepad.i18n.rules import game_title
from scorepad.services.stored_games import GameAnalysis, StoredDocument
from scorepad.web.middleware.languages import current_language

BG_STATS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_LINK: Final = 8000
"""Longest link for BG Stats, in characters; a long remark is cut to fit."""

BGG_IDS: Final = {"wizard": 1465, "towers": 355483}
"""The numbers of games at boardgamegeek.com."""

_TIME = "12:00:00"  # UTC, because only the date is known: the same day almost anywhere


class Play(NamedTuple):
    """A finished game: its record, and who was where in the end.

    *game* has date, place, minutes and remark; *people* are the ids of the players.
    *totals* is ``None`` in games without points.
    """

    uuid: UUID
    word: str
    game: Any
    people: Sequence[UUID]
    result: GameResult
    totals: Sequence[int] | None = None

    @property
    def by_rank(self) -> list[int]:
        """Return the seats by rank."""
        return sorted(range(len(self.people)), key=self.result.ranks.__getitem__)


class Export(NamedTuple):
    """What the page of a game offers to other programs."""

    bg_stats: str
    text: str


def export_of(uuid: UUID, found: GameAnalysis | StoredDocument) -> Export | None:
    """Return what a game's page offers, or ``None`` if there is no result."""
    if (play := play_of(uuid, found)) is None:
        return None
    return Export(bg_stats_link(play), text_of(play, current_language().tag))


def play_of(uuid: UUID, found: GameAnalysis | StoredDocument) -> Play | None:
    """Return a stored game for other programs, if it is finished and not deleted."""
    if isinstance(found, StoredDocument):
        if found.row.finished_at is None or found.row.deleted_at is not None:
            return None
        people = tuple(person.id_ for person in found.people)
        result = result_for(GAMES[found.row.game], found.game)
        return Play(uuid, found.row.game, found.game, people, result)
    stored, sheet = found.stored, found.sheet
    if not stored.finished or stored.deleted or not sheet.winners:
        return None
    start = (stored.game.first_dealer + 1) % len(sheet.players)
    result = GameResult(sheet.winners, sheet.ranks, start=start)
    word, people = stored.game.word, stored.player_ids
    return Play(uuid, word, stored.game, people, result, sheet.totals)


def bg_stats_link(play: Play) -> str:
    """Return the link that opens BG Stats with a play, to be confirmed there."""
    data = _for_bg_stats(play)
    room = LONGEST_LINK - len(BG_STATS) - len(_quoted({**data, "comments": ""}))
    data["comments"] = _cut(play.game.remark or "", room)
    return BG_STATS + _quoted(data)


def _for_bg_stats(play: Play) -> dict[str, Any]:
    game, about = play.game, {"sourceGameId": play.word, "highestWins": True}
    if play.word in BGG_IDS:
        about["bggId"] = BGG_IDS[play.word]
    said = {"durationMin": game.minutes, "location": game.place}
    return {
        "sourceName": "Scorepad",
        "sourcePlayId": str(play.uuid),
        "playDate": f"{game.played_on} {_TIME}",
        **{key: value for key, value in said.items() if value},
        "game": {
            **about,
            "name": GAMES[play.word].title,
            "noPoints": play.totals is None,
        },
        "players": [
            {
                "name": game.players[seat],
                "sourcePlayerId": str(person),
                "startPlayer": seat == play.result.start,
                "winner": seat in play.result.winners,
                "rank": play.result.ranks[seat],
                **({"score": play.totals[seat]} if play.totals else {}),
            }
            for seat, person in enumerate(play.people)
        ],
    }


def _quoted(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return quote(text, safe="")


def _cut(text: str, room: int) -> str:
    lengths = accumulate(len(_quoted(char)) - len(_quoted("")) for char in text)
    return text[: sum(length <= room for length in lengths)]


def text_of(play: Play, language: str) -> str:
    """Return the result as lines, for a play at BoardGameGeek or a chat."""
    return "\n".join(_lines(play, language))


def _lines(play: Play, language: str) -> Iterator[str]:
    yield f"{game_title(play.word, language)}, {play.game.played_on}"
    for seat in play.by_rank:
        total = f": {play.totals[seat]}" if play.totals else ""
        yield f"{play.result.ranks[seat]}. {play.game.players[seat]}{total}"
    if play.game.remark:
        yield play.game.remark
