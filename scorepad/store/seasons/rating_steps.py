"""Keep where every player stood after every game, and read what ratings follow from."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    tuple_,
)
from sqlalchemy.orm import Session, aliased

from scorepad.rules.wizard.game import Scoring
from scorepad.store.seasons.ratings import (
    Mark,
    day_and_id,
    hold_mark,
    move_mark,
    place_of,
)
from scorepad.store.tables import (
    GameRow,
    Group,
    Player,
    RatingStep,
    Season,
    Seat,
    Tally,
)


class KeptStep(NamedTuple):
    """Where a player stood after the game at a *place*, and games and wins until then.

    *mu* and *sigma* are only for whoever wrote them to read.
    """

    game_id: int
    seat: int
    player_id: int
    place: int
    mu: float
    sigma: float
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class RankedGame:
    """A finished game that counts: who sat there, and on which rank they ended.

    The rank is ``None`` for whoever did not play; there are no *ranks* at all where the
    tallies do not know the present state of the game.
    """

    game_id: int
    place: int
    players: tuple[int, ...]
    ranks: tuple[int | None, ...] | None


def games_from(
    session: Session, group_id: int, place: int, *, at_most: int
) -> tuple[RankedGame, ...]:
    """Finished games of a group that count, in order, from a *place* on. One query.

    Only those of the classic scoring: another one rewards other play.
    """
    games = (
        select(GameRow.id, GameRow.played_on, GameRow.revision)
        .where(
            GameRow.group_id == group_id,
            tuple_(GameRow.played_on, GameRow.id) >= day_and_id(place),
            GameRow.finished_at.is_not(None),
            GameRow.deleted_at.is_(None),
            GameRow.counts.is_(True),
            GameRow.scoring == Scoring.CLASSIC.value,
        )
        .order_by(GameRow.played_on, GameRow.id)
        .limit(at_most)
        .subquery()
    )
    is_current = and_(
        Tally.game_id == Seat.game_id,
        Tally.seat == Seat.seat,
        Tally.revision == games.c.revision,
    )
    rows = session.execute(
        select(games.c.id, games.c.played_on, Seat.player_id, Tally.seat, Tally.rank)
        .join(Seat, Seat.game_id == games.c.id)
        .outerjoin(Tally, is_current)
        .order_by(games.c.played_on, games.c.id, Seat.seat)
    )
    return tuple(_game(list(seats)) for _, seats in groupby(rows, attrgetter("id")))


def _game(seats: Sequence[Row[*tuple[object, ...]]]) -> RankedGame:
    first = seats[0]
    return RankedGame(
        game_id=first.id,
        place=place_of(first.played_on, first.id),
        players=tuple(each.player_id for each in seats),
        ranks=None
        if any(each.seat is None for each in seats)
        else tuple(each.rank for each in seats),
    )


def keep_steps(
    session: Session,
    group_id: int,
    mark: Mark,
    steps: Sequence[KeptStep],
    *,
    stale_from: int,
) -> bool:
    """Keep what was worked out from the *mark* up to where it is stale from now on.

    False, and nothing kept, if the mark was moved meanwhile.
    """
    if hold_mark(session, group_id) != mark:
        return False
    session.execute(
        delete(RatingStep)
        .where(RatingStep.group_id == group_id, RatingStep.place >= mark.stale_from)
        .execution_options(synchronize_session=False)
    )
    if steps:
        rows = [{"group_id": group_id, **step._asdict()} for step in steps]
        session.execute(insert(RatingStep), rows)
    move_mark(session, group_id, Mark(stale_from, mark.changes))
    return True


def latest_steps(
    session: Session, group_id: int, *, before: int | Season
) -> Iterator[tuple[UUID, KeptStep]]:
    """The last step of everybody of a group, and whose it is. One query.

    Those are steps *before* a place, or before the end of a season. It is one look into
    an index per player, however many games there are.
    """
    if isinstance(before, Season):
        statement, until = _latest(_END_OF_SEASON), {"season": before.id}
    else:
        statement, until = _latest(_PLACE), {"place": before}
    rows = session.execute(statement, {"group": group_id, **until})
    return ((uuid, KeptStep._make(step)) for *step, uuid in rows)


def _end_of_season() -> ColumnElement[int]:
    """A place after every step of a season."""
    step = aliased(RatingStep)
    last = (
        select(step.place)
        .join(GameRow, GameRow.id == step.game_id)
        .where(
            GameRow.group_id == bindparam("group"),
            GameRow.season_id == bindparam("season"),
        )
        .order_by(GameRow.played_on.desc(), GameRow.id.desc())
        .limit(1)
        .correlate(None)
        .scalar_subquery()
    )
    return func.coalesce(last, 0) + 1


_END_OF_SEASON: Final = _end_of_season()
_PLACE: Final = bindparam("place", type_=RatingStep.place.type)


@cache  # every page of a season asks, so each is put together once
def _latest(before: ColumnElement[int]) -> Select[*tuple[Any, ...]]:
    last = (
        select(func.max(RatingStep.place))
        .where(RatingStep.player_id == Player.id, RatingStep.place < before)
        .correlate(Player)
        .scalar_subquery()
    )
    people = (
        select(Player.id, Player.uuid, last.label("place"))
        .where(Player.group_id == bindparam("group"))
        .cte()
    )
    is_last = and_(
        RatingStep.player_id == people.c.id, RatingStep.place == people.c.place
    )
    return _steps().add_columns(people.c.uuid).join(people, is_last)


def uuids_of(session: Session, row_ids: Collection[int]) -> dict[int, UUID]:
    """The ids of players, by row."""
    rows = session.execute(select(Player.id, Player.uuid).where(Player.id.in_(row_ids)))
    return {row.id: row.uuid for row in rows}


def last_place(session: Session, season: Season) -> int:
    """The place of the last finished game of a season that counts; 0 for none."""
    row = session.execute(
        select(GameRow.played_on, GameRow.id)
        .where(
            GameRow.group_id == season.group_id,
            GameRow.season_id == season.id,
            GameRow.finished_at.is_not(None),
            GameRow.deleted_at.is_(None),
            GameRow.counts.is_(True),
            GameRow.scoring == Scoring.CLASSIC.value,
        )
        .order_by(GameRow.played_on.desc(), GameRow.id.desc())
        .limit(1)
    ).one_or_none()
    return 0 if row is None else place_of(row.played_on, row.id)


def wins_after(
    session: Session, group: Group, uuid: UUID, *, before: int
) -> tuple[int, dict[int, int]]:
    """The row of a game, and how often who sat there had won after it, by seat.

    Only if the game is before a place; nothing of whoever has no step in it.
    """
    is_kept = and_(RatingStep.game_id == GameRow.id, RatingStep.place < before)
    rows = session.execute(
        select(GameRow.id, RatingStep.seat, RatingStep.wins)
        .outerjoin(RatingStep, is_kept)
        .where(GameRow.group_id == group.id, GameRow.uuid == uuid)
        .order_by(RatingStep.seat)
    ).all()
    found = {row.seat: row.wins for row in rows if row.seat is not None}
    return rows[0].id, found


def steps_of_player(
    session: Session,
    player_id: int,
    season: Season | None,
    *,
    before: int,
    at_most: int,
) -> Iterator[KeptStep]:
    """The steps of a player before a place, in order, evenly thinned. One query.

    About *at_most* of them, the first and the last besides.
    """
    place = RatingStep.place
    extent = _own(
        select(
            func.count().label("count"),
            func.min(place).label("first"),
            func.max(place).label("last"),
        ),
        player_id,
        season,
        before,
    ).cte()
    wanted = or_(
        RatingStep.games % (1 + extent.c.count // at_most) == 0,
        place.in_((extent.c.first, extent.c.last)),
    )
    query = _own(_steps(), player_id, season, before).join(extent, wanted)
    return map(KeptStep._make, session.execute(query.order_by(place)))


def games_in(session: Session, season: Season, row_ids: Collection[int]) -> set[int]:
    """Those of some games that belong to a season."""
    inside = and_(GameRow.season_id == season.id, GameRow.id.in_(row_ids))
    return set(session.scalars(select(GameRow.id).where(inside)))


def _own(
    query: Select[*tuple[Any, ...]], player_id: int, season: Season | None, before: int
) -> Select[*tuple[Any, ...]]:
    own = query.where(RatingStep.player_id == player_id, RatingStep.place < before)
    if season is None:
        return own
    return own.join(
        GameRow,
        and_(GameRow.id == RatingStep.game_id, GameRow.season_id == season.id),
    )


def _steps() -> Select[*tuple[Any, ...]]:
    return select(*(getattr(RatingStep, name) for name in KeptStep._fields))
