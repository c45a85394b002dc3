"""PDFs are rendered once, then cached."""

import threading
from itertools import count

from scorepad.pdf import renderer
from scorepad.pdf.renderer import PdfCache


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


def test_it_stays_small_and_keeps_what_was_used_last():
    cache = PdfCache(most_bytes=500)
    for number in range(6):
        cache.get(str(number), lambda: b"x" * 100)
        cache.get("1", lambda: b"")

    again = [cache.get(number, lambda: b"again") for number in "015"]

    assert [each == b"again" for each in again] == [True, False, False]


def test_nothing_is_kept_that_was_forgotten_or_is_a_day_old(monkeypatch):
    cache = PdfCache()

    def made_too_late():
        cache.clear()
        return b"erased"

    assert cache.get("a", made_too_late) == b"erased"
    assert cache.get("a", lambda: b"again") == b"again"
    cache.clear()
    assert cache.get("a", lambda: b"third") == b"third"
    now = renderer.monotonic()
    monkeypatch.setattr(renderer, "monotonic", lambda: now + 24 * 3600 + 1)
    assert cache.get("a", lambda: b"next day") == b"next day"
