"""PDFs are rendered once, then cached."""

import threading

from scorepad.pdf import renderer
from scorepad.pdf.renderer import PdfCache


class Maker:
    def __init__(self, made=b"%PDF"):
        self.made = made
        self.times = 0

    def __call__(self):
        self.times += 1
        return self.made


def test_it_is_made_once():
    cache = PdfCache()
    cache.get("a", Maker())

    assert cache.get("a", Maker(b"no")) == b"%PDF"


def test_whoever_asks_while_it_is_made_waits_for_it():
    cache, go, found = PdfCache(), threading.Event(), []
    times = []

    def slow():
        times.append(1)
        go.wait(10)
        return b"%PDF"

    threads = [
        threading.Thread(target=lambda: found.append(cache.get("a", slow)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    go.set()
    for thread in threads:
        thread.join()

    assert found == [b"%PDF"] * 4
    assert len(times) == 1


def test_it_stays_small_and_keeps_what_was_used_last():
    cache = PdfCache(most_bytes=500)
    for number in range(6):
        cache.get(str(number), Maker(b"x" * 100))
        cache.get("1", Maker())

    again = {number: Maker() for number in "015"}
    for number, maker in again.items():
        cache.get(number, maker)

    assert [maker.times for maker in again.values()] == [1, 0, 0]


def test_what_is_forgotten_is_made_again():
    cache = PdfCache()
    cache.get("a", Maker())
    cache.clear()

    assert cache.get("a", Maker(b"again")) == b"again"


def test_what_is_forgotten_while_it_is_made_is_not_kept():
    cache = PdfCache()

    def made_too_late():
        cache.clear()
        return b"erased"

    assert cache.get("a", made_too_late) == b"erased"
    assert cache.get("a", Maker(b"again")) == b"again"


def test_nothing_is_kept_for_longer_than_a_day(monkeypatch):
    cache = PdfCache()
    cache.get("a", Maker())
    now = renderer.monotonic()
    monkeypatch.setattr(renderer, "monotonic", lambda: now + 24 * 3600 + 1)

    assert cache.get("a", Maker(b"again")) == b"again"
