"""scorepad check, and what happens to a server whose database is damaged."""

import hashlib
import os
import sqlite3
import time
from contextlib import closing

import pytest

from scorepad.cli import main
from scorepad.commands.backing_up import back_up
from scorepad.commands.serving import looking_after
from scorepad.services.upkeep.readiness import DAMAGE
from scorepad.settings import Settings
from tests import towers_table
from tests.services.filled import NAMES, play
from tests.serving import start
from tests.wide import first_of


@pytest.fixture
def settings(phone, tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path))
    game = phone.start_game()
    phone.save_round(game, 1, [1, 0, 0, 0], [1, 0, 0, 0])
    url = f"sqlite:///{tmp_path / 'scorepad.sqlite3'}"
    return Settings(tmp_path, url, backups=tmp_path / "backups")


def change(settings, statement):
    file = settings.instance / "scorepad.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(statement)
        connection.commit()


def scribble_over(settings):
    """Damage pages in the middle of the file."""
    file = settings.instance / "scorepad.sqlite3"
    content = bytearray(file.read_bytes())
    content[8192:40960] = bytes(32768)
    file.write_bytes(content)


def test_what_is_whole_is_said_to_be(settings, capsys):
    assert main(["check"]) == 0
    assert capsys.readouterr().out == "Everything is as it was saved.\n"


BEGAN = "2026-11-21T20:14:00+01:00"


def test_f05_a_game_may_begin_in_any_time_zone(phone, settings, capsys):
    phone.start_game(started_at=BEGAN)
    towers_table.play(phone, started_at=BEGAN)

    assert main(["check"]) == 0, capsys.readouterr().out


def test_f05_what_was_kept_in_the_time_zone_of_a_phone_is_whole(phone, settings):
    phone.start_game(started_at=BEGAN)
    change(settings, "DROP TRIGGER revision_no_update")
    with closing(sqlite3.connect(settings.instance / "scorepad.sqlite3")) as file:
        for row, body in file.execute("SELECT id, body FROM revision").fetchall():
            kept = body.replace("2026-11-21T19:14:00+00:00", BEGAN)
            seal = hashlib.sha256(kept.encode()).hexdigest()
            told = "UPDATE revision SET body = ?, sha256 = ? WHERE id = ?"
            file.execute(told, (kept, seal, row))
        file.commit()
        kept = file.execute("SELECT group_concat(body) FROM revision").fetchone()[0]

    assert BEGAN in kept
    assert main(["check"]) == 0


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE entry SET bid = 0 WHERE seat = 0", "round 1: what is stored"),
        ("UPDATE game SET first_dealer = 2", "settings: what is stored"),
        ("DELETE FROM round_", "belongs nowhere"),
        ("UPDATE round_ SET revision = 7", "round 1: what is stored"),
    ],
)
def test_what_is_not_as_it_was_saved_is_found(settings, capsys, statement, says):
    change(settings, statement)

    assert main(["check"]) == 3
    assert says in capsys.readouterr().out


@pytest.fixture
def figures(phone, settings):
    """A game that is over, of each kind, and pages of theirs that were looked at."""
    play(phone, *NAMES)
    towers_table.play(phone)
    assert phone.client.get(f"/g/{phone.group}/seasons/1").status_code == 200
    change(settings, "UPDATE tally SET total = total + 1000")
    return lambda: phone.client.get(f"/g/{phone.group}/seasons/1/standings.csv").text


def test_f05_wrong_figures_are_told_with_what_mends_them(figures, capsys):
    assert main(["check"]) == 4
    told = capsys.readouterr().out
    assert "the figures kept to be shown at once are not those of the games" in told
    assert "is as it was saved. 'scorepad rebuild' works" in told

    assert main(["rebuild"]) == 0
    assert main(["check"]) == 0


def test_f05_the_daily_look_works_wrong_figures_out_again(
    settings, figures, capsys, caplog
):
    change(settings, "UPDATE player_ledger SET totals = '{\"1099\": 1}'")
    wrong = figures()

    assert looking_after.look(settings)

    assert not (settings.instance / DAMAGE).exists()
    assert "Figures were wrong and are worked out again" in caplog.text
    assert figures() != wrong
    assert main(["check"]) == 0


def test_f05_damaged_records_are_no_ground_to_work_figures_out_from(
    settings, figures, capsys
):
    change(settings, "UPDATE entry SET bid = 0 WHERE seat = 0")

    assert main(["check"]) == 3
    assert "rebuild" not in capsys.readouterr().out


def test_f05_an_altered_game_that_is_a_document_is_told(settings, figures, capsys):
    change(settings, "UPDATE document_game SET document = '{\"events\": []}'")

    assert main(["check"]) == 3
    assert ": what is stored is not what was saved" in capsys.readouterr().out


def test_an_altered_history_is_found(settings, capsys):
    change(settings, "DROP TRIGGER revision_no_update")
    change(settings, "UPDATE revision SET body = replace(body, '[1,', '[0,')")

    assert main(["check"]) == 3
    assert "round 1: a kept state was altered" in capsys.readouterr().out


HIGH_BITS = [b'"bids":[1', b"Kevin"]
"""In a kept state, and in a name: what is no text any more cannot even be read."""


@pytest.mark.parametrize("word", first_of(HIGH_BITS))
def test_the_daily_look_tells_of_what_cannot_be_read(settings, caplog, word):
    file = settings.instance / "scorepad.sqlite3"
    content = bytearray(file.read_bytes())
    assert word in content
    content[content.rindex(word) + 2] ^= 0x80
    file.write_bytes(content)

    looking_after.look(settings)

    assert (settings.instance / DAMAGE).exists()
    assert "docs/backups.md" in caplog.text


def test_a_look_that_could_not_be_made_tells_of_no_damage(settings, caplog):
    change(settings, "UPDATE alembic_version SET version_num = '9999'")

    looking_after.look(settings)

    assert not (settings.instance / DAMAGE).exists()
    assert "status 2" in caplog.text


def test_the_daily_look_tells_of_damage(settings, caplog):
    change(settings, "UPDATE entry SET bid = 0 WHERE seat = 0")
    looking_after.look(settings)

    kept = settings.instance / DAMAGE
    assert "round 1: what is stored" in kept.read_text()
    assert "round 1: what is stored" in caplog.text


def test_a_damaged_database_is_not_served_and_a_backup_takes_its_place(
    settings, capsys
):
    made = back_up(settings)
    scribble_over(settings)
    (settings.instance / DAMAGE).touch()

    refused = start(settings.instance)
    _, complaint = refused.communicate(timeout=60)
    assert refused.returncode == 2
    assert "scorepad restore" in complaint

    assert main(["restore", str(made), "--replace"]) == 0
    assert "scorepad.sqlite3.damaged" in capsys.readouterr().out
    assert main(["check"]) == 0
    assert (settings.instance / "scorepad.sqlite3.damaged").exists()
    assert not (settings.instance / DAMAGE).exists()


@pytest.mark.parametrize(("days", "stays"), [(29, True), (31, False)])
def test_p03_a_damaged_file_that_was_set_aside_goes_as_backups_do(
    settings, days, stays
):
    made = back_up(settings)
    scribble_over(settings)
    assert main(["restore", str(made), "--replace"]) == 0
    aside = settings.instance / "scorepad.sqlite3.damaged"
    assert time.time() - aside.stat().st_mtime < 3600
    before = time.time() - days * 86_400
    os.utime(aside, (before, before))

    back_up(settings)

    assert aside.exists() == stays
