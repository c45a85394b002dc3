"""Who is asking, and the way in: always through the group, strangers see nothing.

The decision itself is :func:`scorepad.services.permissions.can`; services ask it again
inside their transaction.
"""

from datetime import UTC, datetime
from uuid import UUID

from flask import Flask, Request, Response, g, request
from flask.sessions import SessionInterface
from werkzeug.wrappers import Response as BaseResponse

from scorepad.db.engine import db
from scorepad.db.history import Stamp
from scorepad.db.tables import GameRow, Group
from scorepad.services.devices import greeted_device
from scorepad.services.errors import NotThereError
from scorepad.services.inputs import GameAddress
from scorepad.services.permissions import Action, game_for, group_for
from scorepad.services.revisions import Glance, glance, quick_glance
from scorepad.web.middleware.headers import keep_cookie

LONGEST_TOKEN = 100


class _NoSessions(SessionInterface):
    """A device is known by its token, so Flask's own cookie is never read."""

    def open_session(self, _app: Flask, _request: Request) -> None:
        return None


def attach(app: Flask) -> None:
    """Let the cookie of a known device roll on; there is no other."""
    app.session_interface = _NoSessions()
    app.after_request(_roll_cookie)


def cookie_name() -> str:
    """``__Host-`` where the browser accepts it: over https only."""
    return "__Host-s" if request.is_secure else "s"


def current_device() -> int | None:
    """The device that sent this request, if we know it."""
    if "device_id" not in g:
        token, now = shown_token(), datetime.now(UTC)
        greeted = greeted_device(db.session(), token, now) if token else None
        g.device_id, g.device_token = greeted or (None, "")
    found: int | None = g.device_id
    return found


def shown_token() -> str:
    """What this browser shows as its token, if it may be one."""
    token = request.cookies.get(cookie_name(), "")
    return token if len(token) <= LONGEST_TOKEN else ""


def glance_at(address: GameAddress) -> Glance:
    """How far a game is, for those who ask every two seconds.

    :raises NotThereError: the device does not belong to a group with such a game.
    """
    token, seen = shown_token(), None
    if request.if_none_match and token:
        seen = quick_glance(db.engine, token, address, datetime.now(UTC))
    return seen or glance(db.session(), current_device(), address)


def act_for(device_id: int | None) -> None:
    """Let what follows be done for a device, in a thread where no request is."""
    g.device_id = device_id


def stamp_or_404() -> Stamp:
    """Who writes now, and when; a stranger is told that there is nothing here."""
    device_id = current_device()
    if device_id is None:
        raise NotThereError
    return Stamp(device_id, datetime.now(UTC))


def group_or_404(gid: UUID, action: Action = Action.READ) -> Group:
    """The group, if this device may do this with it."""
    return group_for(db.session(), current_device(), gid, action)


def game_or_404(gid: UUID, uuid: UUID, action: Action = Action.READ) -> GameRow:
    """A game of the group, if this device may do this with it."""
    return game_for(db.session(), group_or_404(gid, action), uuid, hold=False)


def kind_of_device() -> str | None:
    """What kind of device this browser says it runs on."""
    return kind_in(request.headers.get("User-Agent", ""))


def remember_device(token: str) -> None:
    """Give this browser its token with the answer."""
    g.device_token = token


def forget_device(answer: BaseResponse) -> None:
    """Let this browser lose its token with the *answer*."""
    g.device_token = ""
    answer.delete_cookie(
        cookie_name(), secure=request.is_secure, httponly=True, samesite="Lax"
    )


def _roll_cookie(answer: Response) -> Response:
    if token := g.get("device_token"):
        keep_cookie(answer, cookie_name(), token)
    return answer


# The first line that fits: an iPad is no iPhone, a tablet with Android no phone.
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


def kind_in(user_agent: str) -> str | None:
    """Recognise a kind of device; the rest of what a browser says is not kept.

    >>> kind_in("Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile Safari")
    'android_phone'
    """
    fitting = (kind for kind, marks in _KINDS if all(m in user_agent for m in marks))
    return next(fitting, None)
