"""Working everything out again that is kept only to be fast."""

from collections.abc import Callable, Iterator

from sqlalchemy.orm import Session

from scorepad.services.seasons.catching_up import AT_ONCE, catch_up, tally_anew
from scorepad.services.seasons.opening import is_written, write_anew
from scorepad.services.seasons.shelving import Shelf
from scorepad.store.db import analyse, write_transaction
from scorepad.store.groups.people import find_season, group_rows, season_numbers
from scorepad.store.play.kept_games import count_finished_games, finished_games
from scorepad.store.seasons.ledgers import mark_outdated
from scorepad.store.tables import Group
from scorepad.store.upkeep.figures import drop_what_no_game_has

Told = Callable[[int, int], None]
"""Called with how many games are done, and of how many."""


def rebuild(session: Session, told: Told = lambda _done, _all: None) -> int:
    """Work out every tally and all ledgers again; tell from how many games.

    Commits some games at a time, so that people can go on writing.
    """
    _forget_what_is_read(session)
    whole, done, last = count_finished_games(session), 0, 0
    while row_ids := finished_games(session, after=last, at_most=AT_ONCE):
        tally_anew(session, row_ids)
        done, last = done + len(row_ids), row_ids[-1]
        told(done, max(done, whole))
    for shelf in _all_shelves(session):
        write_anew(session, shelf, hurried=False)
    return done


def _forget_what_is_read(session: Session) -> None:
    """Let go of what could not be read, or belongs to no game that is over."""
    with write_transaction(session):
        mark_outdated(session, group_rows(session))
        drop_what_no_game_has(session)
        session.commit()


def measure_tables(session: Session) -> None:
    """Let the database look at its tables again, after much was written at once.

    It plans by what it knows of them and would find out by itself only minutes later;
    until then the pages of a long season take twice as long.
    """
    with write_transaction(session):
        analyse(session)
        session.commit()


def fill_in(session: Session) -> None:
    """Work out what is missing, as after an upgrade; what is there stays."""
    catch_up(session)
    for shelf in _all_shelves(session):
        if not is_written(session, shelf):
            write_anew(session, shelf, hurried=False)


def _all_shelves(session: Session) -> Iterator[Shelf]:
    for group_id in group_rows(session):
        numbers = season_numbers(session, group_id)
        for number in (None, *numbers):
            group = session.get_one(Group, group_id)
            season = None if number is None else find_season(session, group, number)
            yield Shelf(group, season)
