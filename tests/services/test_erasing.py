"""P08: deleted data is erased from every table, after its thirty days and no sooner."""

import pytest
from sqlalchemy import delete, select, text, update
from sqlalchemy.exc import DBAPIError, OperationalError

from scorepad.cli import serve
from scorepad.db import tables
from scorepad.db.backups import DAMAGE
from scorepad.db.engine import db
from scorepad.services import jobs
from scorepad.services.jobs import KEPT_FOR
from scorepad.services.results import rebuild_results
from tests.services import filled
from tests.support.clock import let_pass
from tests.support.invitations import let_in, post
from tests.support.phone import Phone
from tests.support.stored import change, count, found, rows
from tests.web.test_deleted import restore
from tests.web.test_persons import whole_database

KEEP_NUMBERS = {"device", "pace", "database_id"}
"""What may remain of an erased group: numbers, and hashes for a day."""

NOT_FILLED = {"job_run", "season_book", "book_volume"}
"""Tables that are empty until the server has run for a while, or a book is ordered."""


def figures(phone):
    people = [phone.person(name)["id"] for name in ("Anna", "Ute", "Kevin")]
    pages = ("seasons/1", "seasons/1/standings.csv", "seasons/1/towers", "records")
    return [
        phone.get(f"/{page}").text
        for page in (*pages, *(f"players/{each}" for each in people))
    ]


@pytest.fixture
def table(either_phone):
    return filled.two_deleted(either_phone)


def test_p08_games_are_erased_with_every_word_and_no_figure_changes(table, either_app):
    before = figures(table)
    filled.erased(either_app, filled.NOW)
    assert filled.CANARY in whole_database(either_app)

    assert filled.erased(either_app, filled.LATER) == {"game": 2}

    assert filled.CANARY not in whole_database(either_app)
    assert count(either_app, tables.GameRow) == 2
    assert count(either_app, tables.DocumentGame) == 0
    assert figures(table) == before
    with either_app.app_context():
        rebuild_results(db.session())
    assert figures(table) == before


def test_p08_an_erased_group_leaves_no_trace(either_app, either_phone):
    filled.fill(either_phone)
    before = rows(either_app)
    assert {name for name, found in before.items() if not found} == NOT_FILLED
    other = Phone(either_app.test_client())
    filled.fill(other)
    filled.erased(either_app, filled.NOW)
    assert post(other, "/delete").status_code == 303

    assert filled.erased(either_app, filled.LATER)["group_"] == 1

    after = rows(either_app)
    for name in before.keys() - KEEP_NUMBERS:
        assert after[name] == before[name], name
    assert other.get("/seasons/1").status_code == 404
    here = f"/g/{either_phone.group}/seasons/1"
    assert either_phone.client.get(here).status_code == 200


def test_p08_nothing_is_left_of_an_erased_group(either_app, either_phone):
    filled.fill(either_phone)
    change(either_app, update(tables.Device).values(name=filled.CANARY))
    put_out = let_in(either_phone, "scorekeeper")
    put_out.play(*filled.NAMES)
    assert post(put_out, "/leave").status_code == 303
    post(either_phone, "/delete")

    filled.erased(either_app, filled.LATER)

    for word in (filled.CANARY, filled.CANARY.casefold(), "Kevin"):
        assert word not in whole_database(either_app)
    assert {name for name, found in rows(either_app).items() if found} == KEEP_NUMBERS
    known = tables.Device
    for told in (known.name, known.kind, known.seen_on):
        assert found(either_app, select(told).distinct()) == [None]


def test_p08_a_phone_of_two_groups_stays_known_in_the_other(app, phone):
    phone.play(*filled.NAMES)
    other = Phone(phone.client)
    other.play(*filled.NAMES)
    change(app, update(tables.Device).values(name="Ute's"))
    post(other, "/delete")

    filled.erased(app, filled.LATER)

    assert phone.get("/seasons/1").status_code == 200
    assert found(app, select(tables.Device.name)) == ["Ute's"]


def test_p08_an_answer_without_history_is_erased_with_its_game(app, phone):
    game = filled.telling_game(phone)
    phone.change_game(game, deleted=True)
    before = filled.NOW - 40 * filled.DAY
    change(app, update(tables.RememberedAnswer).values(created_at=before))
    assert game in str(rows(app)["remembered_answer"])

    filled.erased(app, filled.LATER)

    assert game not in str(rows(app)["remembered_answer"])


def test_p08_each_game_is_erased_by_itself_and_the_rest_next_day(
    either_app, either_phone, monkeypatch
):
    for _ in range(2):
        either_phone.play(*filled.NAMES)
    filled.telling_towers(either_phone)
    post(either_phone, "/delete")
    whole, calls = jobs.erase_row, []

    def breaking(session, what, row_id):
        calls.append(what)
        whole(session, what, row_id)
        if len(calls) == 2:
            raise OperationalError("", {}, Exception("the disk is full"))

    monkeypatch.setattr(jobs, "erase_row", breaking)

    assert not any(filled.erased(either_app, filled.LATER).values())
    assert count(either_app, tables.GameRow) == 1
    assert filled.erased(either_app, filled.LATER) == {"group_": 1}
    assert calls == ["game", "game", "game", "game", "group_"]
    assert count(either_app, tables.Group) == 0


def test_p08_a_group_restored_meanwhile_stays(app, phone, monkeypatch):
    phone.create_group()
    post(phone, "/delete")

    erase = jobs._erase  # noqa: SLF001 - between reading and erasing

    def coming_back(session, *about):
        session.rollback()  # what it has read is nobody's obstacle
        change(app, update(tables.Group).values(deleted_at=None))
        return erase(session, *about)

    monkeypatch.setattr(jobs, "_erase", coming_back)

    assert not any(filled.erased(app, filled.LATER).values())
    assert count(app, tables.Group) == 1


def test_p08_the_days_count_from_the_last_deletion(either_app, either_phone):
    game = either_phone.start_game()
    either_phone.change_game(game, deleted=True)
    let_pass(either_app, KEPT_FOR.days - 1)
    assert restore(either_phone, game).status_code == 303
    assert not filled.erased(either_app, filled.LATER)
    either_phone.change_game(game, deleted=True)

    assert not filled.erased(either_app, filled.NOW + KEPT_FOR)
    assert either_phone.get_game(game).status_code == 200


def test_p08_only_the_history_of_a_deleted_game_may_be_erased_and_none_may_change(
    either_app, table
):
    history = tables.Revision
    let_go = select(tables.AnyGame.id).where(tables.AnyGame.deleted_at.is_not(None))
    refused = [update(history).values(body="")]
    refused.append(delete(history).where(history.game_id.not_in(let_go)))
    if not either_app.config["SETTINGS"].database_url.startswith("sqlite"):
        refused.append(text(f"TRUNCATE {history.__tablename__}"))
    before = count(either_app, history)
    for statement in refused:
        with pytest.raises(DBAPIError, match="append only"):
            change(either_app, statement)
    assert count(either_app, history) == before > 0

    change(either_app, delete(history).where(history.game_id.in_(let_go)))
    assert count(either_app, history) < before


def test_p08_damaged_records_are_not_erased_and_printed_sheets_are(app, phone):
    phone.change_game(phone.start_game(), deleted=True)
    kept = app.extensions["pdf_cache"]
    kept.get("a sheet", lambda: b"as it was")
    damage = app.config["SETTINGS"].instance / DAMAGE
    damage.touch()
    assert not serve.erase_now(app, filled.LATER)
    assert count(app, tables.GameRow) == 1

    damage.unlink()
    serve.erase_now(app, filled.NOW)
    assert kept.get("a sheet", lambda: b"made anew") == b"as it was"
    assert serve.erase_now(app, filled.LATER)
    assert count(app, tables.GameRow) == 0
    assert kept.get("a sheet", lambda: b"made anew") == b"made anew"
