"""Old addresses: printed on score sheets, or kept as bookmarks."""

from typing import Final

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

NEW: Final = {
    "/paper": "/type-in",
    "/paper/file": "/type-in/file",
    "/g/<uuid:gid>/safe": "/g/{gid}/recovery",
}
"""The rule of each old address, and the path that took its place."""

bp = Blueprint("redirects", __name__)


def lead_on(**parts: object) -> ResponseReturnValue:
    """Redirect to the new address, with the same query."""
    path = NEW[str(request.url_rule)].format(**parts)
    query = request.query_string.decode()
    return redirect(f"{path}?{query}" if query else path)


for rule in NEW:
    bp.add_url_rule(rule, view_func=lead_on)
