"""L06: an hour of play, and what the server holds of memory and files meanwhile.

Ten tables play fast, so that games end, sheets are printed and seasons looked at all
the time. What is counted begins when the server has been warm for a while.
"""

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench.clock import Figure
from bench.crowd import Pace, play, set_tables
from bench.tables import tell
from tests.faults.lives import lives

TABLES = 10
HOUR = 3600.0
SAVE_EVERY = 3.0
LOOK_EVERY = 5.0
WARM = 1 / 6
MOST_GROWTH = 10.0
MOST_HANDLES = 5


class Held(NamedTuple):
    """What a process holds: memory in MB, and open files."""

    memory: float
    handles: int


def figures(folder: Path, *, lasts: float = HOUR) -> Iterator[Figure]:
    url = f"sqlite:///{folder / 'scorepad.sqlite3'}"
    tables = set_tables(folder, url, TABLES)
    with lives(folder) as living:
        seen: list[Held] = []
        looking = threading.Thread(
            target=_look, args=(living.server.process.pid, lasts, seen)
        )
        looking.start()
        crowd = asyncio.run(play(living.server.port, tables, Pace(lasts, SAVE_EVERY)))
        looking.join()
    tell(crowd)
    early, late = _early_and_late(seen)
    print(
        f"{early.memory:.1f} to {late.memory:.1f} MB,"
        f" {early.handles} to {late.handles} open files",
        flush=True,
    )
    assert crowd.errors == 0, crowd.statuses
    assert late.handles <= early.handles + MOST_HANDLES, (early, late)
    most = (early.memory + MOST_GROWTH) / early.memory
    megabytes = late.memory / 1000, "when it was warm", early.memory / 1000
    yield Figure("memory, MB", *megabytes, most)


def _look(pid: int, lasts: float, seen: list[Held]) -> None:
    until = time.monotonic() + lasts
    while time.monotonic() < until:
        seen.append(held_by(pid))
        time.sleep(LOOK_EVERY)


def held_by(pid: int) -> Held:
    """What a process holds now."""
    about = Path(f"/proc/{pid}")
    status = (about / "status").read_text()
    kilobytes = int(status.split("VmRSS:")[1].split()[0])
    return Held(kilobytes / 1024, len(list((about / "fd").iterdir())))


def _early_and_late(seen: list[Held]) -> tuple[Held, Held]:
    """The most that was held in a sixth of the time once warm, and in the last one."""
    share = max(1, int(len(seen) * WARM))
    early, late = seen[share : 2 * share], seen[-share:]
    return tuple(Held(*map(max, zip(*part, strict=True))) for part in (early, late))
