"""The shapes of a game of Wizard that travel, as JSON Schema."""

from scorepad.rules.documents import LONGEST_PLACE, LONGEST_REMARK, MOST_MINUTES
from scorepad.rules.problems import Problem
from scorepad.rules.wizard.game import (
    CUSTOM,
    BidMode,
    Deck,
    EvenBidMode,
    Extra,
    Letters,
    Schedule,
    Scoring,
    Trump,
)
from scorepad.rules.wizard.table_document import LARGEST
from scorepad.web.api import shapes
from scorepad.web.openapi.kinds import (
    DAY,
    FLAG,
    MOMENT,
    UUID,
    Schema,
    list_of,
    maybe,
    one_of,
    record,
    ref,
    text_up_to,
    whole,
    with_more,
)

SEAT = whole(0, shapes.MOST_SEATS)
NUMBER = whole(1, shapes.MOST_ROUNDS)
POINTS = whole(-shapes.MOST_POINTS, shapes.MOST_POINTS)
PER_SEAT = list_of(maybe(whole()), shapes.MOST_SEATS)
FACTOR = whole(-LARGEST, LARGEST)
SEATING = whole(0, shapes.MOST_SEATINGS)

BID_CHANGE = record({"seat": SEAT, "by": whole(-1, 1)})
EVEN_BID_RULE = record(
    {},
    mode=one_of(EvenBidMode),
    min_cards=whole(1, shapes.MOST_ROUNDS),
    zero_always_allowed=FLAG,
)
FORMULA = record(
    {"base": FACTOR, "per_trick": FACTOR, "per_miss": FACTOR}, kept_zero=FACTOR
)
ADJUSTMENT = record(
    {"seat": SEAT, "points": POINTS}, reason=text_up_to(200), round=maybe(NUMBER)
)
JOINED = record({"seat": SEAT, "round": NUMBER}, start_total=POINTS)
LEFT = record({"seat": SEAT, "after_round": NUMBER})

_SETTINGS: dict[str, Schema] = {
    "first_dealer": SEAT,
    "schedule": one_of(Schedule),
    "even_bid_rule": maybe(ref("EvenBidRule")),
    "bid_mode": one_of(BidMode),
    "edition": {**list_of(one_of(Extra), len(Extra)), "uniqueItems": True},
    "foresight": FLAG,
    "scoring": one_of([*Scoring, CUSTOM]),
    "formula": maybe(ref("Formula")),
    "deck": maybe(one_of(Deck)),
    "letters": maybe(one_of(Letters)),
    "adjustments": list_of(ref("Adjustment"), 100),
    "started_at": maybe(MOMENT),
    "finished": FLAG,
    "ended_after": maybe(NUMBER),
    "seating": SEATING,
    "joined": list_of(ref("Joined"), shapes.MOST_SEATS),
    "left": list_of(ref("Left"), shapes.MOST_SEATS),
    "counts": FLAG,
    "deleted": FLAG,
    "place": maybe(text_up_to(LONGEST_PLACE)),
    "remark": maybe(text_up_to(LONGEST_REMARK)),
    "minutes": maybe(whole(0, MOST_MINUTES)),
}
_CARDS = list_of(whole(), shapes.MOST_ROUNDS)

NEW_GAME = record(
    {"players": list_of(ref("Person"), shapes.MOST_SEATS)}, **_SETTINGS, cards=_CARDS
)
_TOLD_SETTINGS = record(
    {**_SETTINGS, "cards": _CARDS},
    planned=_CARDS,
    final_totals=list_of(whole()),
    deleted_by=ref("Device"),
)
OWN_FACTS = {
    "id": UUID,
    "players": list_of(ref("Person")),
    "played_on": DAY,
    "finished_at": maybe(MOMENT),
    "season": whole(1),
    "revision": whole(1),
}


GAME_SETTINGS = with_more(_TOLD_SETTINGS, **OWN_FACTS)
GAME = with_more(GAME_SETTINGS, rounds=list_of(ref("Round")))
SAVED_GAME = {"anyOf": [ref("GameSettings"), ref("Game")]}
"""Where people were seated anew its rounds come with it: they are others now."""

_ROUND: dict[str, Schema] = {
    "bids": PER_SEAT,
    "tricks": maybe(PER_SEAT),
}
_ROUND_MORE: dict[str, Schema] = {
    "trump": maybe(one_of(Trump)),
    "named_by": maybe(SEAT),
    "later_trump": maybe(one_of(Trump)),
    "dealer": maybe(SEAT),
    "bid_changes": list_of(ref("BidChange"), 24),
    "void_tricks": whole(0),
    "accepted": {**list_of(one_of(Problem)), "uniqueItems": True},
    "winners": list_of(SEAT, shapes.MOST_ROUNDS),
    "note": maybe(text_up_to(200)),
    "seating": SEATING,
    "late_bids": list_of(SEAT, shapes.MOST_SEATS),
}
NEW_ROUND = record(_ROUND, **_ROUND_MORE, dealt_again=FLAG)
ROUND = record(
    {"number": NUMBER, "revision": whole(1), **_ROUND},
    **_ROUND_MORE,
    totals=list_of(maybe(whole())),
)
SAVED_ROUND = with_more(ROUND, saved_at=MOMENT, game_revision=whole(1))
NEW_BID = record({"bid": whole(0)}, seating=SEATING)
SAVED_BID = record(
    {
        "round": NUMBER,
        "seat": SEAT,
        "saved_at": MOMENT,
        "game_revision": whole(1),
        "revealed": maybe(ref("Round")),
    }
)
BIDS = record(
    {
        "round": NUMBER,
        "mode": one_of(BidMode),
        "seating": SEATING,
        "seats": list_of(
            record(
                {
                    "seat": SEAT,
                    "phone": FLAG,
                    "bid_by": maybe(one_of(["own", "table"])),
                    "bid": maybe(whole(0)),
                }
            )
        ),
        "closed": FLAG,
        "reveals_at": maybe(MOMENT),
        "state": maybe(ref("Round")),
    }
)
"""Who has bid; *bid* is told only in open bidding."""
GAME_LINE = record(
    {
        "id": UUID,
        "players": list_of(ref("Person")),
        "rounds_played": whole(0),
        "rounds": whole(0),
        "finished": FLAG,
        "played_on": DAY,
    }
)

WIZARD: dict[str, Schema] = {
    "NewGame": NEW_GAME,
    "NewRound": NEW_ROUND,
    "NewBid": NEW_BID,
    "SavedBid": SAVED_BID,
    "Bids": BIDS,
    "BidChange": BID_CHANGE,
    "EvenBidRule": EVEN_BID_RULE,
    "Formula": FORMULA,
    "Adjustment": ADJUSTMENT,
    "Joined": JOINED,
    "Left": LEFT,
    "GameLine": GAME_LINE,
    "GameSettings": GAME_SETTINGS,
    "Game": GAME,
    "SavedGame": SAVED_GAME,
    "Round": ROUND,
    "SavedRound": SAVED_ROUND,
}
