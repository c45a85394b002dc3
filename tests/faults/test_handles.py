"""F12: no file handles are left; open connections are served, the others wait."""

import resource
import socket
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from tests.faults.lives import lives
from tests.faults.writers import Evening, Writer, verdict
from tests.support.phone import OURS
from tests.support.serving import Browser

KNOCKING = 100


def test_f12_a_server_without_any_file_handle_says_so_and_lives_on(tmp_path):
    with lives(tmp_path) as living:
        writer = Writer(Evening(living.server))
        browser = Browser(living.server.port)
        browser.cookie = writer.evening.cookie
        assert browser.get("/").status_code == 200  # Babel has read its files by then
        with (
            closing(browser),
            no_more_handles(living.server.process.pid),
            knocking(living.server),
        ):
            asked = asked_for_everything(browser, writer.evening.game)
        writer.save()

        assert {each.status_code for each in asked} <= {200, 201, 503}
        assert asked[0].status_code == 503
        refused = [each for each in asked if each.status_code == 503]
        assert {each.headers["Retry-After"] for each in refused} == {"1"}
        assert verdict([writer]) == []
    assert len(living.said) <= KNOCKING  # each of them may fill the house once more


def asked_for_everything(browser, game):
    """Send over one connection that is open already."""
    pages = ("/play/en", game, "/sw.js", "/health/ready", "/")
    answers = [browser.get(page, {"If-None-Match": '"none"'}) for page in pages]
    save = {**OURS, "If-None-Match": "*", "Idempotency-Key": f'"{"k" * 32}"'}
    body = {"bids": [1, 0, None], "tricks": None}
    return [*answers, browser.put(f"{game}/rounds/2", json=body, headers=save)]


@contextmanager
def knocking(server):
    """More clients that try to connect than there are handles."""
    with ExitStack() as stack:
        for _ in range(KNOCKING):
            address = ("127.0.0.1", server.port)
            stack.enter_context(socket.create_connection(address))
        yield


@contextmanager
def no_more_handles(pid):
    opened = sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
    before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (opened, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_NOFILE, before)
