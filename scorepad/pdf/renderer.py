"""Renders PDFs in a pool of worker processes with limits of time and memory."""

import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from scorepad.pdf import worker
from scorepad.pdf.jobs import (
    Limits,
    PrintJob,
    RendererBusy,
    RendererUnavailable,
    RenderFailed,
)

if TYPE_CHECKING:
    from pebble import ProcessPool

T = TypeVar("T")
START = 60.0
"""Seconds to load WeasyPrint in a new process on a slow machine."""
LOOK = 0.5
"""Seconds between checks whether the result is still wanted."""
JOBS_PER_WORKER = 500
"""A worker is replaced after so many jobs, in case of memory leaks."""


class Renderer:
    """Renders in *workers* processes, with a queue of *waiting* more jobs.

    *fonts* contains ``fonts.conf``, *styles* the style sheets, and *scratch* the font
    cache. Processes start with the first job (or :meth:`warm_up`); one that exceeds the
    *limits* is killed and replaced. Safe to share between threads: workers are spawned,
    not forked.
    """

    def __init__(  # noqa: PLR0913 - settings of the pool
        self,
        *,
        fonts: Path,
        styles: Path,
        scratch: Path,
        workers: int = 2,
        waiting: int = 2,
        limits: Limits | None = None,
    ) -> None:
        self._limits = limits or Limits()
        self._setup = (fonts.resolve(), styles.resolve(), scratch.resolve())
        self._workers = workers
        self._places = threading.BoundedSemaphore(workers + waiting)
        # A queued job may have as many before it as there are workers.
        self._patience = START + (2 + waiting) * self._limits.seconds
        self._lock = threading.Lock()
        self._pool: ProcessPool | None = None
        self._running: set[Future[Any]] = set()
        self._closed = False

    def pdf(self, job: PrintJob | str) -> bytes:
        """Render a page as PDF.

        :raises RendererBusy: all workers are busy and the queue is full, or this
            renderer is closed.
        :raises RenderFailed: it exceeded its time or memory, or cannot be laid out.
        :raises RendererUnavailable: workers cannot start.
        """
        return self._place(worker.pdf, job)

    def picture(self, job: PrintJob | str) -> bytes:
        """Render the first page of a PDF as PNG; raises the errors of :meth:`pdf`."""
        return self._place(worker.picture, job)

    def run(
        self,
        task: Callable[..., T],
        *args: Any,
        while_waiting: Callable[[], object] = lambda: None,
    ) -> T:
        """Run a *task* that renders in a worker, however long the queue is.

        *while_waiting* is called repeatedly; an exception it raises kills the worker.

        :raises RenderError: as in :meth:`pdf`.
        """
        for _ in range(2):  # a second pool if the first is broken
            pool = self._started()
            try:
                return self._result(pool, task, args, while_waiting)
            except RuntimeError:  # such as BrokenExecutor: an idle worker was killed
                with self._lock:
                    if self._pool is pool:
                        self._pool = None
                _end(pool)
        raise RendererUnavailable("The worker processes end by themselves.")

    def warm_up(self) -> None:
        """Start the workers and wait until the first is ready.

        :raises RendererUnavailable: workers cannot start.
        """
        self.run(worker.ready)

    def close(self) -> None:
        """Kill all workers, and wait until they have ended."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
            running = tuple(self._running)
        for future in running:
            future.cancel()
        if pool is not None:
            _end(pool)

    def _place(self, task: Callable[[PrintJob], bytes], job: PrintJob | str) -> bytes:
        if not self._places.acquire(blocking=False):
            raise RendererBusy
        try:
            return self.run(task, PrintJob(html=job) if isinstance(job, str) else job)
        finally:
            self._places.release()

    def _result(
        self,
        pool: "ProcessPool",
        task: Callable[..., T],
        args: tuple[Any, ...],
        while_waiting: Callable[[], object],
    ) -> T:
        from pebble import ProcessExpired  # noqa: PLC0415 - loaded by _started already

        future = pool.schedule(task, args, timeout=self._limits.seconds)
        deadline = monotonic() + self._patience
        with self._lock:
            self._running.add(future)
        try:
            while (result := self._looked_at(future)) is None:
                if monotonic() > deadline:
                    raise BrokenExecutor
                while_waiting()
            return result[0]
        except ProcessExpired as error:
            if error.exitcode == worker.OUT_OF_MEMORY:
                most = self._limits.megabytes
                raise RenderFailed(f"It needed more than {most} MB.") from None
            raise RenderFailed("The worker process ended by itself.") from None
        except CancelledError:
            raise RendererBusy from None
        finally:
            future.cancel()  # kills the worker, unless it is done
            with self._lock:
                self._running.discard(future)

    def _looked_at(self, future: "Future[T]") -> tuple[T] | None:
        try:
            return (future.result(LOOK),)
        except TimeoutError:
            if future.done():
                seconds = self._limits.seconds
                reason = f"It took more than {seconds:g} seconds."
                raise RenderFailed(reason) from None
            return None

    def _started(self) -> "ProcessPool":
        import multiprocessing  # noqa: PLC0415 - loads slowly

        from pebble import ProcessPool  # noqa: PLC0415 - loads slowly

        with self._lock:
            if self._closed:
                raise RendererBusy
            if self._pool is None:
                self._pool = ProcessPool(
                    max_workers=self._workers,
                    max_tasks=JOBS_PER_WORKER,
                    initializer=worker.start,
                    initargs=(*self._setup, self._limits),
                    context=multiprocessing.get_context("spawn"),
                )
            return self._pool


def _end(pool: "ProcessPool") -> None:
    pool.stop()
    pool.join()
