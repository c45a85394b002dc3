"""Finding the game that a device should return to."""

from datetime import UTC, datetime, timedelta

from scorepad.db.engine import db
from scorepad.services.devices import identify_device
from scorepad.services.groups import running_game


def running(app, phone, later=timedelta()):
    cookie = phone.client.get_cookie("s")
    with app.app_context():
        now = datetime.now(UTC)
        device, _ = identify_device(db.engine, cookie.value, now)
        return running_game(db.session(), device, now + later)


def test_a_finished_a_deleted_and_an_old_game_are_not_running(either_app, either_phone):
    game = either_phone.start_game()
    assert running(either_app, either_phone, timedelta(hours=25)) is None

    either_phone.save_game(game, either_phone.game_body(finished=True), seen="g1")
    assert running(either_app, either_phone) is None

    either_phone.save_game(game, either_phone.game_body(deleted=True), seen="g2")
    assert running(either_app, either_phone) is None
