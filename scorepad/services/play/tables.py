"""The tables of a group at which somebody plays now, all at once."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.wizard.sheet import sheet_of
from scorepad.services.groups.groups import lately
from scorepad.services.permissions import Action, group_for, member_for
from scorepad.store.play.games import running_games, running_revisions
from scorepad.store.play.records import game_value
from scorepad.store.tables import GameRow


@dataclass(frozen=True, slots=True)
class Table:
    """A game that is being played: its *round*, and who *leads* with which *total*."""

    id_: UUID
    names: tuple[str, ...]
    round: int
    rounds: int
    leads: tuple[str, ...]
    total: int | None


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables of a group, the one that began first before the others."""

    group_id: UUID
    group_name: str | None
    tables: tuple[Table, ...]


def glance_at_tables(
    session: Session, device_id: int | None, gid: UUID, at: datetime
) -> tuple[tuple[UUID, int], ...]:
    """Which games are played, and how far each is, without loading them.

    :raises NotThereError: the device does not belong to such a group.
    """
    member_for(session, device_id, gid, Action.READ)
    return running_revisions(session, gid, lately(at))


def tables_of(
    session: Session, device_id: int | None, gid: UUID, at: datetime
) -> Tables:
    """The tables at which somebody has played in the last day and not finished.

    :raises NotThereError: the device does not belong to such a group.
    """
    group = group_for(session, device_id, gid, Action.READ)
    games = running_games(session, group, lately(at))
    return Tables(group.uuid, group.name, tuple(map(_table, games)))


def _table(game: GameRow) -> Table:
    sheet = sheet_of(game_value(game))
    row = next((each for each in sheet.rows if not each.is_closed), sheet.rows[-1])
    has_begun = sheet.rows[0].is_closed
    first = [seat for seat, rank in enumerate(sheet.ranks) if rank == 1]
    return Table(
        id_=game.uuid,
        names=tuple(sheet.players),
        round=row.number,
        rounds=len(sheet.rows),
        leads=tuple(sheet.players[seat] for seat in first) if has_begun else (),
        total=sheet.totals[first[0]] if has_begun else None,
    )
