"""PDFs are rendered once, then cached."""

import os
import threading

from scorepad.pdf.renderer import PdfCache


class Maker:
    def __init__(self, made=b"%PDF"):
        self.made = made
        self.times = 0

    def __call__(self):
        self.times += 1
        return self.made


def test_it_is_made_once(tmp_path):
    cache = PdfCache(tmp_path)
    cache.get("a", Maker())

    assert cache.get("a", Maker(b"no")) == b"%PDF"


def test_whoever_asks_while_it_is_made_waits_for_it(tmp_path):
    cache, go, found = PdfCache(tmp_path), threading.Event(), []
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


def test_the_folder_stays_small_and_keeps_what_was_used_last(tmp_path):
    cache = PdfCache(tmp_path, most_bytes=500)
    for number in range(20):
        cache.get(str(number), Maker(b"x" * 100))

    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 500
    last, first = Maker(), Maker()
    cache.get("19", last)
    cache.get("0", first)
    assert (last.times, first.times) == (0, 1)


def test_what_nobody_asked_for_in_a_day_is_removed(tmp_path):
    cache, again = PdfCache(tmp_path), Maker(b"again")
    for name in ("old", "used"):
        cache.get(name, Maker())
        os.utime(tmp_path / name, (0, 0))
    cache.get("used", Maker())
    cache.get("new", Maker())

    assert cache.get("old", again) == b"again"
    assert cache.get("used", again) == b"%PDF"
