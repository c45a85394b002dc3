"""PostgreSQL crashes, or is restarted, in the middle of saves (row F09 of the faults).

How long it takes from there until each phone's save is answered again: the server's own
start, connections that turn out to be lost, and phones that ask again.
"""

import itertools
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench.clock import Figure
from tests import postgresql
from tests.faults.lives import lives
from tests.faults.writers import Evening, Writer, verdict, wait_for_saves, writing

PHONES = 4
RESTARTS = {"crash": signal.SIGQUIT, "restart": signal.SIGINT}
TIMES = 5
LONGEST = 5.0  # seconds


def figures(folder: Path) -> Iterator[Figure]:
    with postgresql.cluster(fsync="on") as cluster:
        url = postgresql.url(cluster.folder, "postgres")
        with lives(folder, database_url=url) as living:
            evening = Evening(living.server)
            rounds = itertools.count(1)
            for name, how in RESTARTS.items():
                writers = [Writer(evening, next(rounds)) for _ in range(PHONES)]
                with writing(writers):
                    stop = partial(cluster.stop, how)
                    took = [
                        until_all_save(writers, stop, cluster.start)
                        for _ in range(TIMES)
                    ]
                assert not verdict(writers), verdict(writers)
                allowed = f"at most {LONGEST:.0f} s, the longest"
                yield Figure(f"{name} of PostgreSQL", max(took), allowed, LONGEST, 1.0)


def until_all_save(
    writers: list[Writer], stop: Callable[[], object], start: Callable[[], object]
) -> float:
    """Seconds from when something is stopped until each of them has saved again."""
    wait_for_saves(writers, more=len(writers))
    began = time.monotonic()
    stop()
    saved = [len(writer.saved) for writer in writers]
    start()
    for writer, before in zip(writers, saved, strict=True):
        while len(writer.saved) == before:
            assert not writer.surprises, writer.surprises
            time.sleep(0.005)
    return time.monotonic() - began
