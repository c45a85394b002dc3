"""The press survives whatever it is given."""

import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from scorepad.sheets.press.errors import SheetsBusy, SheetsUnavailable, SheetTooHard
from scorepad.sheets.press.printing import Allowance
from tests.sheets.conftest import ROOT, press_with, text_of

TOO_MANY_ROWS = "<table>" + ("<tr>" + "<td>12</td>" * 8 + "</tr>") * 2000
EASY = "<p>460"
ANSWERED_S = 12


def children() -> set[str]:
    found = set()
    for task in Path("/proc/self/task").iterdir():
        found |= set((task / "children").read_text().split())
    return found


def test_the_same_page_gives_the_same_bytes(press):
    assert press.pdf("<p>Ute 460 王小明") == press.pdf("<p>Ute 460 王小明")


def test_s18_two_thousand_rows_are_stopped_and_the_next_sheet_is_printed(strict_press):
    press = strict_press(seconds=1)
    press.pdf(EASY)

    with pytest.raises(SheetTooHard, match="1 seconds"):
        press.pdf(TOO_MANY_ROWS)

    assert text_of(press.pdf(EASY)) == "460"


def test_s18_a_sheet_has_ten_seconds_and_512_megabytes():
    assert Allowance() == Allowance(seconds=10, megabytes=512)


@pytest.mark.slow
@pytest.mark.parametrize(
    "hard", [TOO_MANY_ROWS, "<p>" + "W" * 10_000], ids=["2,000 rows", "10,000 W's"]
)
def test_s18_whatever_is_asked_for_is_printed_or_stopped_in_time(strict_press, hard):
    press = strict_press()
    press.pdf(EASY)
    began = time.monotonic()

    with suppress(SheetTooHard):
        press.pdf(hard)

    # Not how fast it is, but that it ends: a promise to whoever waits.
    assert time.monotonic() - began < ANSWERED_S
    assert text_of(press.pdf(EASY)) == "460"


def test_s18_a_sheet_that_needs_too_much_memory_is_stopped(strict_press):
    press = strict_press(seconds=60, megabytes=150)

    with pytest.raises(SheetTooHard, match="150 MB"):
        press.pdf(TOO_MANY_ROWS)


def test_a_page_that_cannot_be_laid_out_is_refused_by_name(press):
    with pytest.raises(SheetTooHard):
        press.pdf("<p style='font-size:1e9px'>W")

    assert text_of(press.pdf(EASY)) == "460"


@pytest.mark.wide
def test_a_sheet_is_refused_while_all_workers_print(strict_press):
    press = strict_press(seconds=2, waiting=0)
    press.warm_up()
    hard = threading.Thread(target=_fails, args=(press,))
    hard.start()
    time.sleep(0.5)

    with pytest.raises(SheetsBusy):
        press.pdf(EASY)

    hard.join()
    assert text_of(press.pdf(EASY)) == "460"


def test_a_sheet_waits_for_a_worker_and_one_too_many_does_not(strict_press):
    press = strict_press(seconds=3, waiting=1)
    press.warm_up()
    hard = threading.Thread(target=_fails, args=(press,))
    printed = []
    patient = threading.Thread(target=lambda: printed.append(press.pdf(EASY)))
    hard.start()
    time.sleep(0.3)
    patient.start()
    time.sleep(0.3)

    with pytest.raises(SheetsBusy):
        press.pdf(EASY)

    hard.join()
    patient.join()
    assert text_of(printed[0]) == "460"


def _fails(press) -> None:
    with pytest.raises(SheetTooHard):
        press.pdf(TOO_MANY_ROWS)


def test_two_sheets_are_printed_at_a_time(strict_press):
    press = strict_press(at_once=2, seconds=2)
    press.warm_up()
    hard = threading.Thread(target=_fails, args=(press,))
    hard.start()
    time.sleep(0.5)

    assert text_of(press.pdf(EASY)) == "460"
    hard.join()


def test_a_worker_that_died_while_waiting_is_replaced(tmp_path):
    before = children()
    press = press_with(tmp_path, at_once=1)
    press.pdf(EASY)
    for pid in children() - before:
        os.kill(int(pid), 9)
    time.sleep(0.1)

    assert text_of(press.pdf(EASY)) == "460"
    press.close()


def test_a_closed_press_leaves_no_process_behind(tmp_path):
    before = children()
    press = press_with(tmp_path)
    press.warm_up()
    assert len(children() - before) == 2

    press.close()

    assert children() == before


def test_a_program_that_forgets_its_press_ends_with_its_workers(tmp_path):
    program = (
        "from pathlib import Path; from tests.sheets.conftest import press_with\n"
        f"press = press_with(Path({str(tmp_path)!r}), at_once=1)\n"
        "press.pdf('<p>1')\n"
        "print(*Path('/proc/self/task').glob('*/children').__next__()"
        ".read_text().split())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    assert done.stdout.split()
    assert not any(Path(f"/proc/{pid}").exists() for pid in done.stdout.split())


def test_what_is_missing_on_this_machine_is_said(tmp_path, monkeypatch):
    # As on a machine without Pango: importing WeasyPrint itself fails.
    broken = tmp_path / "weasyprint"
    broken.mkdir()
    (broken / "__init__.py").write_text("raise OSError('no libpango here')")
    monkeypatch.chdir(tmp_path)
    press = press_with(tmp_path / "scratch", at_once=1)

    with pytest.raises(SheetsUnavailable, match="no libpango here"):
        press.pdf(EASY)
    press.close()
