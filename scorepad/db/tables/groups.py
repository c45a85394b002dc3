"""Tables of groups, their devices, players and invites, and of the server itself."""

from datetime import date, datetime
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy.ext.associationproxy import AssociationProxy, association_proxy
from sqlalchemy.orm import Mapped, column_property, mapped_column, relationship

from scorepad.db.engine import Base, Moment
from scorepad.games.names import Look, default_look

ALL_GAMES: Final = 0  # stands for all seasons where a season number is expected

_FORMER = "former_sha256 IS NOT NULL"


def partial_index(only: str, name: str, *columns: str, **how: Any) -> sa.Index:
    """Return an index on some rows *only* (SQL), which is smaller."""
    return sa.Index(name, *columns, sqlite_where=sa.text(only), **how)


class Device(Base):
    """A browser, by its token's SHA-256; *seen_on* has no time for privacy."""

    __tablename__ = "device"
    # Hardly any device has a former token. Without statistics a planner would use a
    # full index to find devices without one, and read them all.
    __table_args__ = (
        partial_index(_FORMER, "ix_device_former_sha256", "former_sha256", unique=True),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    token_sha256: Mapped[str] = mapped_column(sa.String(64), unique=True)
    # The former token, valid until the browser has shown the new one.
    former_sha256: Mapped[str | None] = mapped_column(sa.String(64))
    name: Mapped[str | None] = mapped_column(sa.String(160))
    kind: Mapped[str | None] = mapped_column(sa.String(16))
    created_at: Mapped[datetime] = mapped_column(Moment)
    seen_on: Mapped[date | None]


class Group(Base):
    """People who play together; a deleted group can be restored for a while."""

    __tablename__ = "group_"
    id: Mapped[int] = mapped_column(primary_key=True)
    uuid: Mapped[UUID] = mapped_column(unique=True)
    name: Mapped[str | None] = mapped_column(sa.String(160))
    time_zone: Mapped[str] = mapped_column(sa.String(64))
    language: Mapped[str] = mapped_column(sa.String(16))
    # The claim proves who created the group, so that a lost answer can be repeated.
    claim_sha256: Mapped[str] = mapped_column(sa.String(64))
    claimed_by: Mapped[int] = mapped_column(sa.ForeignKey("device.id"))
    # A one-time code that makes a device an owner, if all devices are lost.
    recovery_sha256: Mapped[str | None] = mapped_column(sa.String(64))
    created_at: Mapped[datetime] = mapped_column(Moment)
    deleted_at: Mapped[datetime | None] = mapped_column(Moment)
    # Counts changes of names, seasons and finished games, for cached pages.
    revision: Mapped[int] = mapped_column(default=1)

    def day_of(self, moment: datetime) -> date:
        """Return the local date of a moment."""
        return moment.astimezone(ZoneInfo(self.time_zone)).date()


class Membership(Base):
    """The role of a device in a group, and its player if known.

    In any role it may keep the score of the game *scores_game_id*; *took_over*: by its
    own decision. Some memberships end at *ends_at*.
    """

    __tablename__ = "membership"
    __table_args__ = (
        sa.CheckConstraint("role IN ('owner','scorekeeper','player','viewer')", "role"),
    )

    group_id: Mapped[int] = mapped_column(sa.ForeignKey("group_.id"), primary_key=True)
    device_id: Mapped[int] = mapped_column(
        sa.ForeignKey("device.id"), primary_key=True, index=True
    )
    role: Mapped[str] = mapped_column(sa.String(16))
    player_id: Mapped[int | None] = mapped_column(sa.ForeignKey("player.id"))
    scores_game_id: Mapped[int | None] = mapped_column(sa.ForeignKey("game.id"))
    took_over: Mapped[bool] = mapped_column(default=False)
    ends_at: Mapped[datetime | None] = mapped_column(Moment)

    device: Mapped[Device] = relationship(viewonly=True)
    player: Mapped["Player | None"] = relationship(viewonly=True)


class Player(Base):
    """A player of a group; names with the same *name_key* are the same.

    *archived* players are not offered for new games, a *guest* only after others. A
    player *merged_into* another is replaced by that one. *colour* and *picture* are
    chosen together, or not yet.
    """

    __tablename__ = "player"
    __table_args__ = (
        sa.UniqueConstraint("group_id", "uuid"),
        sa.UniqueConstraint("group_id", "name_key"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(sa.ForeignKey("group_.id"))
    uuid: Mapped[UUID]
    name: Mapped[str] = mapped_column(sa.String(160))
    name_key: Mapped[str] = mapped_column(sa.String(640))
    archived: Mapped[bool] = mapped_column(default=False)
    guest: Mapped[bool] = mapped_column(default=False)
    colour: Mapped[str | None] = mapped_column(sa.String(16))
    picture: Mapped[str | None] = mapped_column(sa.String(16))
    merged_into: Mapped[int | None] = mapped_column(sa.ForeignKey("player.id"))
    created_at: Mapped[datetime] = mapped_column(Moment)

    @property
    def look(self) -> Look:
        """Return the chosen look, else the one derived from the id."""
        if self.colour and self.picture:
            return Look(self.colour, self.picture)
        return default_look(self.uuid)


class Merge(Base):
    """A merge of a player into another, with the affected games, to undo it.

    Players of two groups are linked by moved games instead: anonymizing one covers
    both, and there is nothing to undo.
    """

    __tablename__ = "player_merge"

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(sa.ForeignKey("group_.id"), index=True)
    player_id: Mapped[int] = mapped_column(sa.ForeignKey("player.id"))
    into_id: Mapped[int] = mapped_column(sa.ForeignKey("player.id"))
    games: Mapped[list[int]] = mapped_column(sa.JSON)
    merged_at: Mapped[datetime] = mapped_column(Moment)


_PLAYED_ON = sa.column("played_on", sa.Date)
_GAMES = sa.table(
    "game", *map(sa.column, ("season_id", "game", "deleted_at")), _PLAYED_ON
)


class Season(Base):
    """A period whose games are ranked together; open if it has no end.

    Ranked by *ranked_by*, from *least_games* on. The season of a *tournament* (its
    UUID) may overlap others, and has only the games of its tables. *has_documents* is
    whether it has games other than Wizard, which saves a query on pages of seasons.
    """

    __tablename__ = "season"
    __table_args__ = (
        sa.UniqueConstraint("group_id", "number"),
        sa.CheckConstraint("number > 0", "number"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(sa.ForeignKey("group_.id"))
    number: Mapped[int]
    name: Mapped[str | None] = mapped_column(sa.String(160))
    starts_on: Mapped[date]
    ends_on: Mapped[date | None]
    ranked_by: Mapped[str] = mapped_column(sa.String(16), default="par")
    least_games: Mapped[int] = mapped_column(default=1)
    is_tournament: Mapped[bool] = mapped_column(
        default=False, server_default=sa.false()
    )

    _listed = (
        _GAMES.c.season_id == id,  # noqa: A003 - the column above
        _GAMES.c.deleted_at.is_(None),
    )
    has_documents: Mapped[bool] = column_property(
        sa.exists().where(*_listed, _GAMES.c.game != "wizard")
    )
    first_game: Mapped[date | None] = column_property(
        sa.select(sa.func.min(_PLAYED_ON)).where(*_listed).scalar_subquery(),
        deferred=True,
    )
    last_game: Mapped[date | None] = column_property(
        sa.select(sa.func.max(_PLAYED_ON)).where(*_listed).scalar_subquery(),
        deferred=True,
    )

    _tournament: Mapped[Any] = relationship(
        "TournamentRow", uselist=False, viewonly=True
    )
    tournament: AssociationProxy[UUID | None] = association_proxy("_tournament", "uuid")

    @property
    def days(self) -> tuple[date, date | None]:
        """Return its first and last day, or those of its games if these are outside."""
        starts, ends = self.starts_on, self.ends_on
        first, last = self.first_game or starts, self.last_game
        return min(starts, first), ends and max(ends, last or ends)


class Invite(Base):
    """An invite link for a role, known by the SHA-256 of its secret.

    Its devices may keep the score of *game_id*. Valid until *ends_at* or revoked, or
    until *most_uses* devices have joined by it; *uses* have.
    """

    __tablename__ = "invite"
    __table_args__ = (
        sa.CheckConstraint("role IN ('scorekeeper','player','viewer')", "role"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    uuid: Mapped[UUID] = mapped_column(unique=True)
    group_id: Mapped[int] = mapped_column(sa.ForeignKey("group_.id"), index=True)
    secret_sha256: Mapped[str] = mapped_column(sa.String(64), unique=True)
    role: Mapped[str] = mapped_column(sa.String(16))
    game_id: Mapped[int | None] = mapped_column(sa.ForeignKey("game.id"))
    name: Mapped[str | None] = mapped_column(sa.String(160))
    made_by: Mapped[int] = mapped_column(sa.ForeignKey("device.id"))
    made_at: Mapped[datetime] = mapped_column(Moment)
    ends_at: Mapped[datetime | None] = mapped_column(Moment)
    most_uses: Mapped[int | None]
    uses: Mapped[int] = mapped_column(default=0, server_default="0")

    @property
    def is_used_up(self) -> bool:
        """Whether no more devices can join by it."""
        return self.most_uses is not None and self.uses >= self.most_uses


class LogEntry(Base):
    """An entry of a group's activity log, by the device *device_id* or the server.

    *player_id* was the player of that device. It concerns a device (*whom_id*), a
    player, another player (*into_id*) or a game, if these still exist; they are stored
    as ids, so the log tells no name or date that was erased.
    """

    __tablename__ = "log_entry"
    __table_args__ = (sa.Index("ix_log_entry_group_id_id", "group_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(sa.ForeignKey("group_.id"))
    at: Mapped[datetime] = mapped_column(Moment)
    kind: Mapped[str] = mapped_column(sa.String(24))
    device_id: Mapped[int | None] = mapped_column(sa.ForeignKey("device.id"))
    player_id: Mapped[int | None] = mapped_column(sa.ForeignKey("player.id"))
    whom_id: Mapped[int | None] = mapped_column(sa.ForeignKey("device.id"))
    about_id: Mapped[int | None] = mapped_column(sa.ForeignKey("player.id"))
    into_id: Mapped[int | None] = mapped_column(sa.ForeignKey("player.id"))
    game_id: Mapped[int | None] = mapped_column(sa.ForeignKey("game.id"))
    facts: Mapped[dict[str, Any]] = mapped_column(sa.JSON)

    device: Mapped[Device | None] = relationship(viewonly=True, foreign_keys=device_id)
    player: Mapped[Player | None] = relationship(viewonly=True, foreign_keys=player_id)
    whom: Mapped[Device | None] = relationship(viewonly=True, foreign_keys=whom_id)
    about: Mapped[Player | None] = relationship(viewonly=True, foreign_keys=about_id)
    into: Mapped[Player | None] = relationship(viewonly=True, foreign_keys=into_id)


class JoinCode(Base):
    """A short code to join a group, valid for some minutes.

    The code consists of the *handle*, which finds the group, and a secret, which is
    short and therefore stored as HMAC. A *wide* code allows more wrong tries.
    """

    __tablename__ = "open_door"
    __table_args__ = (sa.CheckConstraint("role IN ('player','viewer')", "role"),)

    group_id: Mapped[int] = mapped_column(sa.ForeignKey("group_.id"), primary_key=True)
    handle: Mapped[str] = mapped_column(sa.String(8), unique=True)
    secret_hmac: Mapped[str] = mapped_column(sa.String(64))
    role: Mapped[str] = mapped_column(sa.String(16))
    wide: Mapped[bool]
    opened_by: Mapped[int] = mapped_column(sa.ForeignKey("device.id"))
    ends_at: Mapped[datetime] = mapped_column(Moment)


class RateCount(Base):
    """A counter for rate limits; *who* is a device, a group or an address (HMAC)."""

    __tablename__ = "pace"

    what: Mapped[str] = mapped_column(sa.String(16), primary_key=True)
    who: Mapped[str] = mapped_column(sa.String(64), primary_key=True)
    since: Mapped[datetime] = mapped_column(Moment)
    times: Mapped[int]


class DatabaseId(Base):
    """The database id, in one row; absent in backups, so a restore gets a new one."""

    __tablename__ = "database_id"
    __table_args__ = (sa.CheckConstraint("number = 1", name="one"),)

    number: Mapped[int] = mapped_column(primary_key=True)
    id: Mapped[str] = mapped_column(sa.String(16))


class JobRun(Base):
    """The date (UTC) of the last run of a daily job, on any copy of the server."""

    __tablename__ = "job_run"

    name: Mapped[str] = mapped_column(sa.String(16), primary_key=True)
    ran_on: Mapped[date]


class SeasonBook(Base):
    """A season book in progress or finished; *key* is the revision it shows.

    The server that makes it updates *seen_at* regularly, so a lost one is noticed.
    *volume* of *volumes* is in progress. Deleting the row cancels the book.
    """

    __tablename__ = "season_book"
    __table_args__ = (
        sa.CheckConstraint(
            "phase IN ('queued','laying_out','ready','changed','failed')", "phase"
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    season_id: Mapped[int] = mapped_column(sa.ForeignKey("season.id"), index=True)
    group_id: Mapped[int] = mapped_column(sa.ForeignKey("group_.id"), index=True)
    language: Mapped[str] = mapped_column(sa.String(16))
    paper: Mapped[str] = mapped_column(sa.String(16))
    key: Mapped[str] = mapped_column(sa.String(64))
    phase: Mapped[str] = mapped_column(sa.String(16), default="queued")
    volume: Mapped[int] = mapped_column(default=0)
    volumes: Mapped[int] = mapped_column(default=0)
    seen_at: Mapped[datetime] = mapped_column(Moment)


class BookVolume(Base):
    """A finished PDF of a book, *size* bytes long."""

    __tablename__ = "book_volume"

    book_id: Mapped[int] = mapped_column(
        sa.ForeignKey("season_book.id"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    size: Mapped[int]
    pdf: Mapped[bytes] = mapped_column(sa.LargeBinary, deferred=True)
