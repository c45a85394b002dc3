"""Several tables of one group: where everybody is, and who leads."""

from scorepad.db.engine import db
from scorepad.db.tables import GameRow
from tests.support.invitations import let_in


def tables(phone, query="", **headers):
    return phone.client.get(f"/g/{phone.group}/tables{query}", headers=headers)


def test_each_table_tells_its_round_and_who_leads(host):
    first = host.start_game("Anna", "Ute", "Kevin")
    second = host.start_game("Ada", "Tom", "Zoë", "Mia")
    host.save_round(first, 1, [1, 0, 1], [1, 0, 0])

    page = tables(let_in(host, "viewer")).text

    assert page.index(first) < page.index(second)
    assert "<td>2 of 20</td>" in page
    assert "<td>1 of 15</td>" in page
    assert "<td><bdi>Anna</bdi> <b>30</b></td>" in page
    assert "<td>–</td>" in page


def test_what_is_over_or_deleted_or_forgotten_is_no_table(host, app):
    over = host.start_game("Anna", "Ute", "Kevin", schedule="custom", cards=[1])
    host.save_round(over, 1, [1, 0, 1], [1, 0, 0])
    done = {"schedule": "custom", "cards": [1], "finished": True}
    host.save_game(over, host.game_body("Anna", "Ute", "Kevin", **done), seen="g2")
    gone = host.start_game("Anna", "Ute", "Kevin")
    host.save_game(
        gone, host.game_body("Anna", "Ute", "Kevin", deleted=True), seen="g1"
    )
    left = host.start_game("Anna", "Ute", "Kevin")
    with app.app_context():
        row = db.session().query(GameRow).order_by(GameRow.id.desc()).first()
        row.changed_at = row.changed_at.replace(year=2020)
        db.session().commit()

    page = tables(host).text

    assert not [game for game in (over, gone, left) if game in page]
    assert "Nobody is playing right now." in page


def test_only_what_changed_is_sent_again(host):
    game = host.start_game("Anna", "Ute", "Kevin")
    etag = tables(host).headers["ETag"]
    seen = {"If-None-Match": etag}

    assert (tables(host, **seen).status_code, tables(host, **seen).data) == (304, b"")
    assert tables(host, "?large", **seen).status_code == 200
    host.save_round(game, 1, [1, 0, None])
    assert tables(host, **seen).status_code == 200
