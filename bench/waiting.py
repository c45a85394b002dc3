"""Clients that never end a request, and what others notice of them (row L04)."""

from collections.abc import Iterator
from pathlib import Path

from bench.clock import Figure, durations_of
from bench.tables import within
from tests.faults.lives import lives
from tests.faults.unfinished import unfinished_requests
from tests.faults.writers import Evening, Writer, verdict

SLOW = 300
TIMES = 200
LONGEST = 0.1  # seconds


def figures(folder: Path) -> Iterator[Figure]:
    with lives(folder) as living:
        writer = Writer(Evening(living.server))
        with unfinished_requests(living.server.port, SLOW):
            look = durations_of(writer.evening.get, times=TIMES)
            save = durations_of(writer.save, times=TIMES)
        assert not verdict([writer]), verdict([writer])
        assert writer.put_off == 0
    yield within(f"a look beside {SLOW} slow clients", look, LONGEST)
    yield within("a save beside them", save, LONGEST)
