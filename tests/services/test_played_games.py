"""A game read as plain rows equals the game read as objects."""

from dataclasses import replace
from functools import partial

import pytest
from sqlalchemy import select
from sqlalchemy.exc import NoResultFound

from scorepad.db.engine import write_transaction
from scorepad.db.games import count_revision
from scorepad.db.rounds import as_played, find_played, write_round
from scorepad.db.tables import GameRow
from scorepad.games.problems import Problem
from scorepad.games.wizard.models import (
    Adjustment,
    BidChange,
    BidMode,
    EvenBidMode,
    EvenBidRule,
    Round,
)
from scorepad.games.wizard.schedule import Extra, Trump
from scorepad.services.inputs import SheetEntry
from scorepad.services.sheet_entry import record_sheet
from tests.services.test_late_and_early import LATE, TABLE

ADJUSTED = replace(
    LATE,
    adjustments=(Adjustment(1, -30, "cat", 2), Adjustment(0, 10, "dog", None)),
    even_bid_rule=EvenBidRule(EvenBidMode.LAST_BIDDER, 15, zero_always_allowed=True),
    bid_mode=BidMode.HIDDEN,
    place="Nürnberg",
    minutes=90,
)
NOTED = replace(
    TABLE,
    cards=(1, 8),
    joined=(),
    left=(),
    edition=frozenset({Extra.CLOUD}),
    rounds=(
        Round(
            bids=(0, 1, 0, 0, 0),
            tricks=(0, 0, 1, 0, 0),
            trump=Trump.BLUE,
            dealer=2,
            note="said out of turn",
            late_bids=(1,),
        ),
        Round((7, 3, 4, 0, 1), bid_changes=(BidChange(0, -1),), void_tricks=1),
    ),
)


SAID = [
    Round((1, None, 0, 0, 2), tricks=(None,) * 5, late_bids=(4, 0, 4), note="x"),
    Round((1, 0, 0, 0, 0), (0, 0, 0, 0, 1), dealer=4, named_by=1, void_tricks=0),
    Round((None,) * 5, totals=(20, 30, 20, 20, -10), accepted=(Problem.BIDS_EVEN,)),
    Round((None,) * 5, totals=(None,) * 5),
]


def played(session, home, *, lock=False):
    address, stamp = home
    where = address.group, address.game, stamp.device_id
    return find_played(session, *where, lock=lock)[-1]


def test_a_round_is_told_as_it_is_read_again(session, home):
    address, stamp = home
    record_sheet(session, stamp, address, SheetEntry(TABLE, seen=None))

    def stored():
        return played(session, home, lock=True)

    with write_transaction(session):
        for winners, round_ in enumerate(SAID):
            told = write_round(
                session,
                stored(),
                1,
                stamp,
                round_,
                winners=(0,) * winners,
                revealed_at=stamp.at,
            )
            assert stored().rounds[1] == told
            assert told.revision == winners + 1


@pytest.mark.parametrize("game", [TABLE, LATE, ADJUSTED, NOTED])
def test_both_ways_of_reading_tell_the_same(session, home, game):
    address, stamp = home
    record_sheet(session, stamp, address, SheetEntry(game, seen=None, finished=False))

    plain = played(session, home)

    session.expunge_all()
    loaded = as_played(session.scalars(select(GameRow)).one())
    assert not plain.has_bids_beside  # which one that is loaded does not tell
    assert replace(loaded, has_bids_beside=False) == plain
    assert plain.value.rounds == game.rounds


def test_what_was_read_too_early_is_not_written(session, home):
    address, stamp = home
    record_sheet(session, stamp, address, SheetEntry(NOTED, seen=None, finished=False))
    game = played(session, home)
    put = partial(
        write_round, session, game, 1, stamp, SAID[1], winners=(), revealed_at=None
    )

    with write_transaction(session):
        put()
        count_revision(session, game, stamp)
        for write in (put, partial(count_revision, session, game, stamp)):
            with pytest.raises(NoResultFound):
                write()
