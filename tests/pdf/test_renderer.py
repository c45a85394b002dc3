"""The renderer survives any input, and PDFs are rendered once, then cached."""

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from scorepad.pdf import renderer as renderers
from scorepad.pdf.renderer import PdfCache
from scorepad.pdf.worker import Limits, PrintJob, RendererBusy, RenderFailed, ready
from tests.pdf.conftest import ROOT, text_of
from tests.support.serving import wait_until

ROWS = ("<tr>" + "<td>12</td>" * 8 + "</tr>") * 2000
TOO_MANY_ROWS = PrintJob(html=f"<table>{ROWS}")
EASY = PrintJob(html="<p>460")
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


def test_s18_a_page_over_the_limit_of_memory_is_stopped_and_the_next_one_appears(
    strict_renderer,
):
    renderer = strict_renderer(seconds=60, megabytes=300)

    with pytest.raises(RenderFailed, match=r"300 MB|by itself"):
        renderer.render(PrintJob(html="<p>" + "W" * 2_000_000))

    assert text_of(renderer.render(EASY)) == "460"
    assert Limits() == Limits(seconds=10, megabytes=512)


@pytest.mark.slow
@pytest.mark.parametrize(
    "hard", [TOO_MANY_ROWS, PrintJob(html="<p>" + "W" * 10_000)], ids=["rows", "W's"]
)
def test_s18_whatever_is_asked_for_is_rendered_or_ended_in_time(strict_renderer, hard):
    renderer = strict_renderer()
    renderer.render(EASY)
    began = time.monotonic()

    with suppress(RenderFailed):
        renderer.render(hard)

    # not how fast it is, but that it ends
    assert time.monotonic() - began < ANSWERED_S
    assert text_of(renderer.render(EASY)) == "460"


def test_s18_a_page_waits_for_one_that_is_stopped_in_time_and_one_too_many_does_not(
    strict_renderer,
):
    renderer = strict_renderer(seconds=2, waiting=1)
    renderer.run(ready)

    with ThreadPoolExecutor(2) as pool:
        hard = pool.submit(renderer.render, TOO_MANY_ROWS)
        time.sleep(0.3)
        patient = pool.submit(renderer.render, EASY)
        time.sleep(0.3)
        with pytest.raises(RendererBusy):
            renderer.render(EASY)

    with pytest.raises(RenderFailed, match="2 seconds"):
        hard.result()
    assert text_of(patient.result()) == "460"


@pytest.mark.wide
def test_idle_workers_that_were_killed_are_replaced(strict_renderer):
    before = workers()
    renderer = strict_renderer(seconds=60)
    renderer.run(ready)
    for pid in workers() - before:
        os.kill(pid, 9)

    assert text_of(renderer.render(EASY)) == "460"
    assert text_of(renderer.render(EASY)) == "460"


def end_by_itself(tries, times):
    with tries.open("a") as file:
        file.write("x")
    if len(tries.read_text()) <= times:
        os.abort()
    return "rendered"


def test_a_page_is_tried_once_more_if_its_worker_ends_by_itself(
    strict_renderer, tmp_path
):
    renderer = strict_renderer()

    assert renderer.run(end_by_itself, tmp_path / "one", 1) == "rendered"
    with pytest.raises(RenderFailed, match="by itself"):
        renderer.run(end_by_itself, tmp_path / "two", 2)
    assert (tmp_path / "two").read_text() == "xx"


def sleep_long(begun):
    begun.touch()
    time.sleep(60)


@pytest.mark.wide
def test_closing_ends_what_is_rendered_and_leaves_no_process(strict_renderer, tmp_path):
    before, begun = workers(), tmp_path / "begun"
    renderer = strict_renderer(seconds=60)

    with ThreadPoolExecutor(1) as pool:
        page = pool.submit(renderer.run, sleep_long, begun)
        wait_until(begun.exists)
        renderer.close()

    assert isinstance(page.exception(), RendererBusy)
    assert workers() == before
    with pytest.raises(RendererBusy):
        renderer.render(EASY)


PROGRAM = """
import os, sys, time
from pathlib import Path
from tests.pdf.test_renderer import EASY, workers
from scorepad.pdf.renderer import Renderer
renderer = Renderer(Path({scratch!r}), workers=1)
renderer.render(EASY)
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

    assert pids
    wait_until(lambda: not any(map(_runs, pids)), seconds=10)


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


def test_a_file_is_made_once_also_for_those_who_ask_while_it_is_made():
    cache, go, found, times = PdfCache(), threading.Event(), [], count()

    def slow():
        go.wait(10)
        return b"%d" % next(times)

    threads = [
        threading.Thread(target=lambda: found.append(cache.get("a", slow)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    go.set()
    for thread in threads:
        thread.join()

    assert [*found, cache.get("a", slow)] == [b"0"] * 5


def test_it_stays_small_and_keeps_what_was_used_last(monkeypatch):
    cache = PdfCache()
    monkeypatch.setattr("scorepad.pdf.renderer.MOST_BYTES", 500)
    for number in range(6):
        cache.get(str(number), lambda: b"x" * 100)
        cache.get("1", lambda: b"")

    again = [cache.get(number, lambda: b"again") for number in "015"]

    assert [each == b"again" for each in again] == [True, False, False]


def test_erased_and_day_old_files_are_not_cached(monkeypatch):
    cache = PdfCache()

    def made_too_late():
        cache.clear()
        return b"erased"

    assert cache.get("a", made_too_late) == b"erased"
    assert cache.get("a", lambda: b"again") == b"again"
    cache.clear()
    assert cache.get("a", lambda: b"third") == b"third"
    now = renderers.monotonic()
    monkeypatch.setattr(renderers, "monotonic", lambda: now + 24 * 3600 + 1)
    assert cache.get("a", lambda: b"next day") == b"next day"
