"""On which dates the server ran lately, as its clock had it: a file in the instance.

A clock that is wrong on one of them is not believed against all the others.
"""

from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from scorepad.store.upkeep.deletions import DAYS_SEEN

DATES: Final = "dates.txt"
DATES_SEEN: Final = DAYS_SEEN
"""So many have to agree before anything is let go of."""


def note_date(folder: Path, today: date) -> tuple[date, ...]:
    """Note that the server runs *today*; the last dates on which it did, and this."""
    known = _read(folder / DATES)
    if today in known:
        return known
    dates = (*known, today)[-DATES_SEEN:]
    with TemporaryDirectory(dir=folder, prefix=".dates-") as beside:
        new = Path(beside) / DATES
        new.write_text("".join(f"{each}\n" for each in dates), encoding="ascii")
        new.replace(folder / DATES)
    return dates


def _read(file: Path) -> tuple[date, ...]:
    """What is no list of dates is begun anew."""
    try:
        lines = file.read_text(encoding="ascii").splitlines()
        return tuple(map(date.fromisoformat, lines))
    except (FileNotFoundError, ValueError):
        return ()
