"""Import of games and of whole groups from documents, and export of groups."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from datetime import datetime
from hashlib import sha256
from itertools import starmap
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.db import engine, groups, results
from scorepad.db.games import document_value, find_game, game_words
from scorepad.db.history import Reader, Writer
from scorepad.db.rounds import as_stored
from scorepad.db.tables import AnyGame, DocumentGame, GameRow, Group, Membership, Season
from scorepad.games import registry
from scorepad.games.documents import written
from scorepad.games.names import name_key
from scorepad.games.registry import FoundGame, GroupDocument
from scorepad.games.wizard.models import Game
from scorepad.games.wizard.seating import with_cards, with_rounds
from scorepad.services import devices, requests, seating, sheet_entry, validation
from scorepad.services.games import is_past_restoring, put_deleted
from scorepad.services.groups import GroupEntry, create_group, make_owner, new_group
from scorepad.services.permissions import Action, Role, group_for, group_to_change
from scorepad.services.requests import GameAddress, GameEntry, SheetEntry
from scorepad.services.tournament_files import put_tournaments, tournaments_of


def open_paper_game(
    by: Reader, game: Game, uuid: UUID, new: GroupEntry
) -> tuple[GameAddress, str | None]:
    """Add an empty game to the latest group of a device, or to a new group.

    Return its address, and the new token if a group was created. A repeated request
    finds the game of the first one.

    :raises EntryRefusedError: every problem of names and rounds; no group is created.
    """
    ids = tuple(UUID(int=seat) for seat in range(len(game.players)))
    settings = validation.objections_to_settings(GameEntry(game=game, player_ids=ids))
    if objections := (*seating.objections_to_names(game.players), *settings):
        raise requests.EntryRefusedError(objections)
    device_id, own, token = by.device_id, groups.groups_of(by), None
    address = GameAddress(own[0].uuid if own else new.uuid, uuid)
    if device_id is None or not own:
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
    here = Group.uuid == gid, Group.deleted_at.is_(None), groups.is_lasting()
    found = owners.where(*here, Membership.role == Role.OWNER)
    if (owner := session.scalar(found.order_by(Membership.device_id).limit(1))) is None:
        raise requests.NotThereError
    by = Writer(session, owner, at, is_host=True)
    return _put_games(by, gid, [*map(_entry, games)])


def _entry(found: FoundGame) -> SheetEntry:
    word, game = registry.read_game(found.document)
    if registry.GAMES[word].model:
        kept = {number: as_stored(each) for number, each in enumerate(game.rounds, 1)}
        game = with_rounds(game, kept)
    status = found.finished, found.counts
    return SheetEntry(game, None, *status, imported=True, word=word)


def _put_games(by: Writer, gid: UUID, entries: Iterable[SheetEntry]) -> Imported:
    """Put all games into a group in one transaction."""
    games: dict[UUID, GameAddress] = {}
    new: dict[UUID, SheetEntry] = {}
    deleted: dict[UUID, AnyGame] = {}
    documents: dict[UUID, dict[str, Any]] = {}
    with group_to_change(by, gid, Action.SCORE) as (group, _):
        for entry in entries:
            rules = registry.GAMES[entry.word]
            document = rules.document_of(entry.game)
            id_, row = next(_places(by.session, group, document, documents))
            kind = () if rules.model else (entry.word,)
            games[id_] = GameAddress(gid, id_, *kind)
            if row is None:
                new[id_] = entry
            elif row.deleted_at:
                deleted[id_] = row
        if new:
            sheet_entry.put_sheets(by, group, list(new.items()))
        put_deleted(by, [*deleted.values()], "imported")
    added = tuple(games[id_] for id_ in (*new, *deleted))
    return Imported(gid, tuple(games.values()), added)


def _places(
    session: Session,
    group: Group,
    document: dict[str, Any],
    added: dict[UUID, dict[str, Any]],
) -> Iterator[tuple[UUID, AnyGame | None]]:
    """Yield the ids that a game may have, and its row if it is stored already."""
    for id_ in _ids(document):
        if (row := find_game(session, group, id_)) is None:
            there = added.setdefault(id_, document)
        elif is_past_restoring(row):
            continue
        else:
            there = registry.GAMES[row.game].document_of(document_value(row))
        # An import may change the date; people may have another name by now.
        given = {"players", "id", *({"played_on"} - document.keys())}
        keys = (there.keys() | document.keys()) - given
        if all(there.get(key) == document.get(key) for key in keys):
            yield id_, row


def _ids(document: Mapping[str, Any]) -> Iterator[UUID]:
    """Yield ids for a game: its own, then hashes of its content."""
    content = {key: value for key, value in document.items() if key != "id"}
    if own := document.get("id"):
        yield UUID(own)
    digest = json.dumps(content, sort_keys=True).encode()
    while True:
        digest = sha256(digest).digest()
        yield UUID(bytes=digest[:16], version=4)


def names_known_to(by: Reader, gid: UUID | None = None) -> list[str]:
    """Return the names of the people in a group, else in a device's latest one."""
    own = groups.groups_of(by) if gid is None else [group_for(by, gid, Action.READ)]
    return [each.name for each in groups.players_of(by.session, own[0])] if own else []


AT_ONCE = 100
SEASON = [each.name for each in fields(registry.SeasonWords)]


def import_group(session: Session, at: datetime, document: GroupDocument) -> UUID:
    """Create a group from a *document*; return its id.

    No known device owns it, so the operator hands out a recovery code.

    :raises EntryRefusedError: a game is invalid; nothing is imported then.
    """
    uuid, claim = uuid4(), devices.new_token()
    with engine.write_transaction(session):
        device, _ = devices.new_device(session, at)
        new = GroupEntry(uuid, claim, document.time_zone, document.language)
        by = Writer(session, device.id, at, is_host=True)
        group = new_group(by, new)
        group.name = document.name
        make_owner(by, group, "created")
        seasons = {each.number: each for each in groups.seasons_of(session, group)}
        for season in document.seasons:
            new_row = Season(group_id=group.id, number=season.number)
            row = seasons.setdefault(season.number, new_row)
            for name in SEASON:
                setattr(row, name, getattr(season, name))
        session.add_all(seasons.values())
        session.flush()
        names = [each.name for each in document.players]
        people = seating.people_by_name(session, group, names)
        players = seating.seat_players(by, group, people)
        for start in range(0, len(document.games), AT_ONCE):
            some = document.games[start : start + AT_ONCE]
            sheets, where = [], [seasons[words.season] for words in some]
            for words in some:
                word, game = words.document
                status = words.finished, words.counts
                entry = SheetEntry(game, None, *status, imported=True, word=word)
                sheets.append((UUID(game.id_) if game.id_ else uuid4(), entry))
            sheet_entry.put_sheets(by, group, sheets, where)
        # Last, because seating a player marks them as no longer archived.
        for player, said in zip(players, document.players, strict=True):
            player.guest, player.archived = said.guest, said.archived
            player.colour, player.picture = said.colour, said.picture
        by_key = dict(zip(map(name_key, names), players, strict=True))
        put_tournaments(by, document.tournaments, seasons, by_key)
    return uuid


def export_group(by: Reader, gid: UUID) -> tuple[str, str]:
    """Return the name of a group, and its document as JSON, a line for each game."""
    group = group_for(by, gid, Action.ARRANGE)
    head = GroupDocument(
        format="scorepad/group",
        version=1,
        id_=str(group.uuid),
        name=group.name,
        time_zone=group.time_zone,
        language=group.language,
        seasons=tuple(
            registry.SeasonWords(*(getattr(each, name) for name in SEASON))
            for each in groups.seasons_of(by.session, group)
        ),
        players=tuple(
            registry.PlayerWords(each.name, each.guest, each.archived, *each.look)
            for each in groups.players_of(by.session, group, archived=True)
        ),
        tournaments=tuple(tournaments_of(by.session, group)),
        games=(),
    )
    text = json.dumps(written(head), ensure_ascii=False).removesuffix("]}")
    every = map(written, _games(by.session, group))
    games = ",\n".join(json.dumps(each, ensure_ascii=False) for each in every)
    return group.name or "", f"{text}\n{games}\n]}}\n"


def _games(session: Session, group: Group) -> Iterator[registry.GameWords]:
    ours = AnyGame.group_id == group.id, AnyGame.deleted_at.is_(None)
    ids = session.scalars(select(GameRow.id).where(*ours).order_by(GameRow.id)).all()
    for start in range(0, len(ids), AT_ONCE):
        some = results.load_games(session, ids[start : start + AT_ONCE])
        yield from starmap(game_words, some)
        session.rollback()  # a long read must not block saves
    documents = select(DocumentGame).where(*ours).order_by(DocumentGame.id)
    for row in session.scalars(documents).all():
        yield game_words(row, document_value(row))
