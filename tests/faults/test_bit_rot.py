"""F05: a bit that turned over in the database's file is found if anybody can see it."""

import random
import re
import shutil
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, select
from sqlalchemy.orm import Session

from scorepad.cli import main
from scorepad.services.entering import GameAddress
from scorepad.services.other_games.document_seasons import document_season
from scorepad.services.other_games.document_words import document_record
from scorepad.services.other_games.documenting import save_new_document
from scorepad.services.seasons.careers import player_overview
from scorepad.services.seasons.ranking import season_overview
from scorepad.services.seasons.remembering import records_overview
from scorepad.services.telling import game_record, round_record
from scorepad.services.upkeep.proving import damages
from scorepad.store.connections import prepare_engine
from scorepad.store.db import Base
from scorepad.store.play.history import Stamp
from scorepad.store.play.played_games import as_played_round
from scorepad.store.tables import (
    Device,
    DocumentGame,
    GameRow,
    Group,
    Membership,
    Player,
    Season,
)
from scorepad.store.upkeep.faults import FAULTS, is_damage
from tests.services.conftest import NOW
from tests.services.test_documents import played

SEED = 20261122


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A database of some games, one of them of its own kind, and nothing is wrong."""
    folder = tmp_path_factory.mktemp("whole")
    assert main(["demo", "--games", "5", "--instance", str(folder)]) == 0
    file = folder / "scorepad.sqlite3"
    with opened(file) as session:
        finish_towers(session)
        assert "Ute" in shown(session)
    return file


def finish_towers(session):
    """Let two of the group play Wandering Towers as well."""
    group, device = session.scalar(select(Group)), session.scalar(select(Device))
    address, stamp = GameAddress(group.uuid, uuid4()), Stamp(device.id, NOW)
    save_new_document(session, stamp, address, "towers", played("Ute", "Kevin"))


@contextmanager
def opened(file):
    engine = create_engine(f"sqlite:///{file}")
    prepare_engine(engine)
    try:
        with Session(engine) as session:
            yield session
    finally:
        engine.dispose()


def shown(session):
    """Everything that people see of the games, their players, groups and seasons."""
    games = [
        (
            game_record(row),
            row.played_on,
            [each.player.name for each in row.seats],
            [round_record(as_played_round(each)) for each in row.rounds],
        )
        for row in session.scalars(select(GameRow).order_by(GameRow.id))
    ]
    names = [
        session.execute(select(*columns)).all()
        for columns in (
            (Group.name, Group.time_zone, Group.language),
            (Player.name, Player.archived, Player.guest),
            (Season.number, Season.name, Season.starts_on, Season.ends_on),
            (Season.ranked_by, Season.least_games),
        )
    ]
    kept = [
        (row.game, document_record(row))
        for row in session.scalars(select(DocumentGame).order_by(DocumentGame.id))
    ]
    return repr((games, names, kept)) + figures(session)


def figures(session):
    """Standings, records and players' pages, as exactly as anybody is shown them."""
    (gid,) = session.scalars(select(Group.uuid))
    (device,) = session.scalars(select(Membership.device_id))
    people = session.scalars(select(Player.uuid).order_by(Player.id)).all()
    pages = [document_season(session, device, gid, 1, "towers")]
    for number in (1, None):
        pages += [
            season_overview(session, device, gid, number),
            records_overview(session, device, gid, number).records,
            *(player_overview(session, device, gid, who, number) for who in people),
        ]
    return repr(said(pages))


def said(value):
    """What a value comes to: a page has no order of keys, and rounds its figures."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, Mapping):
        return sorted((repr(key), said(each)) for key, each in value.items())
    if isinstance(value, (list, tuple)):
        return [said(each) for each in value]
    if is_dataclass(value):
        return {each.name: said(getattr(value, each.name)) for each in fields(value)}
    return None if isinstance(value, Base) else repr(value)


def shown_of(file):
    """The same of a whole file, so that no error is taken for it."""
    with opened(file) as session:
        return shown(session)


def outcome(file, look):
    """What a look at a damaged file comes to; an error is a find, too."""
    try:
        with opened(file) as session:
            return look(session)
    except Exception as error:
        return repr(error)


def is_found(file):
    """Whether 'scorepad check' tells of damage; no other error is taken for it."""
    try:
        with opened(file) as session:
            return any(damages(session))
    except FAULTS as fault:
        return is_damage(fault)


def turned_over(whole, folder, chance):
    """A copy with one bit turned over, and where."""
    copy = folder / "scorepad.sqlite3"
    shutil.copy(whole, copy)
    place, bit = chance.randrange(whole.stat().st_size), chance.randrange(8)
    with copy.open("r+b") as file:
        file.seek(place)
        byte = file.read(1)[0]
        file.seek(place)
        file.write(bytes([byte ^ 1 << bit]))
    return copy, (place, bit)


def missed(whole, folder, times):
    """How many turned bits could be seen, and those of them that nothing found."""
    chance = random.Random(SEED)  # noqa: S311 - the same every time
    before = shown_of(whole)
    seen, unfound = 0, []
    for _ in range(times):
        copy, where = turned_over(whole, folder, chance)
        looked_at = shutil.copy(copy, folder / "looked-at.sqlite3")
        if outcome(looked_at, shown) == before:
            continue  # a look at pages may work figures out again, so it has its own
        seen += 1
        if not is_found(copy):
            unfound.append(where)
    return seen, unfound


@pytest.mark.parametrize(
    "times",
    [30, pytest.param(4000, marks=pytest.mark.slow)],
    ids=lambda n: f"{n} bits",
)
def test_f05_every_turned_bit_that_anybody_could_see_is_found(whole, tmp_path, times):
    seen, unfound = missed(whole, tmp_path, times)

    assert seen > times / 50
    assert unfound == []


@pytest.mark.parametrize(
    "word", [b"Friday Wizards", b"Europe/Berlin", b"Zo\xc3\xab", b"average"]
)
def test_f05_so_is_one_in_a_name_that_no_history_knows(whole, tmp_path, word):
    before, seen = shown_of(whole), 0
    for place in places_of(word, whole.read_bytes()):
        copy = copy_with_small_letter(whole, tmp_path, place)
        is_visible = outcome(copy, shown) != before
        seen += is_visible
        assert is_found(copy) or not is_visible
    assert seen


def places_of(word, content):
    return [found.start() for found in re.finditer(re.escape(word), content)]


def copy_with_small_letter(whole, folder, place):
    copy = folder / "scorepad.sqlite3"
    content = bytearray(whole.read_bytes())
    content[place] ^= 0x20
    copy.write_bytes(content)
    return copy
