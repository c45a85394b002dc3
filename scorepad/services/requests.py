"""What people send, not yet validated by the rules, and why it is refused.

Nothing has been written when one of these errors is raised.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import Engine

from scorepad.db.tables import WIZARD
from scorepad.games.names import NameRefused, clean_name
from scorepad.games.wizard import Problem, models

Names = Literal["name_twice", "name_taken", "people_too_many", "sat_together"]
Seats = Literal["seat_range", "player_twice", "seats_fixed", "seats_changed"]
Games = Literal["game_deleted", "game_over", "games_too_many", "cannot_move"]
Rounds = Literal["round_range", "winners_too_many", "cards_fixed"]
Sheets = Literal["sheet_unfinished", "typed_here"]
HiddenBids = Literal["bids_sealed", "bid_sealed", "bids_revealed"]
Bids = Literal["bids_closed", "bid_entered", HiddenBids]
Seasons = Literal["season_backwards", "season_overlaps"]
Groups = Literal["code_wrong", "code_used_up", "links_too_many", "last_owner"]
Entries = Literal["entries_too_many", "entries_too_few", "not_seated"]
Draws = Literal["tables_playing", "no_game_left", "game_begun", "draw_changed"]
Tournaments = Literal["tournaments_too_many", "tournament_changed", Entries, Draws]
Fault = Literal[Names, Seats, Games, Rounds, Sheets, Bids, Seasons, Groups, Tournaments]
"""Faults of an entry beyond the problems that the rules of a game know."""


class RefusedError(Exception):
    """A request was rejected."""


class NotThereError(RefusedError):
    """The resource does not exist, or the device may not know that it does."""


class NotAllowedError(RefusedError):
    """The device belongs to the group, but its role does not permit the action."""


class SealedError(RefusedError):
    """The game is the final of a tournament, whose result is not revealed yet."""


@dataclass(frozen=True, slots=True)
class FieldObjection:
    """A problem with one field of an entry.

    *problem* is a :class:`~scorepad.games.wizard.Problem`, a :data:`Fault` or
    another fault of shape; *values* fill the placeholders of its message.
    """

    field: str
    problem: str
    seat: int | None = None
    values: Mapping[str, object] = dataclasses.field(default_factory=dict)


@dataclass(eq=False)
class EntryRefusedError(RefusedError):
    """The entry is impossible, not accepted, or does not fit the stored *current*."""

    objections: Sequence[FieldObjection]
    current: Mapping[str, Any] | None = None
    etag: str | None = None


def refusal(
    field: str, problem: Fault | Problem, seat: int | None = None, **values: object
) -> EntryRefusedError:
    """Return the error for one objection; *values* fill the placeholders."""
    return EntryRefusedError([FieldObjection(field, problem, seat, values)])


class WrongTimeError(EntryRefusedError):
    """The entry conflicts with the current state, such as a bid after the reveal."""


@dataclass(eq=False)
class TypedDifferentlyError(RefusedError):
    """The second typing of a paper sheet differs from the first, which is *sheet*."""

    sheet: models.Game


def conflict(field: str, fault: Fault, **values: object) -> WrongTimeError:
    """Return the error that only the current state forbids something."""
    return WrongTimeError([FieldObjection(field, fault, values=values)])


class KeyReusedError(RefusedError):
    """The idempotency key was used for another request."""


@dataclass(eq=False)
class ChangedElsewhereError(RefusedError):
    """An edit conflict; *current* and *etag* are the stored version, if any.

    *change* says which device changed it and when.
    """

    current: Mapping[str, Any] | None
    etag: str | None
    change: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class GameAddress:
    """The address of a game: its group, its id, and its kind (*word*)."""

    group: UUID
    game: UUID
    word: str = WIZARD


@dataclass(frozen=True, slots=True)
class Sender:
    """The writing device (token or id), the HMAC of its address, and the *group*."""

    device: int | str
    address: str
    group: UUID | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """A write request to the database of *engine*, and its conditions.

    *key* is its idempotency key; *fingerprint* is a hash of the request, whose body has
    *size* bytes. *seen* is the revision the client read, ``None`` if there was none.
    """

    engine: Engine
    sender: Sender
    at: datetime
    key: str
    fingerprint: str
    seen: int | None
    size: int


@dataclass(frozen=True, slots=True)
class GameEntry:
    """The settings of a game of the kind *word*; for others than Wizard the whole game.

    *game* is a value of its rules with the players' names; in Wizard its *cards* are
    empty unless the schedule is custom. *player_ids* are in seat order; *seating*
    counts how often the seats changed. *finished* and *seating* matter in Wizard only.
    *started_at* is by the phone's clock.
    """

    game: Any
    player_ids: tuple[UUID, ...]
    started_at: datetime | None = None
    finished: bool = False
    counts: bool = True
    deleted: bool = False
    seating: int = 0
    word: str = WIZARD


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """A whole round; *winners* are the seats of the tricks tapped so far.

    Seats are those of the *seating* the client knew. *dealt_again* discards hidden
    bids. Without *sets_late_bids* the marks of late bids stay as they are.
    """

    round_: models.Round
    winners: tuple[int, ...] = ()
    seating: int = 0
    dealt_again: bool = False
    sets_late_bids: bool = False


@dataclass(frozen=True, slots=True)
class BidEntry:
    """The bid of one seat in round *number*, by the seat order of *seating*."""

    number: int
    seat: int
    bid: int
    seating: int = 0


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A whole sheet of the kind *word*, typed in or imported: settings and all rounds.

    A *game* of bids and tricks has its cards filled in. *seen* is the game's revision
    that the form was made from, ``None`` for a new game. If ``None``, *finished*
    follows from the sheet and *counts* stays as it was. Bids of an
    *imported* sheet are not questioned.
    """

    game: Any
    seen: int | None
    finished: bool | None = None
    counts: bool | None = None
    imported: bool = False
    word: str = WIZARD


def name_or_none(text: str) -> str | None:
    """Return a valid name cleaned, ``None`` if blank; else raise EntryRefusedError."""
    return valid_name(text) if text.strip() else None


def valid_name(text: str) -> str:
    """Return a valid name cleaned; else raise EntryRefusedError."""
    try:
        return clean_name(text)
    except NameRefused as refused:
        raise EntryRefusedError([FieldObjection("name", refused.problem)]) from None
