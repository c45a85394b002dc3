"""Others beside 300 clients that never end a body, and 1,500 that never end a head."""

from collections.abc import Iterator
from pathlib import Path

from bench.clock import Figure, durations_of, figure_of, p99
from scorepad.commands.server import raise_file_limit
from tests.faults.lives import lives
from tests.faults.unfinished import unfinished_requests
from tests.faults.writers import Evening, Writer, verdict

BODIES, HEADS = 300, 1500
TIMES = 200
LONGEST_S = 0.1


def figures(folder: Path) -> Iterator[Figure]:
    raise_file_limit()
    with lives(folder) as living:
        evening = Evening(living.server)
        writer = Writer(evening, 1)
        with unfinished_requests(living.server.port, heads=HEADS, bodies=BODIES):
            look = p99(durations_of(evening.get, times=TIMES))
            save = p99(durations_of(writer.save, times=TIMES))
        assert not verdict([writer]), verdict([writer])
    yield figure_of("poll, slow sockets, p99", look, LONGEST_S)
    yield figure_of("save, slow sockets, p99", save, LONGEST_S)
