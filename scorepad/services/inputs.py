"""Entries that people send: of the right shape, not yet validated by the rules."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from scorepad.db.tables import WIZARD
from scorepad.games.names import NameRefused, clean_name
from scorepad.games.wizard.models import Round
from scorepad.services.errors import refusal


@dataclass(frozen=True, slots=True)
class GameAddress:
    """The address of a game: its group, its id, and its kind (*word*)."""

    group: UUID
    game: UUID
    word: str = WIZARD


@dataclass(frozen=True, slots=True)
class Attempt:
    """A write request and its conditions.

    *by* is the device's token as sent, or its id once that is known. *key* is its
    idempotency key; *fingerprint* is a hash of the request, whose body has *size*
    bytes. *address* is an HMAC of the client's IP address. *seen* is the revision the
    client read, ``None`` if there was none yet.
    """

    by: str | int
    at: datetime
    key: str
    fingerprint: str
    seen: int | None
    size: int = 0
    group: UUID | None = None
    address: str = ""


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
    bids. Without *tells_late* the marks of late bids stay as they are.
    """

    round_: Round
    winners: tuple[int, ...] = ()
    seating: int = 0
    dealt_again: bool = False
    tells_late: bool = False


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
    follows from the sheet and *counts* stays as it was. Bids of a *brought* (imported)
    sheet are not questioned.
    """

    game: Any
    seen: int | None
    finished: bool | None = None
    counts: bool | None = None
    brought: bool = False
    word: str = WIZARD


def name_or_none(text: str) -> str | None:
    """Return a valid name cleaned, ``None`` if blank; else raise EntryRefusedError."""
    return valid_name(text) if text.strip() else None


def valid_name(text: str) -> str:
    """Return a valid name cleaned; else raise EntryRefusedError."""
    try:
        return clean_name(text)
    except NameRefused as refused:
        raise refusal("name", refused.problem.value) from None
