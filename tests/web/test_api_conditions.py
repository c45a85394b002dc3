"""R02: every change through the API names the revision it is based on."""

from sqlalchemy import select

from scorepad.db.engine import db
from scorepad.web.middleware.guard import SAFE
from tests.support.phone import OURS, Phone
from tests.web.test_routes import ask, games_of

KEY = {"Idempotency-Key": f'"{"k" * 32}"'}


class Unseeing(Phone):
    """A phone that sends no revision."""

    def put(self, path, body, **_):
        return self.client.put(path, json=body, headers={**OURS, **KEY})


def writes(app):
    return [
        (rule.rule, method)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in sorted(rule.methods - SAFE)
    ]


def everything(app):
    """Return every row of every table, including caches."""
    with app.app_context():
        return {
            table.name: sorted(map(repr, db.session().execute(select(table))))
            for table in db.metadata.sorted_tables
        }


def test_r02_every_write_without_its_condition_is_refused(either_app, either_phone):
    game = games_of(either_phone)
    either_phone.save_round(game, 1, [0, 1, 0, 0])
    unseeing = Unseeing(either_phone.client, group=either_phone.group)
    unseeing.claim = either_phone.claim
    before = everything(either_app)

    answers = {
        (rule, method): ask(unseeing, rule, method, game, unseeing).status_code
        for rule, method in writes(either_app)
    }

    assert len(answers) >= 8
    assert set(answers.values()) == {428}, answers
    assert everything(either_app) == before
