"""A server that answers a save before it commits: a mutant that tests must catch."""

import io
import json
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from scorepad import cli
from scorepad.cli import serve
from scorepad.services import idempotency
from scorepad.settings import Settings

LATER = 0.03
_here = threading.local()
_remember = idempotency.remember_answer


def remember_and_answer(*about: Any) -> None:
    """Return the response already, and commit later."""
    _remember(*about)
    if told := getattr(_here, "told", None):
        told.put(about[-1])
        time.sleep(LATER)


class Hasty:
    """An application that responds to saves at once."""

    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], answer: Any) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "PUT" or "/rounds/" not in environ["PATH_INFO"]:
            return self.application(environ, answer)
        environ["wsgi.input"] = io.BytesIO(environ["wsgi.input"].read())
        told: queue.Queue[Any] = queue.Queue()
        threading.Thread(target=self._work, args=(environ, told)).start()
        first = told.get()
        if isinstance(first, tuple):
            status, headers, body = first
        else:
            status, headers = f"{first.status} OK", [("ETag", f'"{first.etag}"')]
            body = json.dumps(first.body).encode()
        answer(status, headers)
        return [body]

    def _work(self, environ: dict[str, Any], told: "queue.Queue[Any]") -> None:
        _here.told = told
        begun: list[Any] = []
        body = b"".join(self.application(environ, lambda *how: begun.extend(how[:2])))
        told.put((*begun, body))


def hasty_app(settings: Settings) -> Any:
    app = create_app(settings)
    app.wsgi_app = Hasty(app.wsgi_app)
    return app


if __name__ == "__main__":
    create_app = serve.create_app
    serve.create_app = hasty_app
    idempotency.remember_answer = remember_and_answer
    sys.exit(cli.main())
