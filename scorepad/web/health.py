"""``GET /health``: the process answers."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

bp = Blueprint("health", __name__)


@bp.get("/health")
def health() -> ResponseReturnValue:
    """Say that this process is alive."""
    return {"status": "ok"}
