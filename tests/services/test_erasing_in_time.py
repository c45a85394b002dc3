"""P08: nothing is erased before the server ran for long enough, or by a wrong clock."""

from datetime import timedelta

import pytest
from sqlalchemy import delete, select, text, update
from sqlalchemy.exc import DBAPIError

from scorepad.cli import jobs
from scorepad.db.backups import DAMAGE
from scorepad.db.engine import db, write_transaction
from scorepad.db.tables import (
    AnyGame,
    BookVolume,
    GameRow,
    Revision,
    Season,
    SeasonBook,
)
from tests.services.filled import (
    DAY,
    DAYS,
    LATER,
    NOW,
    change,
    count,
    delete_game,
    erased,
    fill,
    two_deleted,
)
from tests.support.clock import run_for
from tests.support.invitations import post
from tests.web.test_deleted import restore


@pytest.fixture
def table(either_phone):
    return two_deleted(either_phone)


def test_p08_thirty_one_days_have_to_pass_one_after_the_other(either_app, table):
    gone = [
        sum(erased(either_app, NOW + number * DAY).values())
        for number in range(DAYS + 1)
    ]

    assert gone == [0] * DAYS + [2]


@pytest.mark.parametrize("jump", [365 * DAY, 20_000 * DAY, -20_000 * DAY])
def test_p08_a_clock_that_jumps_erases_nothing(app, phone, jump):
    game = phone.start_game()
    delete_game(phone, game, phone.game_body())
    for number in range(DAYS - 4):
        erased(app, NOW + number * DAY)
    for now in (jump, 0 * DAY, jump + DAY):
        assert not any(erased(app, NOW + now).values())

    assert restore(phone, game).status_code == 303


def test_p08_what_was_brought_back_begins_anew(either_app, either_phone):
    game = either_phone.start_game()
    delete_game(either_phone, game, either_phone.game_body())
    run_for(either_app, DAYS - 1)
    assert restore(either_phone, game).status_code == 303
    assert not erased(either_app, LATER)
    delete_game(either_phone, game, either_phone.game_body())

    assert not erased(either_app, LATER + 40 * DAY)
    assert either_phone.get_game(game).status_code == 200


@pytest.mark.parametrize("days", [DAYS - 1, DAYS])
def test_p08_only_then_may_history_go_and_never_change(either_app, table, days):
    history = Revision
    run_for(either_app, days)
    let_go = select(AnyGame.id).where(AnyGame.deleted_at.is_not(None))
    theirs = delete(history).where(history.game_id.in_(let_go))
    refused = [update(history).values(body="")]
    refused.append(delete(history).where(history.game_id.not_in(let_go)))
    if days < DAYS:
        refused.append(theirs)
    if not either_app.config["SETTINGS"].database_url.startswith("sqlite"):
        refused.append(text(f"TRUNCATE {history.__tablename__}"))
    before = count(either_app, history)
    for statement in refused:
        with pytest.raises(DBAPIError, match="append only"):
            change(either_app, statement)
    assert count(either_app, history) == before > 0

    if days == DAYS:
        change(either_app, theirs)
        assert count(either_app, history) < before


def test_p08_the_host_is_told_how_many_went(app, phone, caplog):
    fill(phone)
    post(phone, "/delete")
    run_for(app, DAYS - 1)

    assert jobs.erase_now(app, LATER)
    assert caplog.messages == ["groups erased that were deleted long ago: 1"]


def test_p08_nothing_goes_from_damaged_records(app, phone):
    delete_game(phone, phone.start_game(), phone.game_body())
    run_for(app, DAYS)
    found = app.config["SETTINGS"].instance / DAMAGE
    found.touch()
    assert not jobs.erase_now(app, LATER)
    assert count(app, GameRow) == 1

    found.unlink()
    assert jobs.erase_now(app, LATER)
    assert count(app, GameRow) == 0


@pytest.mark.parametrize("days", [DAYS - 2, DAYS])
def test_p08_printed_sheets_go_with_what_is_erased_and_not_before(app, phone, days):
    delete_game(phone, phone.start_game(), phone.game_body())
    run_for(app, days)
    kept = app.extensions["pdf_cache"]
    kept.get("a sheet", lambda: b"as it was")

    jobs.erase_now(app, LATER)

    found = kept.get("a sheet", lambda: b"made anew")
    assert found == (b"made anew" if days == DAYS else b"as it was")


def test_p08_books_that_nobody_reads_any_more_go_with_the_daily_tidying(app, phone):
    phone.start_game()
    with app.app_context(), write_transaction(db.session()):
        season = db.session().scalar(select(Season))
        for days in (1, 4):
            book = SeasonBook(
                season_id=season.id,
                group_id=season.group_id,
                language="en",
                paper="a4",
                key=str(days),
                phase="ready",
                seen_at=NOW - timedelta(days=days),
            )
            db.session().add(book)
            db.session().flush()
            volume = BookVolume(book_id=book.id, number=1, size=4, pdf=b"%PDF")
            db.session().add(volume)
        db.session().commit()

    jobs.tidy_now(app, NOW)

    assert (count(app, SeasonBook), count(app, BookVolume)) == (1, 1)
