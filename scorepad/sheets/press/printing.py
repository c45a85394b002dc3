"""One printing process, and how its parent watches it."""

import os
import resource
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from scorepad.sheets.press.errors import SheetsUnavailable, SheetTooHard
from scorepad.sheets.press.frames import Frame, Kind, receive, send
from scorepad.sheets.press.job import PrintJob

GLANCE = 0.05
"""Seconds between two looks at a process that is printing."""
START = 60.0
"""Seconds a fresh process may take to load WeasyPrint on a slow machine."""
SHEETS_PER_WORKER = 500
"""After so many sheets a worker is replaced, lest small leaks add up."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one sheet may cost: wall-clock *seconds*, and *megabytes* of memory."""

    seconds: float = 10.0
    megabytes: int = 512


@dataclass(frozen=True, slots=True)
class Workshop:
    """Where a printing process finds its things, and what it may spend."""

    fonts: Path
    styles: Path
    scratch: Path
    allowance: Allowance

    def surroundings(self) -> dict[str, str]:
        """The environment of a process that knows our fonts and nothing secret."""
        return {
            "FONTCONFIG_FILE": str(self.fonts.resolve() / "fonts.conf"),
            "XDG_CACHE_HOME": str(self.scratch.resolve()),
            "PYTHONUTF8": "1",
            **{
                name: os.environ[name]
                for name in ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
                if name in os.environ
            },
        }


class PrintingProcess:
    """A fresh interpreter that prints one sheet after the other."""

    def __init__(self, workshop: Workshop) -> None:
        self._allowance = workshop.allowance
        self._ready = False
        self._sheets_left = SHEETS_PER_WORKER
        workshop.scratch.mkdir(parents=True, exist_ok=True)
        self._line, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  # our own module, no user text
                [
                    sys.executable,
                    *("-m", "scorepad.sheets.press.worker"),
                    str(theirs.fileno()),
                    str(workshop.styles.resolve()),
                    str(int(workshop.allowance.seconds) + 1),
                ],
                env=workshop.surroundings(),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    @property
    def is_fit(self) -> bool:
        """Whether it can print another sheet."""
        return (
            self._process.poll() is None
            and self._line.fileno() >= 0
            and self._sheets_left > 0
        )

    def wait_until_ready(self) -> None:
        """Wait until it has loaded what it needs.

        :raises SheetsUnavailable: it cannot, or not in time.
        """
        if self._ready:
            return
        try:
            answer = self._answer(START)
        except SheetTooHard as error:
            raise SheetsUnavailable(str(error)) from error
        if answer.kind is not Kind.READY:
            self.stop()
            raise SheetsUnavailable(answer.body.decode())
        self._ready = True

    def pdf(self, job: PrintJob) -> bytes:
        """Print one sheet.

        :raises SheetTooHard: it was stopped, or it failed.
        :raises SheetsUnavailable: it never started.
        """
        return self._made(Kind.PRINT, job, Kind.PDF)

    def picture(self, job: PrintJob) -> bytes:
        """The first page of a sheet as it is printed, as PNG. Refused like a PDF."""
        return self._made(Kind.LOOK, job, Kind.PICTURE)

    def _made(self, asked: Kind, job: PrintJob, wanted: Kind) -> bytes:
        self.wait_until_ready()
        self._sheets_left -= 1
        answer = self._answer(self._allowance.seconds, (asked, job.packed()))
        if answer.kind is not wanted:
            raise SheetTooHard(answer.body.decode())
        return answer.body

    def stop(self) -> None:
        """End the process and wait for it, so that no zombie stays behind."""
        self._line.close()
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()

    def _answer(self, seconds: float, asked: tuple[Kind, bytes] | None = None) -> Frame:
        """Send the page, if any, and wait; a process out of bounds is stopped."""
        try:
            self._line.settimeout(seconds)
            if asked is not None:
                send(self._line, *asked)
            return self._watched(monotonic() + seconds)
        except TimeoutError:
            self.stop()
            raise SheetTooHard(f"It took more than {seconds:g} seconds.") from None
        except MemoryError:
            self.stop()
            most = self._allowance.megabytes
            raise SheetTooHard(f"It needed more than {most} MB.") from None
        except (OSError, EOFError):
            self.stop()
            raise SheetTooHard("The printing process ended by itself.") from None

    def _watched(self, deadline: float) -> Frame:
        while not self._has_answered():
            if monotonic() > deadline:
                raise TimeoutError
            if self._ready and self._is_too_big():
                raise MemoryError
        self._line.settimeout(max(deadline - monotonic(), GLANCE))
        return receive(self._line)

    def _has_answered(self) -> bool:
        self._line.settimeout(GLANCE)
        try:
            self._line.recv(1, socket.MSG_PEEK)
        except TimeoutError:
            return False
        return True

    def _is_too_big(self) -> bool:
        return _resident_bytes(self._process.pid) > self._allowance.megabytes << 20


def _resident_bytes(pid: int) -> int:
    """What a process holds in memory; 0 where the system does not tell."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * resource.getpagesize()
