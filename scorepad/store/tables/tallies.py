"""What follows from finished games, kept so that a season need not be worked out."""

from datetime import date
from typing import Any, Final

from sqlalchemy import JSON, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.store.db import Base

ALL_GAMES: Final = 0
"""Stands for all seasons of a group where a season's number is expected."""


class Tally(Base):
    """What one seat has from a finished game: a cache, never the truth.

    Right only while *revision* is that of the game. No *total* and no *rank* where
    the game was finished without a closed round; *winners* is how many won it. *ranked*
    is what counts, is not deleted and has a result. *number* is that of the season,
    *seats* how many sat at the table, *edition* the extra cards in the deck. *bids* are
    the bids played out, in order, in letters that only whoever wrote them can read.
    """

    __tablename__ = "tally"
    __table_args__ = (
        Index("ix_tally_season", "group_id", "number", "played_on", "game_id"),
        Index("ix_tally_player", "player_id", "played_on", "game_id"),
        Index("ix_tally_career", "player_id", "number", "played_on", "game_id"),
    )

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    revision: Mapped[int]
    group_id: Mapped[int] = mapped_column(ForeignKey("group_.id"))
    number: Mapped[int]
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    played_on: Mapped[date]
    ranked: Mapped[bool]
    listed: Mapped[bool]
    seats: Mapped[int]
    schedule: Mapped[str] = mapped_column(String(32))
    edition: Mapped[str] = mapped_column(String(120))
    scoring: Mapped[str] = mapped_column(String(32))
    total: Mapped[int | None]
    bids_met: Mapped[int]
    bids_made: Mapped[int]
    rank: Mapped[int | None]
    winners: Mapped[int]
    possible: Mapped[int]
    league: Mapped[int]
    bids: Mapped[str] = mapped_column(Text)


class GameMarks(Base):
    """What a finished game could be remembered for: a cache, never the truth.

    Right only while *revision* is that of the game.
    """

    __tablename__ = "game_marks"

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    revision: Mapped[int]
    marks: Mapped[list[list[object]]] = mapped_column(JSON)


class SeasonLedger(Base):
    """The sums of a season, or of all games of a group (*number* 0): a cache.

    Right only in the present *version*. *changes* counts how often a game of it
    changed. Where an earlier game did, what depends on the order of games is *stale*:
    *records*, and all of :class:`PlayerLedger` that says so. *last_played_on* and
    *last_game* name the last of the *games*, which count and have a result.
    *predictions* are those of everybody. *kinds* counts the finished games by scoring
    and edition: all else is of the classic scoring alone. *tail* is how it stood before
    each of the last games, to go back there.
    """

    __tablename__ = "season_ledger"

    group_id: Mapped[int] = mapped_column(ForeignKey("group_.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    version: Mapped[int]
    changes: Mapped[int]
    stale: Mapped[bool]
    games: Mapped[int]
    last_played_on: Mapped[date | None]
    last_game: Mapped[int | None]
    records: Mapped[dict[str, Any]] = mapped_column(JSON)
    predictions: Mapped[dict[str, Any]] = mapped_column(JSON)
    kinds: Mapped[dict[str, int]] = mapped_column(JSON)
    tail: Mapped[list[Any]] = mapped_column(JSON)


class PlayerLedger(Base):
    """The sums of one player in a season, or in all (*number* 0): a cache.

    *listed* counts finished games, the others those that count and have a result.
    *form*, runs and *steps* depend on the order of games.
    """

    __tablename__ = "player_ledger"
    __table_args__ = (Index("ix_player_ledger_season", "group_id", "number"),)

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("group_.id"))
    listed: Mapped[int]
    games: Mapped[int]
    wins: Mapped[int]
    shared_wins: Mapped[int]
    podiums: Mapped[int]
    league: Mapped[int]
    bids_met: Mapped[int]
    bids_made: Mapped[int]
    lost_by_one: Mapped[int]
    shares: Mapped[dict[str, Any]] = mapped_column(JSON)
    totals: Mapped[dict[str, int]] = mapped_column(JSON)
    form: Mapped[list[Any]] = mapped_column(JSON)
    run: Mapped[int]
    longest_run: Mapped[int]
    longest_drought: Mapped[int]
    steps: Mapped[list[Any]] = mapped_column(JSON)
    predictions: Mapped[dict[str, Any]] = mapped_column(JSON)
    met: Mapped[dict[str, Any]] = mapped_column(JSON)
