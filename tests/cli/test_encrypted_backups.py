"""Encrypted backups: nothing is written in the clear, and everything comes back."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest

from scorepad.cli import backups as backing_up
from scorepad.cli import main
from scorepad.cli.backups import back_up, back_up_if_due
from scorepad.db import backups, dumps
from scorepad.settings import SettingRefusedError, read_settings
from tests.cli.test_backup import (
    EACH,
    documents_of,
    elsewhere,
    restore,
    served,
    settings,
    whole_evening,
)

__all__ = ["settings"]  # the fixture for both databases

PASSPHRASE = "correct horse battery"
CANARY = "Zyprian-Qwx"


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Derive keys quickly; the strength of scrypt is no subject of these tests."""
    monkeypatch.setitem(backups._SCRYPT, "n", 1 << 10)  # noqa: SLF001 - see above


@pytest.fixture
def key(tmp_path):
    return written(tmp_path / "passphrase", f"{PASSPHRASE}\n")


def written(file, text):
    file.write_text(text)
    return file


def locking(settings, **more):
    """Return the settings of a server that encrypts its backups."""
    return settings.model_copy(update={"passphrase_file": PASSPHRASE, **more})


@pytest.fixture
def locked(embedded):
    return locking(embedded)


def played(settings):
    with served(settings) as phone:
        game = whole_evening(phone)
        phone.play(CANARY, "Ute", "Kevin")
    return phone, game


@EACH
def test_what_is_restored_is_what_was_encrypted(
    settings, tmp_path, request, key, capsys
):
    phone, game = played(settings)
    where = ["--instance", settings.instance, "--database-url", settings.database_url]
    with_key = ["--passphrase-file", str(key)]

    assert main(["backup", *map(str, where), *with_key]) == 0

    made = Path(capsys.readouterr().out.strip())
    there = elsewhere(settings, tmp_path, request)
    assert made.name.endswith(".zip.encrypted")
    assert made.stat().st_mode & 0o777 == 0o600
    assert restore(made, there, *with_key) == 0
    assert documents_of(there, phone, [game]) == documents_of(settings, phone, [game])


def test_no_copy_in_the_clear_is_written_to_the_disk(settings, tmp_path, monkeypatch):
    locked = locking(settings)
    played(locked)
    copies, check = [], dumps.check

    def note(copy):
        copies.append(copy)
        beside = [each for each in locked.backups.rglob("*") if each.is_file()]
        told = b"".join(each.read_bytes() for each in beside)
        assert CANARY.encode() not in told
        assert b"PK" not in told[:2]
        check(copy)

    monkeypatch.setattr(dumps, "check", note)
    made = back_up(locked)
    with backups.unpacked(made, PASSPHRASE) as (unpacked, _):
        secret = unpacked.with_name("secret").read_bytes()
        assert secret == (locked.instance / "secret").read_bytes()

    assert len(copies) == 2
    for copy in copies:
        assert copy.is_relative_to(backups.MEMORY)
        assert not copy.is_relative_to(tmp_path)
        assert not copy.parent.exists()
    whole = made.read_bytes()
    assert whole.startswith(backups.MAGIC)
    assert CANARY.encode() not in whole
    assert [each.name for each in locked.backups.iterdir()] == [made.name]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["another horse battery"], "another passphrase"),
        ([], "is encrypted; expected --passphrase-file"),
    ],
)
def test_without_the_right_passphrase_nothing_changes(
    locked, tmp_path, refused, options, says
):
    phone, game = played(locked)
    made, before = back_up(locked), documents_of(locked, phone, [game])
    words = [str(written(tmp_path / "wrong", each)) for each in options]
    with_key = [word for each in words for word in ("--passphrase-file", each)]

    assert says in refused("restore", made, "--replace", *with_key)
    assert documents_of(locked, phone, [game]) == before
    assert [*dumps.replaced_files(locked.database_url)] == []


def test_a_backup_too_large_to_encrypt_is_one_sentence(
    locked, key, refused, monkeypatch
):
    played(locked)
    monkeypatch.setattr(backups, "encrypt", Mock(side_effect=OverflowError))

    assert "larger than 2 GB" in refused("backup", "--passphrase-file", key)
    assert not back_up_if_due(locked)


HEAD = len(backups.MAGIC) + 16 + 16 + 12


def changed(data, place):
    return data[:place] + bytes([data[place] ^ 1]) + data[place:][1:]


SPOILED = [(28, None), (HEAD, None), (-1, None)]
SPOILED += [(place, changed) for place in (28, 44, 60, HEAD, -1)]


@pytest.mark.parametrize(("place", "spoil"), SPOILED)
def test_a_truncated_or_changed_file_is_refused_in_one_sentence(
    locked, key, refused, place, spoil
):
    made = back_up(locked)
    data = made.read_bytes()
    made.write_bytes(spoil(data, place) if spoil else data[:place])

    said = refused("restore", made, "--replace", "--passphrase-file", key)

    assert spoil or f"{made} is not a whole backup of Scorepad" in said


def test_the_daily_backup_is_encrypted_copied_and_deleted_in_time(embedded, tmp_path):
    second = tmp_path / "stick"
    second.mkdir()
    locked = locking(embedded, second_backups=second)

    assert back_up_if_due(locked)
    assert not back_up_if_due(locked), "it is known by its name"

    (made,) = locked.backups.iterdir()
    (copy,) = second.iterdir()
    assert made.read_bytes() == copy.read_bytes()
    assert backing_up.newest_backup(locked).name == made.name
    assert backups.check_archive(copy, passphrase=PASSPHRASE)["database"]
    later = datetime.now(UTC) + timedelta(days=31)
    back_up(locked)
    backups.remove_old(second, later)
    assert len([*second.iterdir()]) == 1


def test_check_reads_an_encrypted_backup_with_its_passphrase(
    locked, key, capsys, monkeypatch
):
    made = back_up(locked)

    assert main(["check"]) == 2
    assert f"{made} is encrypted" in capsys.readouterr().out

    monkeypatch.setenv("SCOREPAD_PASSPHRASE_FILE", str(key))
    assert main(["check"]) == 0
    assert f"So is the newest backup, {made}" in capsys.readouterr().out
    made.write_bytes(made.read_bytes()[:-1])
    assert main(["check"]) == 3


@pytest.mark.parametrize("text", ["", "short\n", "two lines of\nletters\n"])
def test_a_passphrase_file_holds_one_long_line_which_is_not_shown(key, text):
    written(key, text)

    with pytest.raises(SettingRefusedError, match="a line of at least 12") as refused:
        read_settings(passphrase_file=str(key))

    assert not {*text.split()} & {*str(refused.value).split()} - {"of"}


def test_without_memory_to_copy_to_no_backup_is_made(locked, tmp_path, monkeypatch):
    monkeypatch.setattr(backups, "MEMORY", tmp_path / "nowhere")

    with pytest.raises(dumps.BackupRefusedError, match="in the clear"):
        back_up(locked)

    assert [*locked.backups.iterdir()] == []


def test_at_a_terminal_restore_asks_for_the_passphrase(locked, monkeypatch):
    asked = []

    def answer(prompt):
        asked.append(prompt)
        return PASSPHRASE

    monkeypatch.setattr("sys.stdin", Mock(isatty=lambda: True))
    monkeypatch.setattr("click.termui.hidden_prompt_func", answer)

    assert main(["restore", str(back_up(locked)), "--replace"]) == 0
    assert asked == ["Passphrase: "]
