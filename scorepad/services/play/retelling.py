"""A game to look back on: its sheet, and the story that follows from it."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from scorepad.rules.wizard.sheet import Sheet, sheet_of
from scorepad.services.inputs import GameAddress
from scorepad.services.permissions import Action, group_for
from scorepad.services.play.recording import StoredGame, game_as_record
from scorepad.stats.story import Outcome, Prize, Story, awards_of, outcomes_of, story_of
from scorepad.store.groups.people import seasons_of
from scorepad.store.tables import Season


@dataclass(frozen=True, slots=True)
class ToldGame:
    """A stored game with what can be told of it; *outcomes* are in seat order.

    *seasons* are those of its group, the first one first.
    """

    stored: StoredGame
    sheet: Sheet
    outcomes: tuple[Outcome, ...]
    story: Story
    prizes: tuple[Prize, ...]
    seasons: tuple[Season, ...]

    @property
    def by_rank(self) -> tuple[int, ...]:
        """The seats, the winners first; of equal ranks in seat order."""
        seats = range(len(self.sheet.players))
        return tuple(sorted(seats, key=lambda seat: self.sheet.ranks[seat]))


def told_game(
    session: Session, device_id: int | None, address: GameAddress
) -> ToldGame:
    """A stored game and its story, for whoever may read it.

    :raises NotThereError: the device does not belong to a group with such a game.
    """
    stored = game_as_record(session, device_id, address)
    sheet = sheet_of(stored.game)
    group = group_for(session, device_id, address.group, Action.READ)
    return ToldGame(
        stored,
        sheet,
        outcomes_of(sheet),
        story_of(sheet),
        awards_of(sheet),
        seasons_of(session, group),
    )
