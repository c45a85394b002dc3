"""P07: unused groups are deleted after two years, and not a day earlier."""

from datetime import UTC, datetime, time, timedelta

import pytest
from sqlalchemy import func, select, update

from scorepad.db.engine import db
from scorepad.db.tables import Device, GameRow, Group, RateCount, RememberedAnswer
from scorepad.services.jobs import ANSWERS_KEPT, IDLE_AFTER, tidy
from scorepad.services.rate_limits import MOST
from tests.services.filled import change
from tests.support.invitations import let_in

DAY = timedelta(days=1)
LAST_SEEN = datetime.now(UTC).date()
NOON = datetime.combine(LAST_SEEN, time(12), tzinfo=UTC)
TWO_YEARS_ON = NOON + IDLE_AFTER
LONG_AGO = NOON - IDLE_AFTER


@pytest.fixture
def table(either_app, either_phone):
    """A group of two phones, last seen on one day; its game is older."""
    game = either_phone.start_game()
    let_in(either_phone, "player")
    with either_app.app_context():
        session = db.session()
        session.execute(update(Group).values(created_at=LONG_AGO))
        session.execute(update(GameRow).values(changed_at=LONG_AGO))
        session.commit()
    return either_phone, game


def tidied(app, at):
    with app.app_context():
        return tidy(db.session(), at)


def test_p07_a_group_goes_two_years_after_its_last_visit(either_app, table):
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
def test_p07_a_group_that_somebody_used_stays(app, phone, kept_by):
    phone.start_game()
    let_in(phone, "player")
    change(app, update(Group).values(created_at=LONG_AGO))
    change(app, update(GameRow).values(changed_at=LONG_AGO))
    change(app, kept_by)

    assert tidied(app, TWO_YEARS_ON + DAY) == 0


def test_answers_kept_for_phones_go_after_ninety_days(either_app, either_phone):
    either_phone.start_game()
    now = datetime.now(UTC)

    def kept():
        with either_app.app_context():
            return db.session.scalar(select(func.count()).select_from(RememberedAnswer))

    before = kept()
    tidied(either_app, now + ANSWERS_KEPT - DAY)
    assert kept() == before > 0
    tidied(either_app, now + ANSWERS_KEPT + DAY)
    assert kept() == 0


def test_p04_where_strangers_came_from_is_forgotten_with_the_count(either_app, table):
    spans = {each: span for each, (span, _) in MOST.items()}
    with either_app.app_context():
        session = db.session()
        for limit, span in spans.items():
            session.add(RateCount(what=limit, who="over", since=NOON - span, times=9))
            begun = NOON - span + timedelta(seconds=1)
            session.add(RateCount(what=limit, who="counts", since=begun, times=9))
        session.commit()

    tidied(either_app, NOON)

    with either_app.app_context():
        ours = RateCount.who.in_(["over", "counts"])  # the table's own may be of now
        counts = select(RateCount.what, RateCount.who).where(ours)
        kept = db.session().execute(counts).all()
        assert sorted(kept) == sorted((each, "counts") for each in spans)
