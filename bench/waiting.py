"""Clients that never end a request (row L04) or never read what they asked for (L05).

What others notice of them, who look at a game and save.
"""

from collections.abc import Iterator
from pathlib import Path

from bench.clock import Figure, durations_of
from bench.tables import within
from tests.faults.lives import lives
from tests.faults.slow_readers import not_reading
from tests.faults.unfinished import unfinished_requests
from tests.faults.writers import Evening, Writer, verdict

SLOW = 300
TIMES = 200
LONGEST = 0.1  # seconds


def figures(folder: Path) -> Iterator[Figure]:
    with lives(folder) as living:
        evening = Evening(living.server)
        with unfinished_requests(living.server.port, heads=SLOW // 2, bodies=SLOW // 2):
            yield from beside(f"{SLOW} slow clients", evening, 1)
    with lives(folder) as living, not_reading(living.server) as evening:
        yield from beside("ten who do not read", evening, 2)


def beside(whom: str, evening: Evening, number: int) -> Iterator[Figure]:
    """A look at a game, and saves of one of its rounds."""
    writer = Writer(evening, number)
    look = durations_of(evening.get, times=TIMES)
    save = durations_of(writer.save, times=TIMES)
    assert not verdict([writer]), verdict([writer])
    assert writer.put_off == 0
    yield within(f"a look beside {whom}", look, LONGEST)
    yield within("a save beside them", save, LONGEST)
