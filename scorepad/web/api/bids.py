"""``/api/groups/…/rounds/…/bids``: one seat's bid, and who has bid."""

import hashlib
import json
from uuid import UUID

from flask import Blueprint
from flask.typing import ResponseReturnValue

from scorepad.services.inputs import BidEntry, GameAddress
from scorepad.services.play.bidding import save_bid
from scorepad.services.play.calling import bids_of_round
from scorepad.store.db import db
from scorepad.web.api.exchange import (
    attempt_or_refusal,
    json_answer,
    json_body,
    not_modified,
    told,
)
from scorepad.web.api.shapes import bid_shape, read
from scorepad.web.middleware.auth import current_device

bp = Blueprint(
    "api_bids",
    __name__,
    url_prefix="/api/groups/<uuid:gid>/games/<uuid:uuid>/rounds/<int:number>/bids",
)


@bp.get("")
def bids(gid: UUID, uuid: UUID, number: int) -> ResponseReturnValue:
    """Who has bid, and what lies open."""
    address = GameAddress(gid, uuid)
    state = bids_of_round(db.session(), current_device(), address, number)
    etag = hashlib.sha256(json.dumps(state).encode()).hexdigest()[:32]
    return not_modified(etag) or json_answer(state, etag=etag)


@bp.put("/<int:seat>")
def put_bid(gid: UUID, uuid: UUID, number: int, seat: int) -> ResponseReturnValue:
    """Put or change one seat's bid."""
    bid, seating = read(bid_shape, json_body())
    entry = BidEntry(number=number, seat=seat, bid=bid, seating=seating)
    attempt = attempt_or_refusal()
    return told(save_bid(db.session(), attempt, GameAddress(gid, uuid), entry))
