"""Eight phones save without pause; fifty follow them for a minute (L01, L03, L06)."""

from collections.abc import Iterator
from pathlib import Path

from bench.clock import Figure, figure_of, p99
from bench.load import Table, asked, both, compared, in_turns, plain_saves

WRITERS, FOLLOWERS = 8, 50
LEAST = 0.4
LONGEST = 0.1
MINUTE = 60.0
WARM_UP = 10.0
MOST_MORE = 10  # MB


def figures(folder: Path) -> Iterator[Figure]:
    with both(folder) as (plain, ours):
        tables = [Table(ours.port) for _ in range(WRITERS)]
        saving = [table.plays() for table in tables]
        took = in_turns([plain_saves(plain, n) for n in range(WRITERS)], saving)
        yield from compared("one of many saves", took, LEAST)
        yield figure_of("the same, p99", p99(took[1]), LONGEST)
        looking = [
            table.follows(f"/g/{table.group}/games/{table.game}/live", every=2.0)
            for table, _ in zip(tables * FOLLOWERS, range(FOLLOWERS), strict=False)
        ]
        asked([*saving, *looking], WARM_UP)
        before = memory_of(ours.process.pid)
        heard = asked([*saving, *looking], MINUTE)
        grown = memory_of(ours.process.pid) - before
    print(f"{len(heard)} answers, 0 errors, {grown:.0f} MB more", flush=True)
    assert grown < MOST_MORE


def memory_of(pid: int) -> float:
    """How many MB a process holds."""
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024
