"""What people send: entries, already of the right shape, not yet judged."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from scorepad.db.history import Stamp
from scorepad.db.tables import WIZARD
from scorepad.games.names import NameRefused, clean_name
from scorepad.games.wizard.models import Game, Round
from scorepad.services.errors import EntryRefusedError, FieldObjection


@dataclass(frozen=True, slots=True)
class GameAddress:
    """Where a game is, by its *word*: always through its group."""

    group: UUID
    game: UUID
    word: str = WIZARD


@dataclass(frozen=True, slots=True)
class Attempt:
    """A write as it was sent.

    *key* names this attempt; *fingerprint* is a hash of what was sent with it, whose
    body has *size* bytes. *group* and hidden *address* say where to and from.
    *seen* is the revision that the sender saw, ``None`` if there was nothing yet.
    """

    stamp: Stamp
    key: str
    fingerprint: str
    seen: int | None
    size: int = 0
    group: UUID | None = None
    address: str = ""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """Everything of a game, by its *word*, but the rounds of Wizard.

    *game* is a value of its rules and has the players' names; its *cards* are those of
    a custom schedule and empty otherwise. Any other game tells itself whether it is
    *finished*, and has no *seating*. *player_ids* are in seat order, which is that of
    the *seating*: it counts how often they were seated anew. *started_at* is the
    phone's word.
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

    Its seats are those of the *seating* that the sender knew. *dealt_again* throws away
    what was sealed. Where it *tells_late* not, late bids stay marked as they are.
    """

    round_: Round
    winners: tuple[int, ...] = ()
    seating: int = 0
    dealt_again: bool = False
    tells_late: bool = False


@dataclass(frozen=True, slots=True)
class BidEntry:
    """One seat's bid in round *number*; the seat is one of the *seating*."""

    number: int
    seat: int
    bid: int
    seating: int = 0


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A whole sheet typed in or brought in: settings and all rounds.

    *game* has its cards filled in. *seen* is the revision of the game that the form
    was made from, ``None`` for a game that is not there yet. Left out, *finished*
    follows from the sheet and *counts* stays as it was. Bids of a sheet that is
    *brought* in stand as they were made.
    """

    game: Game
    seen: int | None
    finished: bool | None = None
    counts: bool | None = None
    brought: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    """A player of the group."""

    id_: UUID
    name: str


def name_or_none(text: str) -> str | None:
    """A name that may be left out, clean.

    :raises EntryRefusedError: it is none, though it is not blank.
    """
    if not text.strip():
        return None
    try:
        return clean_name(text)
    except NameRefused as refused:
        raise EntryRefusedError(
            [FieldObjection("name", refused.problem.value)]
        ) from None
