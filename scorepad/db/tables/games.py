"""Tables of games: seats, rounds, separate bids, history, results; tournaments."""

from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorepad.db.engine import Base, Moment
from scorepad.db.tables.groups import Player, Season, partial_index
from scorepad.games.registry import games_of_tricks

WIZARD: Final = "wizard"
OF_TRICKS: Final = tuple(games_of_tricks())  # the kinds of games stored round by round


def is_of_tricks(game: Any) -> sa.ColumnElement[bool]:
    """Return the condition for :data:`OF_TRICKS`; ``IN`` is slower in SQLAlchemy."""
    return sa.or_(*(game == each for each in OF_TRICKS))


_OTHER: Final = "other"
_LISTED = "deleted_at IS NULL"
_RUNNING = "finished_at IS NULL AND deleted_at IS NULL"
_IN_ORDER = ("game", "played_on", "id")


class AnyGame(Base):
    """A game of the kind *game*, without its rounds.

    Points, totals and ranks are never stored. *revision* counts every write to the game
    or its rounds; *settings_revision* is the revision that last changed *settings* or
    seats. *settings* are written by :mod:`scorepad.games.wizard.document`; for other
    games, they are the document without players and date. *sealed*: the final of a
    tournament, until its result is revealed.
    """

    __tablename__ = "game"
    __table_args__ = (
        sa.UniqueConstraint("group_id", "uuid"),
        sa.CheckConstraint("revision > 0", "revision"),
        sa.Index("ix_game_evening", "group_id", "played_on", "id"),
        partial_index(_LISTED, "ix_game_of_group", "group_id", *_IN_ORDER),
        partial_index(_LISTED, "ix_game_of_season", "season_id", *_IN_ORDER),
        partial_index(_RUNNING, "ix_game_running", "group_id", "season_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(sa.ForeignKey("group_.id"))
    season_id: Mapped[int] = mapped_column(sa.ForeignKey("season.id"), index=True)
    uuid: Mapped[UUID]
    game: Mapped[str] = mapped_column(sa.String(32), default=WIZARD)
    settings: Mapped[dict[str, Any]] = mapped_column(sa.JSON)
    started_at: Mapped[datetime | None] = mapped_column(Moment)
    played_on: Mapped[date]
    finished_at: Mapped[datetime | None] = mapped_column(Moment)
    deleted_at: Mapped[datetime | None] = mapped_column(Moment)
    deleted_by: Mapped[int | None] = mapped_column(sa.ForeignKey("device.id"))
    # How often the seat order changed; entries by seat refer to it.
    seating: Mapped[int] = mapped_column(default=0)
    counts: Mapped[bool]
    sealed: Mapped[bool] = mapped_column(default=False, server_default=sa.false())
    revision: Mapped[int]
    settings_revision: Mapped[int]
    changed_by: Mapped[int] = mapped_column(sa.ForeignKey("device.id"))
    changed_at: Mapped[datetime] = mapped_column(Moment)
    created_at: Mapped[datetime] = mapped_column(Moment)

    season: Mapped[Season] = relationship(viewonly=True)
    seats: Mapped[list["Seat"]] = relationship(
        order_by="Seat.seat", cascade="all, delete-orphan", lazy="selectin"
    )

    @property
    def player_ids(self) -> tuple[UUID, ...]:
        """The ids of the players, in seat order."""
        return tuple(seat.player.uuid for seat in self.seats)

    @classmethod
    def is_listed(cls) -> sa.ColumnElement[bool]:
        """Return the condition of all lists and sums: neither deleted nor sealed."""
        return sa.and_(cls.deleted_at.is_(None), cls.sealed.is_(False))

    @hybrid_property
    def address_word(self) -> str:
        """The kind in its address: all games of bids and tricks share Wizard's."""
        return WIZARD if self.game in OF_TRICKS else self.game

    @address_word.inplace.expression
    @classmethod
    def _address_word(cls) -> sa.ColumnElement[str]:
        return sa.case((is_of_tricks(cls.game), WIZARD), else_=cls.game)

    __mapper_args__ = {  # noqa: RUF012 - SQLAlchemy reads it
        "polymorphic_on": sa.case((is_of_tricks(game), WIZARD), else_=_OTHER),
        "polymorphic_abstract": True,
        "with_polymorphic": "*",
    }


class GameRow(AnyGame):
    """A game of bids and tricks: Wizard, or a similar one."""

    # Copies from the settings, to filter seasons by.
    schedule: Mapped[str] = mapped_column(sa.String(32), nullable=True)
    edition: Mapped[list[str]] = mapped_column(sa.JSON, nullable=True)
    scoring: Mapped[str] = mapped_column(sa.String(32), nullable=True)

    rounds: Mapped[list["RoundRow"]] = relationship(
        order_by="RoundRow.number", cascade="all, delete-orphan", lazy="selectin"
    )

    __mapper_args__ = {"polymorphic_identity": WIZARD}  # noqa: RUF012 - SQLAlchemy reads it


class DocumentGame(AnyGame):
    """Any other game."""

    __mapper_args__ = {"polymorphic_identity": _OTHER}  # noqa: RUF012 - SQLAlchemy reads it


class TournamentRow(Base):
    """A tournament, whose games are in a season of its own.

    *document* is written by :mod:`scorepad.tournaments.record`. It has no names, so
    that anonymizing and merging players need no change of it.
    """

    __tablename__ = "tournament"
    __table_args__ = (sa.UniqueConstraint("group_id", "uuid"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(sa.ForeignKey("group_.id"))
    season_id: Mapped[int] = mapped_column(sa.ForeignKey("season.id"), index=True)
    uuid: Mapped[UUID]
    document: Mapped[dict[str, Any]] = mapped_column(sa.JSON)
    revision: Mapped[int] = mapped_column(default=1)
    changed_by: Mapped[int] = mapped_column(sa.ForeignKey("device.id"))
    changed_at: Mapped[datetime] = mapped_column(Moment)

    season: Mapped[Season] = relationship(viewonly=True)


class Seat(Base):
    """A player's seat in a game."""

    __tablename__ = "seat"
    __table_args__ = (
        sa.CheckConstraint("seat >= 0", "seat"),
        sa.UniqueConstraint("game_id", "player_id"),
    )

    game_id: Mapped[int] = mapped_column(sa.ForeignKey("game.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(sa.ForeignKey("player.id"), index=True)

    player: Mapped[Player] = relationship(lazy="joined", innerjoin=True)


class RoundRow(Base):
    """A round as written by :mod:`scorepad.games.wizard.document`."""

    __tablename__ = "round_"
    __table_args__ = (
        sa.CheckConstraint("number > 0", "number"),
        sa.CheckConstraint("revision > 0", "revision"),
    )

    game_id: Mapped[int] = mapped_column(sa.ForeignKey("game.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    body: Mapped[dict[str, Any]] = mapped_column(sa.JSON)
    # When its hidden bids were revealed.
    revealed_at: Mapped[datetime | None] = mapped_column(Moment)
    # Two phones may save the same round; the slower one must get a conflict.
    revision: Mapped[int]
    changed_by: Mapped[int] = mapped_column(sa.ForeignKey("device.id"))
    changed_at: Mapped[datetime] = mapped_column(Moment)


class SeatBid(Base):
    """The bid of one seat before it is part of its round.

    Apart from rounds, so that nothing that reads rounds can reveal a hidden bid.
    *is_own*: the device belonged to the player of the seat; only that device may see
    the bid. *revision* counts the changes.
    """

    __tablename__ = "seat_bid"
    __table_args__ = (
        sa.CheckConstraint("number > 0", "number"),
        sa.CheckConstraint("bid >= 0", "bid"),
        sa.CheckConstraint("revision > 0", "revision"),
    )

    game_id: Mapped[int] = mapped_column(
        sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    bid: Mapped[int]
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("device.id"))
    is_own: Mapped[bool]
    revision: Mapped[int]
    put_at: Mapped[datetime] = mapped_column(Moment)


_OF_VERSION = ("game_id", "number", "revision")


class Revision(Base):
    """A version of a game (*number* 0) or of a round; append-only.

    A version that lost a conflict has a *uuid*. Triggers reject changes; rows go only
    with a deleted game or group. *body* has player ids and no names, so that
    anonymizing needs no change of history.
    """

    __tablename__ = "revision"
    __table_args__ = (
        sa.UniqueConstraint("game_id", "uuid"),
        partial_index("uuid IS NULL", "ix_revision_chosen", *_OF_VERSION, unique=True),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(sa.ForeignKey("game.id"))
    number: Mapped[int]
    revision: Mapped[int]
    uuid: Mapped[UUID | None]
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("device.id"))
    saved_at: Mapped[datetime] = mapped_column(Moment)
    body: Mapped[str] = mapped_column(sa.Text)


class RememberedAnswer(Base):
    """The answer to an idempotency key of a device, returned again on a retry.

    It is about the group *group_id* and names players by their ids there.
    """

    __tablename__ = "remembered_answer"

    device_id: Mapped[int] = mapped_column(sa.ForeignKey("device.id"), primary_key=True)
    key: Mapped[str] = mapped_column(sa.String(128), primary_key=True)
    group_id: Mapped[int] = mapped_column(sa.ForeignKey("group_.id"))
    fingerprint: Mapped[str] = mapped_column(sa.String(64))
    status: Mapped[int]
    body: Mapped[str] = mapped_column(sa.Text)
    etag: Mapped[str] = mapped_column(sa.String(64))
    created_at: Mapped[datetime] = mapped_column(Moment)


class Result(Base):
    """The result of one seat in a finished game, derived from its rounds.

    *total* and *rank* are ``None`` if the seat has no result. *winners* counts the
    winners, *possible* is the best possible total, *league* the league points,
    *above_par* hundredths of a point. *seats* and *rounds* are the size and length of
    the game. *marks* has one character per round (``x`` met, ``-`` missed, ``.``
    unknown); *bids* is the format of :mod:`scorepad.statistics.predictions`. The rest
    are records, up to *comeback* of the seat, then of the table.
    """

    __tablename__ = "result"

    game_id: Mapped[int] = mapped_column(sa.ForeignKey("game.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(sa.ForeignKey("player.id"), index=True)
    total: Mapped[int | None]
    rank: Mapped[int | None]
    winners: Mapped[int]
    possible: Mapped[int]
    league: Mapped[int]
    above_par: Mapped[int]
    seats: Mapped[int]
    rounds: Mapped[int]
    bids_met: Mapped[int]
    bids_made: Mapped[int]
    marks: Mapped[str] = mapped_column(sa.Text)
    bids: Mapped[str] = mapped_column(sa.Text)
    best_round: Mapped[int | None]
    bravest_bid: Mapped[int | None]
    longest_run: Mapped[int | None]
    comeback: Mapped[int | None]
    closest_finish: Mapped[int | None]
    lead_changes: Mapped[int | None]
    all_right: Mapped[int | None]
    none_right: Mapped[int | None]
