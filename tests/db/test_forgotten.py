"""The list of erased people loses no entry in concurrent writes."""

import sys
from subprocess import Popen
from uuid import uuid4

from scorepad.db import backups

AT_ONCE = 4
EACH = 25
PROCESS = """
import sys
from pathlib import Path
from uuid import UUID
from scorepad.db.backups import remember
for who in sys.argv[3:]:
    remember(Path(sys.argv[1]), [(UUID(sys.argv[2]), UUID(who))])
"""


def somebody():
    return (uuid4(), uuid4())


def test_p03_so_they_are_where_several_processes_forget(tmp_path):
    ids = [[str(uuid4()) for _ in range(EACH)] for _ in range(AT_ONCE)]
    words = [sys.executable, "-c", PROCESS, str(tmp_path), str(uuid4())]

    processes = [Popen([*words, *some]) for some in ids]

    assert [process.wait(timeout=60) for process in processes] == [0] * AT_ONCE
    assert {str(player) for _, player in backups.listed(tmp_path)} == {
        who for some in ids for who in some
    }


def test_the_list_beside_a_backup_is_taken_over_and_no_other_file(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
    first, second = somebody(), somebody()
    backups.remember(here, [first])
    with (here / backups.LIST).open("a", encoding="ascii") as cut_off:
        cut_off.write(f"\n{uuid4()} 1234")
    backups.remember(here, [second])
    backups.copy_list(here, [there])
    (here / backups.LIST).write_text("milk\neggs, é\n", encoding="utf-8")

    backups.remember(here, backups.listed(there))

    assert backups.listed(here) == (first, second)


def test_an_unavailable_second_place_does_not_stop_the_backup(tmp_path):
    backups.remember(tmp_path, [somebody()])

    backups.copy_list(tmp_path, [tmp_path / "away"])

    assert not (tmp_path / "away").exists()
