"""A bid from one's own phone."""

from wtforms import Form, IntegerField
from wtforms.validators import InputRequired, NumberRange

_SMALL = [InputRequired(), NumberRange(0, 10_000)]


class BidForm(Form):
    """Who bids what: for the round and the seat that the page showed."""

    round = IntegerField(validators=_SMALL)
    seat = IntegerField(validators=_SMALL)
    seating = IntegerField(validators=_SMALL)
    bid = IntegerField(validators=_SMALL)
