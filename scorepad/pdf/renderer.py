"""Renders PDFs in a pool of worker processes with limits, and keeps them in a cache."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, wait
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from scorepad.pdf import worker
from scorepad.pdf.worker import Limits, PrintJob

if TYPE_CHECKING:
    from pebble import ProcessPool

T = TypeVar("T")
START = 60.0  # seconds to load WeasyPrint in a new process on a slow machine
LOOK = 0.5  # seconds between checks whether the result is still wanted
JOBS_PER_WORKER = 200  # then it is replaced: its memory grows
MOST_BYTES = 16 << 20  # size of the cache; a sheet has 40 to 190 kB
KEPT_FOR = 24 * 3600.0  # seconds; a sheet may have names that another server erased


class Renderer:
    """Renders in *workers* processes, with a queue of *waiting* more jobs.

    Processes start with the first job; one that exceeds the *limits* is killed and
    replaced. Safe to share between threads: workers are spawned, not forked.
    """

    def __init__(
        self,
        scratch: Path,
        *,
        workers: int = 2,
        waiting: int = 2,
        limits: Limits | None = None,
    ) -> None:
        self._limits = limits or Limits()
        self._scratch = scratch.resolve()
        self._workers = workers
        self._places = threading.BoundedSemaphore(workers + waiting)
        # A queued job may have as many before it as there are workers.
        self._patience = START + (2 + waiting) * self._limits.seconds
        self._lock = threading.Lock()
        self._pool: ProcessPool | None = None
        self._closed = False

    def render(self, job: PrintJob) -> bytes:
        """Return the PDF or picture of a job.

        :raises RendererBusy: the queue is full, or this renderer is closed.
        :raises RenderFailed: it exceeded its time or memory, or cannot be laid out.
        :raises RendererUnavailable: workers cannot start.
        """
        if not self._places.acquire(blocking=False):
            raise worker.RendererBusy
        try:
            return self.run(worker.render, job)
        finally:
            self._places.release()

    def run(
        self,
        task: Callable[..., T],
        *args: Any,
        while_waiting: Callable[[], object] = lambda: None,
    ) -> T:
        """Run a *task* that renders in a worker, however long the queue is.

        *while_waiting* is called repeatedly; an exception it raises kills the worker.
        """
        from pebble import ProcessExpired  # noqa: PLC0415 - loads slowly

        for _ in range(2):  # once more if a worker ended by itself
            pool = self._started()
            try:
                return self._result(pool, task, args, while_waiting)
            except ProcessExpired as error:
                if error.exitcode == worker.OUT_OF_MEMORY:
                    most = f"It needed more than {self._limits.megabytes} MB."
                    raise worker.RenderFailed(most) from None
                ended: worker.RenderError
                ended = worker.RenderFailed("The worker process ended by itself.")
            except RuntimeError:  # such as BrokenExecutor: an idle worker was killed
                with self._lock:
                    if self._pool is pool:
                        self._pool = None
                pool.stop()
                pool.join()
                ended = worker.RendererUnavailable("The workers end by themselves.")
        raise ended

    def close(self) -> None:
        """Kill all workers, and wait until they have ended."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.stop()
            pool.join()

    def _result(
        self,
        pool: "ProcessPool",
        task: Callable[..., T],
        args: tuple[Any, ...],
        while_waiting: Callable[[], object],
    ) -> T:
        future = pool.schedule(task, args, timeout=self._limits.seconds)
        deadline = monotonic() + self._patience
        try:
            while wait([future], LOOK).not_done:
                if self._closed:
                    raise worker.RendererBusy
                if monotonic() > deadline:
                    raise BrokenExecutor
                while_waiting()
            return future.result()
        except TimeoutError:
            most = f"It took more than {self._limits.seconds:g} seconds."
            raise worker.RenderFailed(most) from None
        finally:
            future.cancel()  # kills the worker, unless it is done

    def _started(self) -> "ProcessPool":
        import multiprocessing  # noqa: PLC0415 - loads slowly

        from pebble import ProcessPool  # noqa: PLC0415 - loads slowly

        with self._lock:
            if self._closed:
                raise worker.RendererBusy
            if self._pool is None:
                self._pool = ProcessPool(
                    max_workers=self._workers,
                    max_tasks=JOBS_PER_WORKER,
                    initializer=worker.start,
                    initargs=(self._scratch, self._limits),
                    context=multiprocessing.get_context("spawn"),
                )
            return self._pool


@dataclass(slots=True)
class _File:
    lock: threading.Lock = field(default_factory=threading.Lock)
    content: bytes = b""


class PdfCache:
    """Cache of rendered files in memory, evicting the least recently used.

    Safe to share between threads. A new process makes all files again, perhaps with
    newer style sheets, and every process does so after a day.
    """

    def __init__(self) -> None:
        self._process = token_hex(8)
        self._lock = threading.Lock()
        self.clear()

    def key(self, job: PrintJob) -> str:
        """Return the key of a *job*."""
        return sha256(f"{self._process} {job}".encode()).hexdigest()

    def get(self, key: str, make: Callable[[], bytes]) -> bytes:
        """Return the file of *key*, which *make* creates once for all who ask."""
        if monotonic() - self._cleared > KEPT_FOR:
            self.clear()
        with self._lock:
            file = self._files.setdefault(key, _File())
            self._files.move_to_end(key)
        with file.lock:
            made = file.content = file.content or make()
        with self._lock:
            kept = self._files
            while sum(len(each.content) for each in kept.values()) > MOST_BYTES:
                kept.popitem(last=False)
        return made

    def clear(self) -> None:
        """Forget all files, also those being made: one may contain erased data."""
        self._files: OrderedDict[str, _File] = OrderedDict()
        self._cleared = monotonic()
