"""Stored games with everything derived from them: sheet, story, awards."""

from datetime import date
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from scorepad.db.people import seasons_of
from scorepad.db.rows import document_value
from scorepad.db.tables import Season
from scorepad.games.registry import GAMES
from scorepad.games.wizard.sheet import Sheet, sheet_of
from scorepad.services.inputs import GameAddress, Person
from scorepad.services.permissions import Action, any_game_for, group_for
from scorepad.services.serializers import season_of
from scorepad.services.sheet_entry import StoredGame, game_as_record
from scorepad.statistics.story import (
    Outcome,
    Prize,
    Story,
    awards_of,
    outcomes_of,
    story_of,
)


class GameAnalysis(NamedTuple):
    """A stored game of Wizard with its analysis; *outcomes* are in seat order.

    *seasons* are those of its group, the earliest first.
    """

    stored: StoredGame
    sheet: Sheet
    outcomes: tuple[Outcome, ...]
    story: Story
    prizes: tuple[Prize, ...]
    seasons: tuple[Season, ...]

    @property
    def by_rank(self) -> tuple[int, ...]:
        """Return the seats by rank, winners first; equal ranks in seat order."""
        seats = range(len(self.sheet.players))
        return tuple(sorted(seats, key=lambda seat: self.sheet.ranks[seat]))


def game_analysis(
    session: Session, device_id: int | None, address: GameAddress
) -> GameAnalysis:
    """Return a stored game with its analysis, if the device may read it."""
    stored = game_as_record(session, device_id, address)
    sheet = sheet_of(stored.game)
    group = group_for(session, device_id, address.group, Action.READ)
    return GameAnalysis(
        stored,
        sheet,
        outcomes_of(sheet),
        story_of(sheet),
        awards_of(sheet),
        seasons_of(session, group),
    )


class StoredDocument(NamedTuple):
    """A stored game other than Wizard; *game* is a value of the rules of *word*.

    *seasons* are those of its group, the earliest first.
    """

    word: str
    group_name: str | None
    game: Any
    document: dict[str, Any]
    answer: dict[str, Any]
    people: tuple[Person, ...]
    played_on: date
    season: Season
    seasons: tuple[Season, ...]
    finished: bool
    deleted: bool


def stored_document(
    session: Session, device_id: int | None, address: GameAddress
) -> StoredDocument:
    """Return a stored game with its result, if the device may read it."""
    group = group_for(session, device_id, address.group, Action.READ)
    row = any_game_for(session, group, address)
    rules, game = GAMES[row.game], document_value(row)
    return StoredDocument(
        word=row.game,
        group_name=group.name,
        game=game,
        document=rules.document_of(game),
        answer=rules.answer_for(game),
        people=tuple(Person(s.player.uuid, s.player.name) for s in row.seats),
        played_on=row.played_on,
        season=season_of(session, row),
        seasons=seasons_of(session, group),
        finished=row.finished_at is not None,
        deleted=row.deleted_at is not None,
    )
