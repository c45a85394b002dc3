"""P08: nothing is erased before its thirty days are over."""

from datetime import timedelta

import pytest
from sqlalchemy import delete, select, text, update
from sqlalchemy.exc import DBAPIError

from scorepad.cli import serve
from scorepad.db import tables
from scorepad.db.backups import DAMAGE
from scorepad.db.deletions import KEPT_FOR
from scorepad.db.engine import db, write_transaction
from tests.services import filled
from tests.support.clock import let_pass
from tests.support.invitations import post
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


def test_p08_the_host_is_told_how_many_went(app, phone, caplog):
    filled.fill(phone)
    post(phone, "/delete")

    assert serve.erase_now(app, filled.LATER)
    assert caplog.messages == ["groups erased that were deleted long ago: 1"]


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


def test_p08_books_that_nobody_reads_any_more_go_with_the_daily_tidying(app, phone):
    phone.start_game()
    with app.app_context(), write_transaction(db.session()):
        season = db.session().scalar(select(tables.Season))
        for days in (1, 4):
            book = tables.SeasonBook(
                season_id=season.id,
                group_id=season.group_id,
                language="en",
                paper="a4",
                key=str(days),
                phase="ready",
                seen_at=filled.NOW - timedelta(days=days),
            )
            db.session().add(book)
            db.session().flush()
            volume = tables.BookVolume(book_id=book.id, number=1, size=4, pdf=b"%PDF")
            db.session().add(volume)
        db.session().commit()

    serve.tidy_now(app, filled.NOW)

    assert (count(app, tables.SeasonBook), count(app, tables.BookVolume)) == (1, 1)
