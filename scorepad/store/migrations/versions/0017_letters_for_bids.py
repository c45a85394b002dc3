"""Bids of tallies as one letter each, instead of numbers with blanks between them."""

from collections.abc import Callable

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

FIRST, MOST, PLACES, TRUMPS, FORCED, MET = 0x10000, 30, 3, 3, 2, 2


def letter(number: str) -> str:
    cards, bid, taken = (int(number[at : at + 2]) for at in (0, 2, 4))
    place, trump, forced = map(int, number[6:9])
    found = (cards * MOST + bid) * MOST + taken
    found = ((found * PLACES + place) * TRUMPS + trump) * FORCED + forced
    return chr(FIRST + found * MET + (bid == taken))


def number(letter: str) -> str:
    rest, forced = divmod((ord(letter) - FIRST) // MET, FORCED)
    rest, trump = divmod(rest, TRUMPS)
    rest, place = divmod(rest, PLACES)
    rest, taken = divmod(rest, MOST)
    cards, bid = divmod(rest, MOST)
    return f"{cards:02}{bid:02}{taken:02}{place}{trump}{forced}"


def upgrade() -> None:
    rewrite(lambda bids: "".join(map(letter, bids.split())))


def downgrade() -> None:
    rewrite(lambda bids: " ".join(map(number, bids)))


def rewrite(how: Callable[[str], str]) -> None:
    tally = sa.table("tally", *map(sa.column, ("game_id", "seat", "bids")))
    rows = op.get_bind().execute(sa.select(tally).where(tally.c.bids != ""))
    changed = [{"game": g, "at": s, "now": how(bids)} for g, s, bids in rows]
    if changed:
        op.get_bind().execute(
            sa.update(tally)
            .where(
                tally.c.game_id == sa.bindparam("game"),
                tally.c.seat == sa.bindparam("at"),
            )
            .values(bids=sa.bindparam("now")),
            changed,
        )
