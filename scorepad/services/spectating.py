"""Running games as watched by spectators and bid in by players at the table."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any, Final
from uuid import UUID

from sqlalchemy import and_, func, select

from scorepad.db import engine, groups, rounds
from scorepad.db.games import RUNNING_FOR, is_running, recent_games
from scorepad.db.history import Reader, Writer
from scorepad.db.tables import DocumentGame, GameRow, Membership, SeatBid
from scorepad.games.wizard import models, seating
from scorepad.games.wizard.sheet import Sheet, sheet_of
from scorepad.games.wizard.validation import Row, forbidden_bid
from scorepad.services import permissions, requests
from scorepad.services.bids import is_closed, is_from_other_device, put
from scorepad.services.permissions import Action, Member
from scorepad.services.requests import BidEntry, GameAddress
from scorepad.services.rounds import is_under_seal
from scorepad.services.serializers import game_line

COUNTDOWN: Final = timedelta(seconds=3)
"""Time from the last bid until all phones reveal the bids."""


@dataclass(frozen=True)
class RunningGame:
    """A game while it is played, as a device sees it; *row* is its last or open round.

    *beside* has the bids of the round that are stored beside it, by seat.
    """

    by: Reader
    group_name: str | None
    member: Member
    stored: rounds.PlayedGame
    sheet: Sheet
    row: Row
    beside: Mapping[int, SeatBid]

    @property
    def is_over(self) -> bool:
        """Whether the game is finished."""
        return self.stored.finished_at is not None

    @property
    def is_sealed(self) -> bool:
        """Whether bids are hidden at first."""
        return self.stored.value.bid_mode is not models.BidMode.OPEN

    @cached_property
    def sealed(self) -> frozenset[int]:
        """The seats whose bids are hidden."""
        is_hidden = is_under_seal(self.stored, self.row.number)
        return frozenset(self.beside if is_hidden else ())

    @cached_property
    def bids(self) -> tuple[int | None, ...]:
        """The visible bids."""
        shown = {seat: e.bid for seat, e in self.beside.items() if not self.sealed}
        bids = enumerate(self.row.final_bids)
        return tuple(shown.get(seat) if bid is None else bid for seat, bid in bids)

    @property
    def reveal_ms(self) -> int:
        """For how many milliseconds revealed bids stay hidden on all phones."""
        row = self.stored.rounds.get(self.row.number)
        if row is None or row.revealed_at is None:
            return 0
        # Never longer, even if the clock was set back.
        left = min(row.revealed_at + COUNTDOWN - self.by.at, COUNTDOWN)
        return max(0, round(left / timedelta(milliseconds=1)))

    @property
    def next_to_bid(self) -> int | None:
        """The first seat in bidding order without a bid, if bids are open."""
        order = () if self.is_sealed else self.row.bid_order
        return next((each for each in order if not self.has_bid(each)), None)

    def has_bid(self, seat: int) -> bool:
        """Return whether a seat has bid, which is public."""
        return self.bids[seat] is not None or seat in self.sealed

    def may(self, action: str) -> bool:
        """Return whether this device may do *action* in the game, which goes on."""
        where = self.stored.uuid, self.stored.player_ids
        return not self.is_over and self.member.may(action, *where)

    @property
    def is_played_now(self) -> bool:
        """Whether the game was changed within the last 24 hours."""
        return abs(self.by.at - self.stored.changed_at) <= RUNNING_FOR

    @property
    def sits(self) -> bool:
        """Whether the player of this device sits in the game, which goes on."""
        return self.may(Action.PLAY) and self.seat is not None

    def needs(self, seat: int) -> int | None:
        """Return how many tricks a seat still needs, below 0 if it has too many."""
        if (bid := self.bids[seat]) is None or self.row.is_closed:
            return None
        return bid - self.stored.rounds[self.row.number].winners.count(seat)

    @property
    def seat(self) -> int | None:
        """The seat of this device's player."""
        people = enumerate(self.stored.player_ids)
        return next((seat for seat, who in people if who == self.member.player), None)

    @property
    def phase(self) -> str:
        """What the player of this device can do now; a class of the page, too."""
        seat, row = self.seat, self.row
        if self.is_over or row.is_closed:
            return "over"
        if seat is None:
            return "no_seat"
        if seat not in row.present:
            return "absent"
        if row.bids[seat] is not None:
            return "play"
        if seat not in self.beside:
            return "bid"
        return "closed" if is_closed(self.stored, row.number, self.beside) else "sealed"

    @property
    def own(self) -> int | None:
        """The own bid, only on the device of the player that made it."""
        known = None if self.seat is None else self.beside.get(self.seat)
        return known.bid if known and known.is_own and self.may_change else None

    @property
    def may_change(self) -> bool:
        """Whether no other device of the player made the own bid."""
        known = None if self.seat is None else self.beside.get(self.seat)
        return known is None or not is_from_other_device(known, self.by.device_id)

    @property
    def barred(self) -> int | None:
        """The own bid that is forbidden by the ±1 rule."""
        if self.seat != self.row.dealer or self.is_sealed:
            return None
        return forbidden_bid(self.stored.value.even_bid_rule, self.row, self.bids)

    @property
    def last(self) -> Row | None:
        """The previous round, if any."""
        return self.sheet.rows[self.row.number - 2] if self.row.number > 1 else None


def running_game(by: Reader, address: GameAddress, action: Action) -> RunningGame:
    """Return a game for a device that may do *action*, unless it is deleted."""
    _, name, member, game = permissions.table_for(by, address, action)
    if game.deleted_at is not None:
        raise requests.NotThereError
    sheet = sheet_of(game.value)
    row = next((each for each in sheet.rows if not each.is_closed), sheet.rows[-1])
    has_any = game.has_bids_beside
    beside = rounds.separate_bids(by.session, game.id, row.number) if has_any else {}
    return RunningGame(by, name, member, game, sheet, row, beside)


def take_over(by: Writer, address: GameAddress) -> None:
    """Let this device score a running game from now on; the former one may go on."""
    with engine.write_transaction(by.session):
        group, member = permissions.group_and_member(by, address.group, Action.READ)
        game = permissions.game_for(by.session, group, address.game, lock=False)
        if not member.may(Action.TAKE_OVER, game.uuid, game.player_ids):
            raise requests.NotAllowedError
        row = by.session.get(Membership, (group.id, by.device_id))
        if game.deleted_at or game.finished_at or row is None:
            raise requests.NotThereError
        row.scores_game_id = game.id
        row.took_over = not member.may(Action.DELETE, game.uuid)


def state_of_seat(by: Reader, address: GameAddress) -> tuple[object, ...]:
    """Return a game's revision, how often this device bid, and its player."""
    group, member = permissions.group_and_member(by, address.group, Action.PLAY)
    own = and_(SeatBid.game_id == GameRow.id, SeatBid.device_id == by.device_id)
    seen = select(GameRow.revision, func.sum(SeatBid.revision)).outerjoin(SeatBid, own)
    is_this = GameRow.group_id == group.id, GameRow.uuid == address.game
    found = by.session.execute(seen.where(*is_this).group_by(GameRow.id)).one_or_none()
    if found is None:
        raise requests.NotThereError
    return *found, member.player


def bid_from_seat(by: Writer, address: GameAddress, entry: BidEntry) -> None:
    """Save the bid of this device's player, without a revision check."""
    with engine.write_transaction(by.session):
        groups.lock_device(by.session, by.device_id)
        table = permissions.table_for(by, address, Action.PLAY, lock=True)
        own, people = table.member.player, dict(enumerate(table.game.player_ids))
        if own is None or people.get(entry.seat) != own:
            raise requests.NotAllowedError
        put(by, table, entry)


def bids_of_round(by: Reader, address: GameAddress, number: int) -> dict[str, Any]:
    """Return who has bid in a round, the visible bids, and the stored round."""
    table = permissions.table_for(by, address, Action.READ)
    game, value = table.game, table.game.value
    if not 1 <= number <= len(value.cards):
        raise requests.NotThereError
    beside = rounds.separate_bids(by.session, game.id, number)
    phones = groups.players_with_devices(by.session, table.id, but=by.device_id)
    row, hidden = game.rounds.get(number), is_under_seal(game, number)
    made = {seat: "own" if each.is_own else "table" for seat, each in beside.items()}
    bids = {} if hidden else {seat: each.bid for seat, each in beside.items()}
    revealed_at = row.revealed_at if row else None
    return {
        "round": number,
        "mode": value.bid_mode.value,
        "seating": game.seating,
        "seats": [
            {
                "seat": seat,
                "phone": game.player_ids[seat] in phones,
                "bid_by": made.get(seat),
                "bid": bids.get(seat),
            }
            for seat in seating.present_in(value, number)
        ],
        "closed": is_closed(game, number, beside),
        "reveals_at": revealed_at and (revealed_at + COUNTDOWN).isoformat(),
        "state": row and rounds.round_state(row),
    }


def state_of_tables(by: Reader, gid: UUID) -> tuple[tuple[UUID, int], ...]:
    """Return the games played lately and their revisions, without loading them."""
    group = permissions.group_for(by, gid, Action.READ)
    ours = GameRow.group_id == group.id, GameRow.is_listed(), *is_running(by.at)
    games = select(GameRow.uuid, GameRow.revision).where(*ours).order_by(GameRow.id)
    return tuple((*row,) for row in by.session.execute(games))


def at_home(by: Reader, gid: UUID) -> dict[str, Any]:
    """Return a *member*'s *unfinished* games, *last* one, and *others* (documents)."""
    group, member = permissions.group_and_member(by, gid, Action.READ)
    games = recent_games(by.session, group, 1, GameRow)
    unfinished = [
        running_game(by, GameAddress(gid, game.uuid), Action.READ)
        for game in sorted(games, key=lambda game: game.changed_at, reverse=True)
        if game.finished_at is None
        and permissions.may_see(member, game)
        # Of a tournament's tables, home shows only the own one.
        and (
            not game.season.is_tournament
            or game.uuid == member.scores
            or member.player in game.player_ids
        )
    ]
    last = next((game_line(game) for game in games if game.finished_at), None)
    others = [*map(game_line, recent_games(by.session, group, 1, DocumentGame))]
    return {"member": member, "unfinished": unfinished, "last": last, "others": others}
