"""Eight phones ask without pause for what is not new (L02), or beside slow clients.

Those are 300 that never end a body, and 1,500 that never end a head (L04).
"""

from collections.abc import Iterator
from pathlib import Path

from bench.clock import Figure, durations_of, figure_of, p99
from bench.load import Table, both, compared, in_turns, plain_polls
from scorepad.commands.server import raise_file_limit
from tests.faults.lives import lives
from tests.faults.unfinished import unfinished_requests
from tests.faults.writers import Evening, Writer, verdict

PHONES = 8
LEAST = 0.4
LONGEST = 0.1
BODIES, HEADS, TIMES = 300, 1500, 200


def figures(folder: Path) -> Iterator[Figure]:
    with both(folder) as (plain, ours):
        tables = [Table(ours.port) for _ in range(PHONES)]
        floor = [plain_polls(plain) for _ in tables]
        took = in_turns(floor, [each.follows(each.path) for each in tables])
        yield from compared("one of many polls", took, LEAST)
        yield figure_of("the same, p99", p99(took[1]), LONGEST)
    yield from beside_slow_clients(folder / "slow")


def beside_slow_clients(folder: Path) -> Iterator[Figure]:
    raise_file_limit()
    with lives(folder) as living:
        evening = Evening(living.server)
        writer = Writer(evening, 1)
        with unfinished_requests(living.server.port, heads=HEADS, bodies=BODIES):
            look, save = map(p99, durations_of(evening.get, writer.save, times=TIMES))
        assert not verdict([writer]), verdict([writer])
    yield figure_of("poll, slow sockets, p99", look, LONGEST)
    yield figure_of("save, slow sockets, p99", save, LONGEST)
