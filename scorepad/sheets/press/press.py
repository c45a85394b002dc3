"""The press: HTML in, PDF out, in warm processes that their parent watches."""

import atexit
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from time import sleep

from scorepad.sheets.press.errors import SheetsBusy
from scorepad.sheets.press.job import PrintJob
from scorepad.sheets.press.printing import GLANCE, Allowance, PrintingProcess, Workshop


class Press:
    """Prints sheets within an allowance, *at_once* at a time while *waiting* more wait.

    *fonts* holds ``fonts.conf``, *styles* the sheets' style sheets, and *scratch* is a
    folder of ours for the font cache. Workers start with the first sheet (or with
    :meth:`warm_up`), stay for the next one, and are replaced when they were stopped.
    Safe to share between threads.
    """

    def __init__(  # noqa: PLR0913 - what it works with, and how much
        self,
        *,
        fonts: Path,
        styles: Path,
        scratch: Path,
        at_once: int = 2,
        waiting: int = 2,
        allowance: Allowance | None = None,
    ) -> None:
        self._workshop = Workshop(fonts, styles, scratch, allowance or Allowance())
        self._places: SimpleQueue[PrintingProcess | None] = SimpleQueue()
        for _ in range(at_once):
            self._places.put(None)
        self._at_once = at_once
        self._seats = threading.BoundedSemaphore(waiting) if waiting else None
        # Both who print may have just begun, and one of those waiting is first.
        self._patience = 2 * self._workshop.allowance.seconds
        self._closed = threading.Event()
        atexit.register(self.close)

    def pdf(self, job: PrintJob | str) -> bytes:
        """Print one sheet (see :class:`scorepad.sheets.html.Stationery`).

        :raises SheetsBusy: all workers are printing and enough others wait already, or
            waited for too long; nothing was begun.
        :raises SheetTooHard: it took too long or too much memory and was stopped.
        :raises SheetsUnavailable: the printing process cannot start here.
        """
        with self._worker() as worker:
            return worker.pdf(_job(job))

    def pdf_between(self, job: PrintJob, go_on: Callable[[], None]) -> bytes:
        """Print one sheet of many that nobody waits for: whoever waits goes first.

        *go_on* is called while it waits itself; what that raises ends the wait.

        :raises SheetsBusy: the press is closed.
        :raises SheetTooHard: it took too long or too much memory and was stopped.
        :raises SheetsUnavailable: the printing process cannot start here.
        """
        with self._worker(lambda: self._left_over(go_on)) as worker:
            return worker.pdf(job)

    def picture(self, job: PrintJob | str) -> bytes:
        """The first page of the same PDF as a PNG; refused for the same reasons."""
        with self._worker() as worker:
            return worker.picture(_job(job))

    def warm_up(self) -> None:
        """Start the workers now, so that the first sheet need not wait for them.

        :raises SheetsUnavailable: the printing process cannot start here.
        """
        workers: list[PrintingProcess] = []
        try:
            while len(workers) < self._at_once:
                workers.append(self._free() or PrintingProcess(self._workshop))
        except SheetsBusy:
            pass  # whoever is printing has a worker already
        try:
            for worker in workers:
                worker.wait_until_ready()
        finally:
            for worker in workers:
                self._give_back(worker)

    def close(self) -> None:
        """Stop every worker and wait until it has ended. Sheets are refused after."""
        self._closed.set()
        atexit.unregister(self.close)
        while True:
            try:
                worker = self._places.get_nowait()
            except Empty:
                return
            if worker is not None:
                worker.stop()

    @contextmanager
    def _worker(
        self, take: Callable[[], PrintingProcess | None] | None = None
    ) -> Iterator[PrintingProcess]:
        """A worker for one sheet, given back afterwards."""
        worker = (take or self._take)()
        try:
            if worker is None or not worker.is_fit:
                worker = self._replaced(worker)
            yield worker
        finally:
            self._give_back(worker)

    def _take(self) -> PrintingProcess | None:
        """A worker, or the place for one, at once or after a wait."""
        try:
            return self._free()
        except SheetsBusy:
            if self._seats is None or not self._seats.acquire(blocking=False):
                raise
        try:
            return self._places.get(timeout=self._patience)
        except Empty:
            raise SheetsBusy from None
        finally:
            self._seats.release()

    def _left_over(self, go_on: Callable[[], None]) -> PrintingProcess | None:
        """A place that nobody has taken when it is looked at now and then."""
        while not self._closed.is_set():
            go_on()
            with suppress(SheetsBusy):
                return self._free()
            sleep(GLANCE)
        raise SheetsBusy

    def _free(self) -> PrintingProcess | None:
        try:
            return self._places.get_nowait()
        except Empty:
            raise SheetsBusy from None

    def _replaced(self, worker: PrintingProcess | None) -> PrintingProcess:
        """A fresh process in place of none, or of one that died while it waited."""
        if worker is not None:
            worker.stop()
        return PrintingProcess(self._workshop)

    def _give_back(self, worker: PrintingProcess | None) -> None:
        if worker is not None and (self._closed.is_set() or not worker.is_fit):
            worker.stop()
            worker = None
        if not self._closed.is_set():
            self._places.put(worker)


def _job(job: PrintJob | str) -> PrintJob:
    return PrintJob(html=job) if isinstance(job, str) else job
