"""P08: nothing is erased before its thirty days are over."""

import pytest
from sqlalchemy import delete, select, text, update
from sqlalchemy.exc import DBAPIError

from scorepad.cli import serve
from scorepad.db import tables
from scorepad.db.backups import DAMAGE
from scorepad.db.deletions import KEPT_FOR
from tests.services import filled
from tests.support.clock import let_pass
from tests.support.stored import count
from tests.web.test_deleted import restore


@pytest.fixture
def table(either_phone):
    return filled.two_deleted(either_phone)


def test_p08_the_days_count_from_the_last_deletion(either_app, either_phone):
    game = either_phone.start_game()
    filled.delete_game(either_phone, game, either_phone.game_body())
    let_pass(either_app, KEPT_FOR.days - 1)
    assert restore(either_phone, game).status_code == 303
    assert not filled.erased(either_app, filled.LATER)
    filled.delete_game(either_phone, game, either_phone.game_body())

    assert not filled.erased(either_app, filled.NOW + KEPT_FOR)
    assert either_phone.get_game(game).status_code == 200


def test_p08_only_the_history_of_a_deleted_game_may_go_and_none_may_change(
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
            filled.change(either_app, statement)
    assert count(either_app, history) == before > 0

    filled.change(either_app, delete(history).where(history.game_id.in_(let_go)))
    assert count(either_app, history) < before


def test_p08_nothing_goes_from_damaged_records(app, phone):
    filled.delete_game(phone, phone.start_game(), phone.game_body())
    found = app.config["SETTINGS"].instance / DAMAGE
    found.touch()
    assert not serve.erase_now(app, filled.LATER)
    assert count(app, tables.GameRow) == 1

    found.unlink()
    assert serve.erase_now(app, filled.LATER)
    assert count(app, tables.GameRow) == 0


@pytest.mark.parametrize("at", [filled.NOW, filled.LATER])
def test_p08_printed_sheets_go_with_what_is_erased_and_not_before(app, phone, at):
    filled.delete_game(phone, phone.start_game(), phone.game_body())
    kept = app.extensions["pdf_cache"]
    kept.get("a sheet", lambda: b"as it was")

    serve.erase_now(app, at)

    found = kept.get("a sheet", lambda: b"made anew")
    assert found == (b"made anew" if at == filled.LATER else b"as it was")
