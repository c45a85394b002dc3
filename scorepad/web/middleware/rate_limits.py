"""Who does too much of what costs the others something has to wait.

What phones save is counted with the save itself; here is all the rest.
"""

from datetime import UTC, datetime
from uuid import UUID

from flask import Flask, current_app, request

from scorepad.services import rate_limits
from scorepad.services.errors import NotThereError
from scorepad.services.permissions import Action, member_for
from scorepad.services.rate_limits import Deed, Writer
from scorepad.store.db import db
from scorepad.web.middleware.addresses import hidden_address
from scorepad.web.middleware.auth import current_device
from scorepad.web.middleware.guard import SAFE

API = "/api/"


def attach(app: Flask) -> None:
    """Let *app* count what is sent by forms."""
    app.before_request(_count_form)


def _count_form() -> None:
    if request.method in SAFE or request.path.startswith(API):
        return
    # Strangers write nothing but a group or their entry, which are counted where they
    # are made, and a hall full of them comes from one address.
    if (device := current_device()) is not None:
        writer = Writer(device, hidden_address(), _own_group(device))
        # A file to bring in may be larger: of games, another limit is kept.
        largest = current_app.config["MAX_CONTENT_LENGTH"]
        size = min(request.content_length or 0, largest)
        now = datetime.now(UTC)
        rate_limits.count(db.session(), Deed.FORM, writer, now, size)


def _own_group(device_id: int) -> UUID | None:
    """The group of this page; none where the device is a stranger to it."""
    gid: UUID | None = (request.view_args or {}).get("gid")
    try:
        if gid is not None:
            member_for(db.session(), device_id, gid, Action.READ)
    except NotThereError:
        return None
    return gid


def count_deed(deed: Deed) -> None:
    """Count that who asks now does this, and hold nothing of the database afterwards.

    :raises TooOftenError: once too often.
    """
    device = current_device()
    who = hidden_address() if device is None else str(device)
    rate_limits.count(db.session(), deed, who, datetime.now(UTC))
    db.session().close()
