"""The renderer survives any input."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from scorepad.pdf.worker import Limits, RendererBusy, RenderFailed
from tests.pdf.conftest import ROOT, text_of

TOO_MANY_ROWS = "<table>" + ("<tr>" + "<td>12</td>" * 8 + "</tr>") * 2000
EASY = "<p>460"
ANSWERED_S = 12


def workers():
    """Return the processes started by this one, except Python's own tracker."""
    found = set()
    for task in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError):  # a thread that just ended
            found |= set(map(int, (task / "children").read_text().split()))
    return {pid for pid in found if "resource_tracker" not in _command(pid)}


def _command(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


@pytest.mark.parametrize(
    ("hard", "limits", "said"),
    [
        (TOO_MANY_ROWS, {"seconds": 1}, "1 seconds"),
        (
            "<p>" + "W" * 2_000_000,
            {"seconds": 60, "megabytes": 300},
            "300 MB|by itself",
        ),
    ],
    ids=["time", "memory"],
)
def test_s18_a_page_over_a_limit_is_stopped_and_the_next_one_appears(
    strict_renderer, hard, limits, said
):
    renderer = strict_renderer(**limits)

    with pytest.raises(RenderFailed, match=said):
        renderer.pdf(hard)

    assert text_of(renderer.pdf(EASY)) == "460"
    assert Limits() == Limits(seconds=10, megabytes=512)


@pytest.mark.slow
@pytest.mark.parametrize(
    "hard", [TOO_MANY_ROWS, "<p>" + "W" * 10_000], ids=["2,000 rows", "10,000 W's"]
)
def test_s18_whatever_is_asked_for_is_rendered_or_ended_in_time(strict_renderer, hard):
    renderer = strict_renderer()
    renderer.pdf(EASY)
    began = time.monotonic()

    with suppress(RenderFailed):
        renderer.pdf(hard)

    # not how fast it is, but that it ends
    assert time.monotonic() - began < ANSWERED_S
    assert text_of(renderer.pdf(EASY)) == "460"


def test_a_page_waits_for_a_worker_and_one_too_many_does_not(strict_renderer):
    renderer = strict_renderer(seconds=2, waiting=1)
    renderer.warm_up()

    with ThreadPoolExecutor(2) as pool:
        hard = pool.submit(renderer.pdf, TOO_MANY_ROWS)
        time.sleep(0.3)
        patient = pool.submit(renderer.pdf, EASY)
        time.sleep(0.3)
        with pytest.raises(RendererBusy):
            renderer.pdf(EASY)

    assert isinstance(hard.exception(), RenderFailed)
    assert text_of(patient.result()) == "460"


def sleep_long(begun):
    begun.touch()
    time.sleep(60)


@contextmanager
def sleeping(renderer, begun):
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(renderer.run, sleep_long, begun)
        while not begun.exists():
            time.sleep(0.05)
        yield found


@pytest.mark.wide
def test_workers_that_were_killed_are_replaced_and_fail_one_page_at_most(
    strict_renderer, tmp_path
):
    before = workers()
    renderer = strict_renderer(seconds=60)
    renderer.warm_up()
    _kill(workers() - before)
    assert text_of(renderer.pdf(EASY)) == "460"
    assert text_of(renderer.pdf(EASY)) == "460"

    with sleeping(renderer, tmp_path / "begun") as page:
        _kill(workers() - before)

    assert isinstance(page.exception(), RenderFailed)
    assert text_of(renderer.pdf(EASY)) == "460"


def _kill(pids):
    for pid in pids:
        os.kill(pid, 9)


@pytest.mark.wide
def test_closing_ends_what_is_rendered_and_leaves_no_process(strict_renderer, tmp_path):
    before = workers()
    renderer = strict_renderer(seconds=60)
    renderer.warm_up()

    with sleeping(renderer, tmp_path / "begun") as page:
        renderer.close()

    assert isinstance(page.exception(), RendererBusy)
    assert workers() == before
    with pytest.raises(RendererBusy):
        renderer.pdf(EASY)


PROGRAM = """
import os, sys, time
from pathlib import Path
from tests.pdf.test_renderer import EASY, workers
from scorepad.pdf.renderer import Renderer
renderer = Renderer(Path({scratch!r}), workers=1)
renderer.pdf(EASY)
print(*workers(), flush=True)
{then}
"""


@pytest.mark.wide
@pytest.mark.parametrize("then", ["os.kill(os.getpid(), 9)", ""])
def test_a_program_that_forgets_its_renderer_ends_with_its_workers(tmp_path, then):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(scratch=str(tmp_path), then=then)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
        timeout=60,
    )
    pids = done.stdout.split()
    end = time.monotonic() + 10
    while any(map(_runs, pids)) and time.monotonic() < end:
        time.sleep(0.1)

    assert pids
    assert not any(map(_runs, pids))


def _runs(pid):
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_a_worker_knows_no_secret_of_the_server(strict_renderer, monkeypatch):
    monkeypatch.setenv("SCOREPAD_SECRET", "s" * 40)

    known = strict_renderer().run(surroundings)

    assert "FONTCONFIG_FILE" in known
    assert [name for name in known if name.startswith("SCOREPAD")] == []


def surroundings():
    return dict(os.environ)
