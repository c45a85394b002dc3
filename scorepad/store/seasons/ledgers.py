"""The ledgers of seasons and of their players: find them, change them, replace them.

Whoever changes them holds the mark of the group
(:func:`scorepad.store.seasons.ratings.hold_mark`): there may be none yet.
"""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.orm import Session

from scorepad.store.tables import ALL_GAMES, Player, PlayerLedger, SeasonLedger


def find_ledger(session: Session, group_id: int, number: int) -> Row[Any] | None:
    """The ledger of a season, or of all games (*number* 0), as it is now.

    But for its tail, which only those need who change it.
    """
    return session.execute(
        select(*NO_TAIL).where(
            SeasonLedger.group_id == group_id, SeasonLedger.number == number
        )
    ).one_or_none()


NO_TAIL = tuple(each for each in SeasonLedger.__table__.c if each.name != "tail")


def held_ledger(session: Session, group_id: int, number: int) -> SeasonLedger | None:
    """The same to be changed."""
    return session.get(SeasonLedger, (group_id, number), populate_existing=True)


def held_players(
    session: Session, number: int, player_ids: Collection[int]
) -> dict[int, PlayerLedger]:
    """The ledger of players to be changed; those who have none are left out."""
    rows = session.scalars(
        select(PlayerLedger)
        .where(PlayerLedger.number == number, PlayerLedger.player_id.in_(player_ids))
        .execution_options(populate_existing=True)
    )
    return {row.player_id: row for row in rows}


NO_RIVALS = tuple(each for each in PlayerLedger.__table__.c if each.name != "met")


def players_in_ledger(
    session: Session, group_id: int, number: int
) -> tuple[Row[Any], ...]:
    """The ledger of everybody in a season but for their rivals, with the names."""
    return players_in_ledgers(session, group_id, [number])


def players_in_ledgers(
    session: Session, group_id: int, numbers: Collection[int]
) -> tuple[Row[Any], ...]:
    """The same of several seasons. One query."""
    return tuple(
        session.execute(
            select(*NO_RIVALS, Player.uuid, Player.name)
            .join(Player, Player.id == PlayerLedger.player_id)
            .where(PlayerLedger.group_id == group_id, PlayerLedger.number.in_(numbers))
        )
    )


def games_in_ledgers(session: Session, group_id: int, version: int) -> dict[int, int]:
    """How many games count in every season, where that is known and not stale."""
    rows = session.execute(
        select(SeasonLedger.number, SeasonLedger.games).where(
            SeasonLedger.group_id == group_id,
            SeasonLedger.number != ALL_GAMES,
            SeasonLedger.version == version,
            SeasonLedger.stale.is_(False),
        )
    )
    return {row.number: row.games for row in rows}


def player_in_ledger(session: Session, player_id: int, number: int) -> Row[Any] | None:
    """The ledger of one player in a season."""
    return session.execute(
        select(*PlayerLedger.__table__.c).where(
            PlayerLedger.player_id == player_id, PlayerLedger.number == number
        )
    ).one_or_none()


def begin_ledger(session: Session, group_id: int, number: int) -> int:
    """Make sure that there is a ledger; tell how many changes it has counted."""
    row = held_ledger(session, group_id, number)
    if row is None:
        row = add_ledger(session, group_id, number, version=0)
    return row.changes


def add_ledger(
    session: Session, group_id: int, number: int, *, version: int
) -> SeasonLedger:
    """Begin a ledger without a game; of *version* 0 it has to be written anew."""
    row = SeasonLedger(
        group_id=group_id,
        number=number,
        version=version,
        changes=0,
        stale=False,
        games=0,
        records={},
        predictions={},
        kinds={},
        tail=[],
    )
    session.add(row)
    session.flush()
    return row


def replace_ledger(
    session: Session,
    group_id: int,
    number: int,
    whole: Mapping[str, Any],
    players: Mapping[int, Mapping[str, Any]],
) -> None:
    """Write the ledger of a season and of everybody in it anew."""
    here = {"group_id": group_id, "number": number}
    session.execute(
        update(SeasonLedger)
        .where(SeasonLedger.group_id == group_id, SeasonLedger.number == number)
        .values(**whole)
    )
    session.execute(
        delete(PlayerLedger).where(
            PlayerLedger.group_id == group_id, PlayerLedger.number == number
        )
    )
    rows = [{"player_id": id_, **here, **each} for id_, each in players.items()]
    if rows:
        session.execute(insert(PlayerLedger), rows)


def mark_outdated(session: Session, group_ids: Collection[int]) -> None:
    """Let all ledgers of these groups be written anew, even where none can be read."""
    nothing: dict[str, Any] = {"records": {}, "predictions": {}, "kinds": {}}
    session.execute(
        update(SeasonLedger)
        .where(SeasonLedger.group_id.in_(group_ids))
        .values(
            version=0,
            changes=SeasonLedger.changes + 1,
            last_played_on=None,
            tail=[],
            **nothing,
        )
    )


def people_by_row(session: Session, player_ids: Collection[int]) -> dict[int, Player]:
    """Players by their rows."""
    rows = session.scalars(select(Player).where(Player.id.in_(player_ids)))
    return {row.id: row for row in rows}
