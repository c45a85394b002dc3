"""Import of games and of whole groups from documents, and export of groups."""

import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from datetime import datetime
from hashlib import sha256
from itertools import starmap
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.db.engine import write_transaction
from scorepad.db.games import document_value, find_game
from scorepad.db.groups import (
    add_membership,
    groups_of,
    is_lasting,
    players_of,
    seasons_of,
)
from scorepad.db.history import Reader, Writer
from scorepad.db.results import load_games
from scorepad.db.rounds import as_stored
from scorepad.db.tables import (
    WIZARD,
    AnyGame,
    DocumentGame,
    GameRow,
    Group,
    Membership,
    Season,
)
from scorepad.games.documents import written
from scorepad.games.names import name_key
from scorepad.games.registry import (
    GAMES,
    FoundGame,
    GameOfKind,
    GameWords,
    GroupDocument,
    PlayerWords,
    SeasonWords,
    read_game,
)
from scorepad.games.wizard.models import Game
from scorepad.games.wizard.seating import with_cards, with_rounds
from scorepad.services import activity, requests, sheet_entry
from scorepad.services.devices import new_device
from scorepad.services.games import is_past_restoring, put_deleted
from scorepad.services.groups import GroupEntry, create_group, new_group
from scorepad.services.permissions import Action, Role, group_for, group_to_change
from scorepad.services.requests import GameAddress, GameEntry, SheetEntry
from scorepad.services.seating import objections_to_names, people_by_name, seat_players
from scorepad.services.tournament_files import put_tournaments, tournaments_of
from scorepad.services.validation import objections_to_settings


def open_paper_game(
    by: Reader, game: Game, uuid: UUID, new: GroupEntry
) -> tuple[GameAddress, str | None]:
    """Add an empty game to the latest group of a device, or to a new group.

    Return its address, and the new token if a group was created. A repeated request
    finds the game of the first one.

    :raises EntryRefusedError: every problem of names and rounds; no group is created.
    """
    ids = tuple(UUID(int=seat) for seat in range(len(game.players)))
    settings = objections_to_settings(GameEntry(game=game, player_ids=ids))
    if objections := (*objections_to_names(game.players), *settings):
        raise requests.EntryRefusedError(objections)
    device_id, groups, token = by.device_id, groups_of(by), None
    address = GameAddress(groups[0].uuid if groups else new.uuid, uuid)
    if device_id is None or not groups:
        created = create_group(by, new)
        device_id, token = created.device_id, created.token
    entry = SheetEntry(game=with_cards(game), seen=None, finished=False)
    with suppress(requests.ChangedElsewhereError):  # it was sent before
        writer = Writer(by.session, device_id, by.at)
        sheet_entry.record_sheets(writer, address.group, [(uuid, entry)])
    return address, token


class Imported(NamedTuple):
    """The games that a *group* has from an import, those *added*, and a new *token*."""

    group: UUID
    games: tuple[GameAddress, ...]
    added: tuple[GameAddress, ...]
    token: str | None = None


def import_games(
    by: Reader, games: Iterable[FoundGame], new: GroupEntry, group: UUID | None = None
) -> Imported:
    """Import *games* into a *group*, or into a new one.

    Each keeps its id if that is free, else gets a hash of its content. The same game
    again is found, and restored if it was deleted.

    :raises NotADocument: a game cannot be read.
    :raises EntryRefusedError: every problem by field; nothing is imported then.
    """
    entries, device_id, token = [*map(_entry, games)], by.device_id, None
    if device_id is None or group is None:
        for each in entries:
            # No group is made for games that are refused.
            sheet_entry.valid_settings(each)
        created = create_group(by, new)
        device_id, token, group = created.device_id, created.token, new.uuid
    imported = _put_games(Writer(by.session, device_id, by.at), group, entries)
    return imported._replace(token=token)


def import_for_host(
    session: Session, at: datetime, gid: UUID, games: Iterable[FoundGame]
) -> Imported:
    """Import *games* into any group, as if its first owner did.

    :raises EntryRefusedError: every problem by field; nothing is imported then.
    """
    owners = select(Membership.device_id).join(Group, Membership.group_id == Group.id)
    here = Group.uuid == gid, Group.deleted_at.is_(None), is_lasting()
    lasting = owners.where(*here, Membership.role == Role.OWNER)
    owner = session.scalar(lasting.order_by(Membership.device_id).limit(1))
    if owner is None:
        raise requests.NotThereError
    by = Writer(session, owner, at, is_host=True)
    return _put_games(by, gid, [*map(_entry, games)])


def _entry(found: FoundGame) -> SheetEntry:
    word, game = read_game(found.document)
    if GAMES[word].model:
        kept = {number: as_stored(each) for number, each in enumerate(game.rounds, 1)}
        game = with_rounds(game, kept)
    return SheetEntry(game, None, *found[1:], imported=True, word=word)


def _put_games(by: Writer, gid: UUID, entries: Sequence[SheetEntry]) -> Imported:
    """Put all games into a group in one transaction."""
    documents = [GAMES[each.word].document_of(each.game) for each in entries]
    kinds = (WIZARD if GAMES[each.word].model else each.word for each in entries)
    with group_to_change(by, gid, Action.SCORE) as (group, _):
        placed = [*_places(by.session, group, documents)]
        new = {
            id_: entry
            for (id_, row), entry in zip(placed, entries, strict=True)
            if row is None
        }
        if new:
            sheet_entry.put_sheets(by, group, list(new.items()))
        deleted = {row.uuid: row for _, row in placed if row and row.deleted_at}
        put_deleted(by, [*deleted.values()], "imported")
    games = {
        id_: GameAddress(gid, id_, kind)
        for (id_, _), kind in zip(placed, kinds, strict=True)
    }
    added = tuple(games[id_] for id_ in (*new, *deleted))
    return Imported(gid, tuple(games.values()), added)


def _places(
    session: Session, group: Group, documents: Sequence[dict[str, Any]]
) -> Iterator[tuple[UUID, AnyGame | None]]:
    """Yield the id for each game, and its row if it is stored already."""
    added: dict[UUID, dict[str, Any]] = {}
    for document in documents:
        for id_ in _ids(document):
            row = find_game(session, group, id_)
            if row is None and _is_same(added.setdefault(id_, document), document):
                yield id_, None
                break
            if row is not None and not is_past_restoring(row):
                there = GAMES[row.game].document_of(document_value(row))
                if _is_same(there, document):
                    yield id_, row
                    break


def _ids(document: Mapping[str, Any]) -> Iterator[UUID]:
    """Yield ids for a game: its own, then hashes of its content."""
    content = {key: value for key, value in document.items() if key != "id"}
    if own := document.get("id"):
        yield UUID(own)
    said = json.dumps(content, sort_keys=True).encode()
    while True:
        said = sha256(said).digest()
        yield UUID(bytes=said[:16], version=4)


def _is_same(there: Mapping[str, Any], document: Mapping[str, Any]) -> bool:
    # An import may change the date; people may have another name by now.
    given = {"players", "id", *({"played_on"} - document.keys())}
    keys = (there.keys() | document.keys()) - given
    return all(there.get(key) == document.get(key) for key in keys)


def names_known_to(by: Reader, gid: UUID | None = None) -> list[str]:
    """Return the names of the people in a group, else in a device's latest one."""
    if gid is not None:
        group = group_for(by, gid, Action.READ)
        return [each.name for each in players_of(by.session, group)]
    groups = groups_of(by)
    return [each.name for each in players_of(by.session, groups[0])] if groups else []


AT_ONCE = 100
SEASON = [each.name for each in fields(SeasonWords)]


def import_group(session: Session, at: datetime, document: GroupDocument) -> UUID:
    """Create a group from a *document*; return its id.

    No known device owns it, so the operator hands out a recovery code.

    :raises EntryRefusedError: a game is invalid; nothing is imported then.
    """
    uuid, claim = uuid4(), secrets.token_urlsafe(32)
    with write_transaction(session):
        device, _ = new_device(session, at)
        new = GroupEntry(uuid, claim, document.time_zone, document.language)
        group = new_group(session, new, device, at)
        group.name = document.name
        add_membership(session, group, device.id, role=Role.OWNER)
        by = Writer(session, device.id, at, is_host=True)
        activity.record(by, group.id, "created")
        seasons = _put_seasons(session, group, document)
        names = [each.name for each in document.players]
        people = people_by_name(session, group, names)
        players = seat_players(by, group, people)
        for start in range(0, len(document.games), AT_ONCE):
            some = document.games[start : start + AT_ONCE]
            sheets, where = map(_sheet_of, some), [seasons[e.season] for e in some]
            sheet_entry.put_sheets(by, group, list(sheets), where)
        # Last, because seating a player marks them as no longer archived.
        for player, words in zip(players, document.players, strict=True):
            player.guest, player.archived = words.guest, words.archived
            player.colour, player.picture = words.colour, words.picture
        by_key = dict(zip(map(name_key, names), players, strict=True))
        put_tournaments(by, document.tournaments, seasons, by_key)
    return uuid


def _put_seasons(
    session: Session, group: Group, document: GroupDocument
) -> Mapping[int, Season]:
    found = {each.number: each for each in seasons_of(session, group)}
    for words in document.seasons:
        if words.number not in found:
            found[words.number] = Season(group_id=group.id, number=words.number)
        for name in SEASON:
            setattr(found[words.number], name, getattr(words, name))
    session.add_all(found.values())
    session.flush()
    return found


def _sheet_of(words: GameWords) -> sheet_entry.NewSheet:
    word, game = words.document
    own, how = getattr(game, "id_", None), (words.finished, words.counts)
    entry = SheetEntry(game, None, *how, imported=True, word=word)
    return UUID(own) if own else uuid4(), entry


SOME = 50


def export_group(by: Reader, gid: UUID) -> tuple[str, str]:
    """Return the name of a group, and its document as JSON, a line for each game."""
    group = group_for(by, gid, Action.ARRANGE)
    people = players_of(by.session, group, archived=True)
    head = GroupDocument(
        format="scorepad/group",
        version=1,
        id_=str(group.uuid),
        name=group.name,
        time_zone=group.time_zone,
        language=group.language,
        seasons=tuple(map(_season_words, seasons_of(by.session, group))),
        players=tuple(
            PlayerWords(each.name, each.guest, each.archived, *each.look)
            for each in people
        ),
        tournaments=tuple(tournaments_of(by.session, group)),
        games=(),
    )
    text = json.dumps(written(head), ensure_ascii=False).removesuffix("]}")
    every = map(written, _games(by.session, group))
    games = ",\n".join(json.dumps(each, ensure_ascii=False) for each in every)
    return group.name or "", f"{text}\n{games}\n]}}\n"


def _season_words(row: Season) -> SeasonWords:
    return SeasonWords(**{name: getattr(row, name) for name in SEASON})


def _games(session: Session, group: Group) -> Iterator[GameWords]:
    numbers = {each.id: each.number for each in seasons_of(session, group)}

    def words(row: AnyGame, game: Any) -> GameWords:
        number, finished = numbers[row.season_id], row.finished_at is not None
        return GameWords(number, finished, row.counts, GameOfKind(row.game, game))

    ours = AnyGame.group_id == group.id, AnyGame.deleted_at.is_(None)
    of_tricks = select(GameRow.id).where(*ours).order_by(GameRow.id)
    ids = session.scalars(of_tricks).all()
    for start in range(0, len(ids), SOME):
        yield from starmap(words, load_games(session, ids[start : start + SOME]))
        session.rollback()  # a long read must not block saves
    documents = select(DocumentGame).where(*ours).order_by(DocumentGame.id)
    for row in session.scalars(documents).all():
        yield words(row, document_value(row))
