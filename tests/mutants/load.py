"""Very many at once."""

from tests.mutants.mutant import Mutant

LOAD = (
    Mutant(
        "L01",
        "a thread is woken only where none is awake",
        "scorepad/commands/serving/threads.py",
        "if nobody_comes or now - self._since > PATIENCE_S:",
        "if nobody_comes:",
        ("tests/commands/test_threads.py",),
    ),
    Mutant(
        "L02",
        "a connection ends with every 304",
        "scorepad/commands/serving/channels.py",
        'if self.has_body or self.version == "1.0" or self._is_last:',
        "if True:",
        ("tests/commands/test_channels.py",),
    ),
    Mutant(
        "L03",
        "whoever waited for a page draws what has a new name by then",
        "scorepad/web/play/kept_pages.py",
        "if name_now is not None:",
        "if False:",
        ("tests/web/test_kept_pages.py", "tests/web/test_live.py"),
    ),
    Mutant(
        "L04",
        "Waitress's own limit of connections",
        "scorepad/commands/serving/listening.py",
        "connection_limit=most",
        "connection_limit=100",
        ("tests/faults/test_slow_clients.py",),
    ),
    Mutant(
        "L06",
        "what was read is remembered without end",
        "scorepad/store/memory.py",
        "        if len(self._kept) >= MOST_REMEMBERED:",
        "        if False:",
        ("tests/store/test_memory.py",),
    ),
    Mutant(
        "L07",
        "every game of a page is worked out anew",
        "scorepad/services/seasons/listing.py",
        "if line.finished and not all(seat.known for seat in line.seats)",
        "if line.finished",
        ("tests/web/test_seasons.py",),
    ),
    Mutant(
        "L08",
        "however many want a sheet, one more waits",
        "scorepad/sheets/press/press.py",
        "if self._seats is None or not self._seats.acquire(blocking=False):",
        "if self._seats is None:",
        ("tests/sheets/test_press.py",),
    ),
    Mutant(
        "L08",
        "pictures are drawn as often as anybody likes",
        "scorepad/web/printed/pdfs.py",
        "    count_deed(Deed.PICTURE)\n",
        "",
        ("tests/web/test_strangers.py",),
    ),
    Mutant(
        "L08",
        "nobody is told why there is no picture",
        "static/js/behaviours/preview.js",
        "  picture.alt = picture.dataset.lost;",
        "",
        ("tests/browser/test_blanks.py",),
    ),
)
