"""A player's own seat: bid on a phone of one's own, without JavaScript, too."""

from contextlib import suppress
from datetime import UTC, datetime
from uuid import UUID

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from wtforms import Form, IntegerField
from wtforms.validators import InputRequired, NumberRange

from scorepad.services.errors import WrongTimeError
from scorepad.services.inputs import BidEntry, GameAddress
from scorepad.services.permissions import Action
from scorepad.services.play.watching import (
    Phase,
    bid_from_seat,
    glance_at_seat,
    own_seat,
)
from scorepad.store.db import db
from scorepad.web.api.exchange import PAGE, not_modified
from scorepad.web.middleware.auth import (
    current_device,
    game_or_404,
    stamp_or_404,
)
from scorepad.web.middleware.errors import problem
from scorepad.web.middleware.headers import current_database_id
from scorepad.web.middleware.languages import current_language
from scorepad.words.terms import trump_name

bp = Blueprint("seat", __name__, url_prefix="/g/<uuid:gid>/games/<uuid:uuid>/seat")

_SMALL = [InputRequired(), NumberRange(0, 10_000)]


class BidForm(Form):
    """Who bids what: for the round and the seat that the page showed."""

    round = IntegerField(validators=_SMALL)
    seat = IntegerField(validators=_SMALL)
    seating = IntegerField(validators=_SMALL)
    bid = IntegerField(validators=_SMALL)

    @property
    def entry(self) -> BidEntry:
        """What the valid form says."""
        number, seat = self.round.data or 0, self.seat.data or 0
        bid, seating = self.bid.data or 0, self.seating.data or 0
        return BidEntry(number=number, seat=seat, bid=bid, seating=seating)


ALOUD = "headphones"
SHOWN = ("change", ALOUD)
"""What an address may ask for: the chips once more, and numbers that are read out."""


@bp.get("")
def show(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Show what this player may do now; whoever has this state gets nothing new."""
    session, device_id, address = db.session(), current_device(), GameAddress(gid, uuid)
    tag = current_language().tag
    asked = [name for name in SHOWN if name in request.args]
    revision, changes, player = glance_at_seat(session, device_id, address)
    known = (f"s{revision}", str(changes), str(player), tag, current_database_id())
    etag = "-".join([*known, *asked])
    if unchanged := not_modified(etag, PAGE):
        return unchanged
    game = own_seat(session, device_id, address, datetime.now(UTC))
    page = render_template(
        "game/seat.html",
        game=game,
        sheet=game.sheet,
        row=game.row,
        phases=Phase,
        asked=asked,
        trump_name=lambda trump: trump_name(trump, tag),
    )
    answer = make_response(page)
    answer.set_etag(etag)
    return answer


@bp.post("")
def bid(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Take the bid, and show the page again; what came too late shows there."""
    form = BidForm(request.form)
    if not form.validate():
        game_or_404(gid, uuid, Action.PLAY)
        return problem(422, _("Choose one of the numbers that are offered."))
    stamp, address = stamp_or_404(), GameAddress(gid, uuid)
    # The round may have moved on while somebody was thinking: the page shows where to.
    with suppress(WrongTimeError):
        bid_from_seat(db.session(), stamp, address, form.entry)
    heard = "" if ALOUD in request.args else None
    page = url_for("seat.show", gid=gid, uuid=uuid, headphones=heard)
    return redirect(page, 303)
