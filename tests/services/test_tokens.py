"""S04: what lets in is made by chance, all of it, and never twice."""

import string
from collections import Counter
from contextlib import nullcontext
from datetime import UTC, datetime
from types import SimpleNamespace
from uuid import uuid4

import pytest

from scorepad.services.groups import holding, inviting, securing
from scorepad.services.groups.holding import new_device, renew
from scorepad.services.groups.inviting import DoorEntry, InviteEntry
from scorepad.services.permissions import Member, Role
from scorepad.store.play.history import Stamp
from scorepad.store.tables import Device

NOW = datetime.now(UTC)
STAMP, GID = Stamp(1, NOW), uuid4()
URL_SAFE = string.ascii_letters + string.digits + "-_"
TYPED = inviting.ALPHABET
HELD = Device(token_sha256="", created_at=NOW, seen_on=NOW.date())
NOTHING = SimpleNamespace(add=bool, flush=int, commit=int)
"""A session that keeps nothing: a million tokens are made, not stored."""

ENTRY = InviteEntry(Role.PLAYER, None)
MADE = {
    "session": lambda: new_device(NOTHING, NOW)[1],
    "session renewed": lambda: renew(NOTHING, HELD, NOW),
    "link": lambda: inviting.invite(NOTHING, STAMP, GID, ENTRY),
    "code": lambda: (
        inviting.open_door(NOTHING, STAMP, GID, DoorEntry(Role.PLAYER), "p").code
    ),
    "recovery": lambda: securing.keep_safe(NOTHING, STAMP, GID),
}
SHAPES = {
    # Length, letters, and how many of them there can be at the end: 256 and 128 bits
    # do not fill their last letter.
    "session": (43, URL_SAFE, 16),
    "session renewed": (43, URL_SAFE, 16),
    "link": (22, URL_SAFE, 4),
    "code": (8, TYPED, 32),
    "recovery": (24, TYPED, 32),
}
FEW, MANY = 10_000, 1_000_000
SELDOM = 0.001
"""Of a million codes of 40 bits some two may be the same, of others never."""

SKEWED = 2
"""So many times as often as another letter none can come by chance."""


@pytest.fixture
def whole_group(monkeypatch):
    """A group of whose rows none is read or written."""
    group = SimpleNamespace(id=1, recovery_sha256=None)
    owner = Member(Role.OWNER, None, None)
    for module in (inviting, securing):
        monkeypatch.setattr(module, "write_transaction", lambda _: nullcontext())
        monkeypatch.setattr(module, "group_for", lambda *_: group)
    monkeypatch.setattr(holding, "note_day", lambda *_: 1)
    monkeypatch.setattr(inviting, "group_and_member", lambda *_: (group, owner))
    monkeypatch.setattr(inviting, "free_handle", lambda *how: how[-1]())
    monkeypatch.setattr(inviting, "count_invites", lambda *_: 0)
    for name in ("hold_group", "add_invite", "set_door"):
        monkeypatch.setattr(inviting, name, lambda *_: None)


@pytest.mark.usefixtures("whole_group")
@pytest.mark.parametrize("times", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", MADE)
def test_s04_no_token_repeats_and_every_letter_is_chance(kind, times):
    length, letters, at_the_end = SHAPES[kind]

    made = [MADE[kind]() for _ in range(times)]

    by_chance = times**2 / (2 * len(letters) ** (length - 1) * at_the_end)
    assert times - len({*made}) <= (10 if by_chance > SELDOM else 0)
    assert {len(token) for token in made} == {length}
    for place in range(length):
        found = Counter(token[place] for token in made)
        possible = at_the_end if place == length - 1 else len(letters)
        assert len(found) == possible, place
        assert {*found} <= {*letters}
        assert max(found.values()) < SKEWED * times / possible
        assert min(found.values()) > times / possible / SKEWED
