"""A whole group as one document: seasons, players, and the document of every game."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.games import GAMES
from scorepad.services.permissions import Action, group_for
from scorepad.store.groups.people import all_players_of, seasons_of
from scorepad.store.play.kept_games import KeptGame, kept_games
from scorepad.store.play.records import document_of_row
from scorepad.store.seasons.games import documents_of_group, games_of_group
from scorepad.store.tables import DocumentGame, Group, Player, Season

FORMAT = "scorepad/group"
VERSION = 1
AT_ONCE = 50


def export_group(
    session: Session, device_id: int | None, gid: UUID
) -> tuple[str, Iterator[str]]:
    """The name of a group, and its whole document piece by piece.

    Some games at a time, so that nobody who saves has to wait for a long season.
    """
    group = group_for(session, device_id, gid, Action.ARRANGE)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "id": str(group.uuid),
        "name": group.name,
        "time_zone": group.time_zone,
        "language": group.language,
        "seasons": [_season(each) for each in seasons_of(session, group)],
        "players": [_player(each) for each in all_players_of(session, group)],
    }
    return group.name or "", _pieces(session, group, head)


def _pieces(session: Session, group: Group, head: dict[str, Any]) -> Iterator[str]:
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "games": ['
    between = "\n"
    for game in _games(session, group):
        yield between + json.dumps(game, ensure_ascii=False)
        between = ",\n"
    yield "\n]}\n"


def _games(session: Session, group: Group) -> Iterator[dict[str, Any]]:
    numbers = {each.id: each.number for each in seasons_of(session, group)}
    group_id, last = group.id, 0
    while row_ids := games_of_group(session, group_id, after=last, at_most=AT_ONCE):
        yield from (_game(each) for each in kept_games(session, row_ids))
        last = row_ids[-1]
        session.rollback()  # a long look must hold up nobody
    for row in documents_of_group(session, group_id):
        yield _document(row, numbers[row.season_id])


def _season(season: Season) -> dict[str, Any]:
    return {
        "number": season.number,
        "name": season.name,
        "starts_on": season.starts_on.isoformat(),
        "ends_on": season.ends_on.isoformat() if season.ends_on else None,
        "ranked_by": season.ranked_by,
        "least_games": season.least_games,
    }


def _player(player: Player) -> dict[str, Any]:
    return {"name": player.name, "guest": player.guest, "archived": player.archived}


def _game(kept: KeptGame) -> dict[str, Any]:
    return {
        "season": kept.number,
        "finished": kept.finished,
        "counts": kept.counts,
        "document": GAMES["wizard"].document_of(kept.game),
    }


def _document(row: DocumentGame, season: int) -> dict[str, Any]:
    return {
        "season": season,
        "finished": row.finished_at is not None,
        "counts": row.counts,
        "document": document_of_row(row),
    }
