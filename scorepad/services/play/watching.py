"""Looking on while a game is played, and taking its score over from another phone."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.wizard.game import Deck
from scorepad.rules.wizard.sheet import Row, Sheet, sheet_of
from scorepad.services.errors import Change, NotAllowedError, NotThereError
from scorepad.services.inputs import GameAddress
from scorepad.services.permissions import (
    Action,
    can,
    game_for,
    group_and_member,
    played_game_for,
)
from scorepad.services.play.calling import lying_open, waits_ms
from scorepad.services.play.keeping import change_of
from scorepad.store.db import write_transaction
from scorepad.store.groups.groups import find_membership
from scorepad.store.play.history import Stamp
from scorepad.store.play.played_games import PlayedGame
from scorepad.store.play.seat_bids import bids_beside


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """A game as somebody sees who looks on.

    *row* is the round that is being played, the last one of a finished game. *taken* is
    how many tricks each seat took of those tapped so far, if any was. *bids* lie open,
    those of the *sealed* seats do not, and are uncovered in *waits_ms*. *change* says
    which device wrote last, and when. Who *sits* there bids on this device.
    Who *may_begin* another one may keep the score of any game of the group. Whoever
    *may_hand_on* lets others keep the score of this one.
    """

    id_: UUID
    group_id: UUID
    group_name: str | None
    revision: int
    sheet: Sheet
    deck: Deck
    row: Row
    bids: tuple[int | None, ...]
    sealed: frozenset[int]
    sits: bool
    waits_ms: int
    taken: tuple[int, ...] | None
    is_over: bool
    change: Change
    may_score: bool
    may_begin: bool
    may_take_over: bool
    may_hand_on: bool

    @property
    def closed(self) -> tuple[Row, ...]:
        """The rounds that count already."""
        return tuple(row for row in self.sheet.rows if row.is_closed)

    @property
    def by_rank(self) -> tuple[int, ...]:
        """The seats, the leaders first; of equal ranks in seat order."""
        seats = range(len(self.sheet.players))
        return tuple(sorted(seats, key=lambda seat: self.sheet.ranks[seat]))

    def needs(self, seat: int) -> int | None:
        """How many tricks a seat still has to take, below 0 too many."""
        bid = self.bids[seat]
        if bid is None or self.taken is None or self.row.is_closed:
            return None
        return bid - self.taken[seat]


def watched_game(
    session: Session, device_id: int | None, address: GameAddress, now: datetime
) -> WatchedGame:
    """A game that somebody looks on at.

    :raises NotThereError: the device does not belong to a group with such a game, or
        it is deleted.
    """
    group, member = group_and_member(session, device_id, address.group, Action.READ)
    game = played_game_for(session, group.id, address.game, hold=False)
    if game.deleted_at is not None:
        raise NotThereError
    value = game.value
    sheet = sheet_of(value)
    row = next((each for each in sheet.rows if not each.is_closed), sheet.rows[-1])
    bids, sealed = lying_open(game, row, bids_beside(session, game.id, row.number))
    is_over = game.finished_at is not None
    scores = can(member, Action.SCORE, game.uuid)
    takes_over = not scores and can(
        member, Action.TAKE_OVER, game.uuid, game.player_ids
    )
    sits = can(member, Action.PLAY) and member.player in game.player_ids
    return WatchedGame(
        id_=game.uuid,
        group_id=group.uuid,
        group_name=group.name,
        revision=game.revision,
        sheet=sheet,
        deck=value.deck,
        row=row,
        bids=bids,
        sealed=sealed,
        sits=sits and not is_over,
        waits_ms=waits_ms(game.rounds.get(row.number), now),
        taken=_taken(game, row),
        is_over=is_over,
        change=change_of(session, game),
        may_score=scores and not is_over,
        may_begin=can(member, Action.SCORE),
        may_take_over=takes_over and not is_over,
        may_hand_on=scores and can(member, Action.LET_IN) and not is_over,
    )


def _taken(game: PlayedGame, row: Row) -> tuple[int, ...] | None:
    stored = game.rounds.get(row.number)
    if stored is None or not stored.winners:
        return None
    return tuple(stored.winners.count(seat) for seat in range(len(row.bids)))


def take_over(session: Session, stamp: Stamp, address: GameAddress) -> None:
    """Let this device keep the score of one running game from now on.

    Whoever kept it until now may go on, too: nothing is locked, and what two phones
    wrote about one round is asked about as ever.

    :raises NotThereError: the device does not belong to a group with such a game, or
        it is over or deleted.
    :raises NotAllowedError: nobody who sits there holds it.
    """
    with write_transaction(session):
        group, member = group_and_member(
            session, stamp.device_id, address.group, Action.READ
        )
        game = game_for(session, group, address.game, hold=False)
        people = [seat.player.uuid for seat in game.seats]
        if not can(member, Action.TAKE_OVER, game.uuid, people):
            raise NotAllowedError
        row = find_membership(session, group, stamp.device_id)
        if game.deleted_at or game.finished_at or row is None:
            raise NotThereError
        row.scores_game_id = game.id
        row.took_over = not can(member, Action.DELETE, game.uuid)
        session.commit()
