"""Who is let in where no file handle is left."""

import errno
import logging
import os

import pytest

from scorepad.commands.serving import accepting
from scorepad.commands.serving.accepting import Door


class Full:
    """A server of Waitress that can open no handle more, and listens all the time."""

    def __init__(self, reason):
        self.reason = reason
        self.knocks = self.looks = 0

    def accept(self):
        self.knocks += 1
        raise OSError(self.reason, os.strerror(self.reason))

    def readable(self):
        self.looks += 1
        return True


@pytest.fixture
def clock(monkeypatch):
    def at(now):
        monkeypatch.setattr(accepting.time, "monotonic", lambda: now)

    at(0)
    return at


@pytest.mark.parametrize("reason", [errno.EMFILE, errno.ENFILE])
def test_f12_nobody_is_let_in_for_a_moment_and_that_is_said_seldom(
    clock, caplog, reason
):
    server = Full(reason)
    door = Door(server)
    with caplog.at_level(logging.WARNING):
        for tenth in range(600):
            clock(tenth / 10)
            if door.readable():
                assert door.accept() is None

    assert server.knocks == 60
    assert server.looks == 600
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_f12_another_error_is_none_of_the_door(clock):
    door = Door(Full(errno.EINVAL))

    with pytest.raises(OSError, match="Invalid"):
        door.accept()
    assert door.readable()
