"""P07: unused groups are deleted after two years, and not a day earlier."""

from datetime import UTC, datetime, time, timedelta

import pytest
from sqlalchemy import insert, select, update

from scorepad.db.engine import db
from scorepad.db.tables import Device, GameRow, Group, RateCount, RememberedAnswer
from scorepad.services.jobs import ANSWERS_KEPT, IDLE_AFTER, tidy
from scorepad.services.rate_limits import MOST
from tests.support.invitations import let_in
from tests.support.stored import change, count, found

DAY = timedelta(days=1)
LAST_SEEN = datetime.now(UTC).date()
NOON = datetime.combine(LAST_SEEN, time(12), tzinfo=UTC)
TWO_YEARS_ON = NOON + IDLE_AFTER
LONG_AGO = NOON - IDLE_AFTER
LONG_UNUSED = (
    update(Group).values(created_at=LONG_AGO),
    update(GameRow).values(changed_at=LONG_AGO),
)


@pytest.fixture
def table(either_app, either_phone):
    """A group of two phones, last seen on one day; its game is older."""
    game = either_phone.start_game()
    let_in(either_phone, "player")
    change(either_app, *LONG_UNUSED)
    return either_phone, game


def tidied(app, at):
    with app.app_context():
        return tidy(db.session(), at)


def test_p07_a_group_is_deleted_two_years_after_its_last_visit(either_app, table):
    phone, game = table
    assert tidied(either_app, TWO_YEARS_ON) == 0
    assert phone.get_game(game).status_code == 200
    assert tidied(either_app, TWO_YEARS_ON + DAY) == 1
    assert phone.get_game(game).status_code == 404
    assert tidied(either_app, TWO_YEARS_ON + DAY) == 0


@pytest.mark.parametrize(
    "kept_by",
    [
        update(GameRow).values(changed_at=TWO_YEARS_ON),
        update(Group).values(created_at=TWO_YEARS_ON),
        update(Device).where(Device.id == 2).values(seen_on=TWO_YEARS_ON.date()),
    ],
    ids=["a game", "its founding", "another phone"],
)
def test_p07_a_group_that_was_used_stays(app, phone, kept_by):
    phone.start_game()
    let_in(phone, "player")
    change(app, *LONG_UNUSED, kept_by)

    assert tidied(app, TWO_YEARS_ON + DAY) == 0


def test_answers_for_phones_are_deleted_after_ninety_days(either_app, either_phone):
    either_phone.start_game()
    now, before = datetime.now(UTC), count(either_app, RememberedAnswer)
    tidied(either_app, now + ANSWERS_KEPT - DAY)
    assert count(either_app, RememberedAnswer) == before > 0
    tidied(either_app, now + ANSWERS_KEPT + DAY)
    assert count(either_app, RememberedAnswer) == 0


def test_p04_the_address_of_a_stranger_is_deleted_with_the_count(either_app, table):
    spans = {each: span for each, (span, _) in MOST.items()}
    begun = [("over", timedelta()), ("counts", timedelta(seconds=1))]
    counts = [
        {"what": limit, "who": who, "since": NOON - span + later, "times": 9}
        for limit, span in spans.items()
        for who, later in begun
    ]
    change(either_app, insert(RateCount).values(counts))

    tidied(either_app, NOON)

    assert not found(either_app, select(RateCount).where(RateCount.who == "over"))
    kept = select(RateCount.what).where(RateCount.who == "counts")
    assert sorted(found(either_app, kept)) == sorted(spans)
