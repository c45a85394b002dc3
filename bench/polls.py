"""Eight phones ask without pause for what is not new (L02)."""

from collections.abc import Iterator
from pathlib import Path

from bench.clock import Figure, figure_of, p99
from bench.load import Table, both, compared, in_turns, plain_polls

PHONES = 8
LEAST = 0.4
LONGEST = 0.1


def figures(folder: Path) -> Iterator[Figure]:
    with both(folder) as (plain, ours):
        tables = [Table(ours.port) for _ in range(PHONES)]
        floor = [plain_polls(plain) for _ in tables]
        took = in_turns(floor, [each.follows(each.path) for each in tables])
        yield from compared("one of many polls", took, LEAST)
        yield figure_of("the same, p99", p99(took[1]), LONGEST)
