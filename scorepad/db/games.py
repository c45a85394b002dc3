"""Queries of games, and their conversion between rows and values of the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from operator import attrgetter
from typing import Any, Final, TypeVar
from uuid import UUID

from sqlalchemy import ColumnElement, func, select, union_all, update
from sqlalchemy.orm import Session

from scorepad.db import groups
from scorepad.db.tables.games import WIZARD, AnyGame, GameRow, RoundRow, Seat
from scorepad.db.tables.groups import Group, Player, Season
from scorepad.games.documents import head_of, read_stored
from scorepad.games.registry import GAMES, GameOfKind, GameWords, read_game
from scorepad.games.wizard.document import game_from, settings_record
from scorepad.games.wizard.models import Game, Round
from scorepad.games.wizard.seating import with_rounds


def find_game(
    session: Session, group: Group, uuid: UUID, *, lock: bool = False
) -> AnyGame | None:
    """Return a game of a group, deleted or not, locked for the transaction if asked."""
    game = select(AnyGame).where(AnyGame.group_id == group.id, AnyGame.uuid == uuid)
    return session.scalar(game.with_for_update(key_share=True) if lock else game)


def known_games(
    session: Session, group: Group, uuids: Sequence[UUID]
) -> tuple[AnyGame, ...]:
    """Return those of these games that exist in the group."""
    games = select(AnyGame).where(AnyGame.group_id == group.id, AnyGame.uuid.in_(uuids))
    return tuple(session.scalars(games))


Kind = TypeVar("Kind", bound=AnyGame)


def recent_games(
    session: Session, group: Group, limit: int, kind: type[Kind]
) -> tuple[Kind, ...]:
    """Return unfinished games, sealed too, and the last *limit* ones, newest first."""
    is_over, of_group = kind.finished_at.is_not(None), kind.group_id == group.id
    finished = select(kind.id).where(of_group, kind.is_listed(), is_over)
    running = select(kind.id).where(of_group, kind.deleted_at.is_(None), ~is_over)
    last = finished.order_by(kind.id.desc())
    wanted = union_all(running, select(last.limit(limit).subquery().c.id))
    games = select(kind).where(kind.id.in_(wanted)).order_by(kind.id.desc())
    return tuple(session.scalars(games))


RUNNING_FOR: Final = timedelta(hours=24)


def is_running(at: datetime) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for unfinished games lately played on, by a right clock."""
    return (
        AnyGame.finished_at.is_(None),
        AnyGame.deleted_at.is_(None),
        AnyGame.changed_at.between(at - RUNNING_FOR, at + RUNNING_FOR),
    )


def count_new_names(session: Session, players: Sequence[Player]) -> None:
    """Increment the revisions of games of renamed players; pending saves may go on."""
    ids = [player.id for player in players]
    sat = AnyGame.id.in_(select(Seat.game_id).where(Seat.player_id.in_(ids)))
    counted = update(AnyGame).where(sat).values(revision=AnyGame.revision + 1)
    session.execute(counted.execution_options(synchronize_session=False))
    groups.raise_revision(session, *{player.group_id for player in players})
    session.expire_all()


def other_games(
    session: Session, group: Group, season: Season | None
) -> tuple[AnyGame, ...]:
    """Return the games other than Wizard, of a *season* or all, latest first."""
    of_group = AnyGame.group_id == group.id, AnyGame.deleted_at.is_(None)
    games = select(AnyGame).where(*of_group, AnyGame.game != WIZARD)
    if season is not None:
        games = games.where(AnyGame.season_id == season.id)
    in_order = games.order_by(AnyGame.played_on.desc(), AnyGame.id.desc())
    return tuple(session.scalars(in_order))


# Keys of a document that are stored in columns instead of the settings.
SAID_BESIDE = ("format", "version", "game", "id", "players", "played_on")


def write_game(
    session: Session, row: AnyGame, game: Any, players: Sequence[Player]
) -> None:
    """Write *game* without rounds and date into *row*, and seat *players* in order."""
    seat = attrgetter("seat")
    if isinstance(row, GameRow):
        joined, left = (tuple(sorted(e, key=seat)) for e in (game.joined, game.left))
        in_order = replace(game, joined=joined, left=left)
        row.settings = settings_record(in_order)
        row.schedule = game.schedule.value
        row.edition = row.settings["edition"]
        row.scoring = game.scoring.value
    else:
        document = GAMES[row.game].document_of(game)
        row.settings = {k: v for k, v in document.items() if k not in SAID_BESIDE}
    if [seat.player_id for seat in row.seats] != [each.id for each in players]:
        row.seats.clear()
        session.flush()
        row.seats += [Seat(seat=n, player=each) for n, each in enumerate(players)]


def document_value(row: AnyGame) -> Any:
    """Return a game of any kind from its row, with current names."""
    if isinstance(row, GameRow):
        return game_value(row)
    beside = _beside(row.uuid, row.played_on, [seat.player.name for seat in row.seats])
    return read_game({**head_of(row.game), **beside, **row.settings}).game


def game_words(row: AnyGame, game: Any) -> GameWords:
    """Return a stored game for a document that contains it."""
    document, finished = GameOfKind(row.game, game), row.finished_at is not None
    return GameWords(row.season.number, finished, row.counts, document)


def _beside(uuid: UUID, day: date, names: Sequence[str]) -> dict[str, Any]:
    return {"id": str(uuid), "played_on": day.isoformat(), "players": list(names)}


def game_value(row: GameRow) -> Game:
    """Return a loaded game of Wizard with its rounds."""
    names = [seat.player.name for seat in row.seats]
    game = game_without_rounds(row.game, row.settings, row.uuid, row.played_on, names)
    rounds = {each.number: read_stored(Round, each.body) for each in row.rounds}
    return with_rounds(game, rounds)


def game_without_rounds(
    word: str, settings: Mapping[str, Any], uuid: UUID, day: date, names: Sequence[str]
) -> Game:
    """Return a game of the kind *word* without its rounds, played on *day*."""
    document = {**settings, **_beside(uuid, day, names)}
    return game_from(GAMES[word].model or Game, document)


def rounds_begun(session: Session, season_id: int) -> Mapping[UUID, int]:
    """Return how many rounds are written of each unfinished game of a season."""
    rows = session.execute(
        select(GameRow.uuid, func.count(RoundRow.number).label("rounds"))
        .outerjoin(RoundRow, RoundRow.game_id == GameRow.id)
        .where(GameRow.season_id == season_id)
        .where(GameRow.deleted_at.is_(None), GameRow.finished_at.is_(None))
        .group_by(GameRow.uuid)
    )
    return {row.uuid: row.rounds for row in rows}
