"""The device that sent a request, its cookie, and loading what it may see."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from flask import g, request
from werkzeug.http import parse_cookie
from werkzeug.wrappers import Response as BaseResponse

from scorepad.db.engine import db
from scorepad.db.history import Reader, Writer
from scorepad.db.tables import Group
from scorepad.services import devices, permissions, requests, stored_games
from scorepad.services.permissions import Action, Member, group_for


def cookie_name() -> str:
    """Return the cookie's name: with ``__Host-`` over https, which requires that."""
    return "__Host-s" if request.is_secure else "s"


def sent_token() -> str:
    """Return the device's token in the request, or nothing."""
    # Not request.cookies, which reads all headers: every save comes here.
    return parse_cookie(request.environ).get(cookie_name(), "")


def keep_cookie(answer: BaseResponse, name: str, value: str, path: str = "/") -> None:
    """Set a long-lived cookie that scripts cannot read."""
    answer.set_cookie(
        name,
        value,
        max_age=timedelta(days=400),  # the longest that browsers keep one
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
        path=path,
    )


def current_device() -> int | None:
    """Return the id of the device that sent this request, if it is known."""
    if "device_id" not in g:
        token, at = sent_token(), datetime.now(UTC)
        greeted = devices.identify_device(db.engine, token, at) if token else None
        g.device_id, g.device_token = greeted or (None, "")
    found: int | None = g.device_id
    return found


def revision_or_404(address: requests.GameAddress) -> tuple[int, Member]:
    """Return the revision of a polled game, and who polls, or ``NotThereError``."""
    token, now = sent_token(), datetime.now(UTC)
    if request.if_none_match and token:
        seen = stored_games.find_polled_revision(db.engine, token, address, now)
        if seen is not None:
            return seen
    group, member = permissions.group_and_member(reader(), address.group, Action.READ)
    return permissions.any_game_for(db.session(), group, address).revision, member


def reader() -> Reader:
    """Return the current device with the database session."""
    return Reader(db.session(), current_device())


def writer() -> Writer:
    """Return the current device with the database session; 404 if it is unknown."""
    if (device_id := current_device()) is None:
        raise requests.NotThereError
    return Writer(db.session(), device_id)


def group_or_404(gid: UUID, action: Action = Action.READ) -> Group:
    """Return the group if the current device may do *action* in it."""
    return group_for(reader(), gid, action)


def remember_device(token: str | None) -> None:
    """Send the browser its token, if it is new, with the response."""
    g.device_token = token or g.get("device_token")


def forget_device(answer: BaseResponse) -> None:
    """Delete the browser's token with the response."""
    g.device_token = ""
    answer.delete_cookie(cookie_name(), secure=request.is_secure)


# The first match counts: an iPad is no iPhone, an Android tablet no phone.
_KINDS = (
    ("ipad", ("iPad",)),
    ("iphone", ("iPhone",)),
    ("android_phone", ("Android", "Mobile")),
    ("android_tablet", ("Android",)),
    ("chromebook", ("CrOS",)),
    ("windows", ("Windows",)),
    ("mac", ("Macintosh",)),
    ("linux", ("Linux",)),
)


def kind_of_device() -> str | None:
    """Return the kind of device that the browser names; nothing else of it is kept."""
    agent = request.user_agent.string
    fitting = (kind for kind, marks in _KINDS if all(m in agent for m in marks))
    return next(fitting, None)
