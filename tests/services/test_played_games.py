"""A game that was read before somebody else wrote to it is not written."""

from functools import partial

import pytest
from sqlalchemy.exc import NoResultFound

from scorepad.db.engine import write_transaction
from scorepad.db.rounds import count_revision, find_played, write_round
from scorepad.games.wizard.models import Round
from scorepad.services.inputs import SheetEntry
from scorepad.services.sheet_entry import record_sheet
from tests.services.test_recording import PAPER


def test_what_was_read_too_early_is_not_written(session, home):
    address, stamp = home
    record_sheet(session, stamp, address, SheetEntry(PAPER, seen=None))
    where = address.group, address.game, stamp.device_id
    game = find_played(session, *where, lock=False)[-1]
    bids = Round((1, 0, 0), (1, 0, 0))
    put = partial(
        write_round, session, game, 1, stamp, bids, winners=(), revealed_at=None
    )

    with write_transaction(session):
        put()
        count_revision(session, game, stamp)
        for write in (put, partial(count_revision, session, game, stamp)):
            with pytest.raises(NoResultFound):
                write()
