"""Stored games of any kind, their history, and the seasons of all but Wizard."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import Engine, bindparam, select

from scorepad.db import groups, history
from scorepad.db.engine import one_read
from scorepad.db.games import document_value, game_value, other_games
from scorepad.db.history import Answer, Reader, Writer, as_text
from scorepad.db.tables import ALL_GAMES, AnyGame, GameRow, Group, Revision, Season
from scorepad.games import GameResult, documents, names, registry
from scorepad.services import idempotency, permissions, seating
from scorepad.services.devices import SEEN_TODAY, sha256_of
from scorepad.services.permissions import Action, Member, game_to_read, group_for
from scorepad.services.requests import Attempt, GameAddress, NotThereError
from scorepad.services.seasons import Overview, season_or_all
from scorepad.services.serializers import devices_by_id
from scorepad.statistics.rating import Wins, wins_in


class StoredGame(NamedTuple):
    """A stored game as a value of its rules, its players, and its group's seasons."""

    row: AnyGame
    game: Any
    group: Group
    seasons: tuple[Season, ...]
    people: tuple[names.Person, ...]


def stored_game(by: Reader, address: GameAddress) -> StoredGame:
    """Return a stored game of any kind, if the device may read it."""
    group, row = game_to_read(by, address)
    seasons = groups.seasons_of(by.session, group)
    return StoredGame(row, document_value(row), group, seasons, _people(row))


def _people(row: AnyGame) -> tuple[names.Person, ...]:
    return tuple(names.Person(seat.player.uuid, seat.player.name) for seat in row.seats)


class DocumentSeason(NamedTuple):
    """The games of one kind (*word*) in a season or all, latest first, with *wins*."""

    word: str
    group_id: UUID
    group_name: str | None
    season: Season | None
    games: tuple[tuple[AnyGame, GameResult | None], ...]
    wins: Wins


def document_seasons(by: Reader, page: Overview) -> tuple[DocumentSeason, ...]:
    """Return the games other than Wizard in the season of a page, or in all."""
    shown = page.season if page.season and page.season.number != ALL_GAMES else None
    if not any(each.has_documents for each in ([shown] if shown else page.seasons)):
        return ()
    group = group_for(by, page.group_id, Action.READ)
    rows = other_games(by.session, group, shown)
    kinds = [word for word in registry.GAMES if word in {row.game for row in rows}]
    return tuple(_summed(group, shown, word, rows) for word in kinds)


def document_season(by: Reader, gid: UUID, number: int, word: str) -> DocumentSeason:
    """Return the games of one kind in season *number* (0: in all seasons)."""
    group = group_for(by, gid, Action.READ)
    season = season_or_all(by.session, group, number)
    return _summed(group, season, word, other_games(by.session, group, season))


def _summed(
    group: Group, season: Season | None, word: str, games: Sequence[AnyGame]
) -> DocumentSeason:
    rows = [row for row in games if row.game == word]
    results = {row.id: result_of(row) for row in rows if row.finished_at is not None}
    listed = tuple((row, results.get(row.id)) for row in rows)
    counting = [row for row in reversed(rows) if row.counts and row.id in results]
    wins = wins_in((_people(row), results[row.id]) for row in counting)
    return DocumentSeason(word, group.uuid, group.name, season, listed, wins)


def result_of(row: AnyGame) -> GameResult:
    """Return the result of a finished game; cached for documents."""
    if isinstance(row, GameRow):
        return registry.result_for(registry.GAMES[row.game], game_value(row))
    # Players and date do not change the result: without them more games share it.
    seats = [str(seat.seat) for seat in row.seats]
    document = {**documents.head_of(row.game), **row.settings, "players": seats}
    return _result(json.dumps(document))


@lru_cache(maxsize=2000)  # a season is computed once, not at every request
def _result(document: str) -> GameResult:
    word, game = registry.parse_game(document)
    return registry.result_for(registry.GAMES[word], game)


SETTINGS = 0  # the number of a game's settings in the history; rounds count from 1


def history_of(by: Reader, address: GameAddress, number: int) -> list[dict[str, Any]]:
    """Return every revision of a round or the settings, newest first, as seated now."""
    group, game = permissions.game_to_read(by, address)
    versions = history.versions_of(by.session, game, number)
    devices = devices_by_id(by, group.id, {each.device_id for each in versions})
    bodies: list[dict[str, Any]] = [json.loads(each.body) for each in versions]
    if number == SETTINGS or not isinstance(game, GameRow):
        now = seating.current_ids_by_former(by.session, game)
        for body in bodies:
            body["players"] = [now.get(each, each) for each in body["players"]]
    elif game.seating:
        bodies = seating.with_current_seats(by.session, game, bodies)
    return [
        {
            "revision": each.revision,
            "chosen": each.uuid is None,
            "saved_at": each.saved_at.isoformat(),
            "device": devices[each.device_id],
            "body": body,
        }
        for each, body in zip(versions, bodies, strict=True)
    ]


def set_aside(
    attempt: Attempt,
    address: GameAddress,
    number: int,
    version: tuple[UUID, Mapping[str, Any]],
) -> Answer:
    """Keep a version (id and body) rejected in a conflict in the history, unchecked."""
    uuid, body = version
    if "players" in body:  # without names
        body = {**body, "players": [player["id"] for player in body["players"]]}

    def save(by: Writer, group: Group) -> Answer:
        game = permissions.any_game_for(by.session, group, address, lock=True)
        revisions = {SETTINGS: game.revision}
        if isinstance(game, GameRow):
            revisions |= {each.number: each.revision for each in game.rounds}
        if number not in revisions:
            raise NotThereError
        place = {"game_id": game.id, "number": number, "uuid": uuid}
        is_this = Revision.game_id == game.id, Revision.uuid == uuid
        if by.session.scalar(select(Revision.id).where(*is_this)) is None:
            history.append_revision(by, body, **place, revision=revisions[number])
        return Answer(201, as_text({"saved_at": by.at.isoformat()}), uuid.hex)

    def authorize(by: Writer) -> Group:
        return group_for(by, address.group, Action.SCORE, game=address.game)

    return idempotency.run_once(attempt, authorize, save)


# Built once, because spectators poll it every two seconds. A device whose use must be
# recorded is not found, and takes the slow path.
_POLLED: Final = groups.of_member(
    select(AnyGame.revision, *groups.MEMBER).join(Group, Group.id == AnyGame.group_id),
    SEEN_TODAY.scalar_subquery(),
).where(AnyGame.uuid == bindparam("game"), AnyGame.address_word == bindparam("word"))


def find_polled_revision(
    engine: Engine, token: str, address: GameAddress, at: datetime
) -> tuple[int, Member] | None:
    """Return the revision of a game and who asks, ``None`` if one query cannot tell."""
    asked = {"token_sha256": sha256_of(token), "today": at.astimezone(UTC).date()}
    where = {"group": address.group, "game": address.game, "word": address.word}
    with one_read(engine) as connection:
        row = connection.execute(_POLLED, {**asked, **where}).one_or_none()
    return row and (row[0], permissions.allowed(row[1:], Action.READ))
