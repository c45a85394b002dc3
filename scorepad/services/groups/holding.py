"""Who holds a device: its token, made here, and the day it was last seen."""

import hashlib
import secrets
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from scorepad.store.db import write_transaction
from scorepad.store.groups.devices import find_device, find_settled_device
from scorepad.store.tables import Device
from scorepad.store.upkeep.days import is_noted, note_day
from scorepad.store.upkeep.faults import FAULTS

FORGOTTEN_AFTER: Final = timedelta(days=400)
"""As long as browsers keep a cookie. Here it is as many days on which the server ran:
the clock may have been wrong when a device was seen, or may be now."""


def sha256_of(secret: str) -> str:
    """What is kept of a secret that is too long to be guessed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def known_device(session: Session, token: str) -> int | None:
    """The device that holds this token, unless it was not seen for 400 days."""
    found = _known(session, token)
    return None if found is None else found.id


def greeted_device(
    session: Session, token: str, at: datetime
) -> tuple[int, str] | None:
    """The same, with the token to keep again, and a note of the day it was seen.

    That is once a day. A device that shows its new token has received it, so the former
    one ends. One that shows the former is given none: the new one may be on its way.
    """
    held, today = sha256_of(token), at.astimezone(UTC).date()
    device_id = find_settled_device(session, held, today)
    return (device_id, "") if device_id is not None else _greet(session, token, at)


def _greet(session: Session, token: str, at: datetime) -> tuple[int, str] | None:
    found = _known(session, token)
    if found is None:
        return None
    device_id, has_new = found.id, found.token_sha256 == sha256_of(token)
    is_new_token = has_new and found.former_sha256 is not None
    if is_new_token or not _is_seen(session, found, at):
        # Only a note: a database that takes no writes now keeps nobody out.
        with suppress(TimeoutError, *FAULTS):
            _note(session, device_id, at, has_new=has_new)
    return device_id, token if has_new else ""


def _known(session: Session, token: str) -> Device | None:
    return find_device(session, sha256_of(token), FORGOTTEN_AFTER.days)


def _is_seen(session: Session, device: Device, at: datetime) -> bool:
    today = at.astimezone(UTC).date()
    is_later = device.seen_on is not None and device.seen_on >= today
    return is_later and is_noted(session, today, device.seen_day)


def _see(session: Session, device: Device, at: datetime) -> None:
    """Note that a device is seen; whoever is given a token is seen, too."""
    today = at.astimezone(UTC).date()
    device.seen_on = max(device.seen_on or today, today)
    device.seen_day = note_day(session, today)


def _note(session: Session, device_id: int, at: datetime, *, has_new: bool) -> None:
    with write_transaction(session, hurried=True):
        device = session.get_one(Device, device_id)
        _see(session, device, at)
        if has_new:
            device.former_sha256 = None
        session.commit()


def device_of(
    session: Session, device_id: int | None, at: datetime
) -> tuple[Device, str]:
    """The device that comes into a group, or a new one, with a fresh token.

    A token that somebody else planted in the browser is worth nothing afterwards.
    """
    known = None if device_id is None else session.get(Device, device_id)
    if known is None:
        return new_device(session, at)
    return known, renew(session, known, at)


def new_device(session: Session, at: datetime) -> tuple[Device, str]:
    """A device that nobody knew, and its token."""
    token = secrets.token_urlsafe(32)
    device = Device(token_sha256=sha256_of(token), created_at=at)
    _see(session, device, at)
    session.add(device)
    session.flush()
    return device, token


def renew(session: Session, device: Device, at: datetime) -> str:
    """Give a device a fresh token; the one before lasts until the new one is seen."""
    token = secrets.token_urlsafe(32)
    _see(session, device, at)
    device.former_sha256 = device.former_sha256 or device.token_sha256
    device.token_sha256 = sha256_of(token)
    return token


def renew_for(
    session: Session, device: Device, at: datetime, *, shown: str, claim: str
) -> str:
    """Give a device a fresh token for a *claim*; the one it has *shown* ends at once.

    Somebody else may have planted that, and would own what is founded now. If the
    answer is lost, it is good for one thing more: to ask with the same claim again.
    """
    token = secrets.token_urlsafe(32)
    _see(session, device, at)
    device.token_sha256 = sha256_of(token)
    device.former_sha256 = _sealed(shown, claim) if shown else None
    return token


def lost_answer(device: Device, shown: str, claim: str) -> bool:
    """Whether a device was given a token for this *claim* that it has never shown."""
    return bool(shown) and device.former_sha256 == _sealed(shown, claim)


def _sealed(shown: str, claim: str) -> str:
    return sha256_of(f"{sha256_of(shown)} {claim}")
