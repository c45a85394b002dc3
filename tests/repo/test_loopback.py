"""The server of the tests itself: it ends without writing to a handle it has closed."""

import time
from collections.abc import Callable

import pytest
from flask import Flask
from waitress.trigger import trigger

from tests.loopback import listening

A_MOMENT_S = 0.1  # long enough for a loop that is awake to take what waits for it


def test_a_server_closes_only_once_its_loop_has_been_woken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pull: Callable[[trigger], None] = vars(trigger)["_physical_pull"]

    def pull_just_after_an_answer_did(ours: trigger) -> None:
        pull(ours)
        time.sleep(A_MOMENT_S)
        pull(ours)

    with listening(Flask("bare"), threads=1):
        monkeypatch.setattr(trigger, "_physical_pull", pull_just_after_an_answer_did)
