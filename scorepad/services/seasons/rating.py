"""Ratings and wins of everybody in a group, worked out from where they are stale."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.seasons.climbing import Stretch, step_of, stretches_from
from scorepad.stats.rating import Step
from scorepad.store.db import write_transaction
from scorepad.store.seasons.rating_steps import (
    KeptStep,
    keep_steps,
    last_place,
    latest_steps,
    uuids_of,
    wins_after,
)
from scorepad.store.seasons.ratings import Mark, mark_everything, mark_of
from scorepad.store.tables import Group, Season
from scorepad.store.tables.ratings import NOTHING_STALE
from scorepad.store.upkeep.faults import FAULTS


@dataclass(frozen=True, slots=True)
class Ladder:
    """The steps of a group: kept before *stale_from*, and the *rest*, in order."""

    group_id: int
    stale_from: int
    rest: tuple[KeptStep, ...] = ()


def ladder_of(session: Session, group_id: int) -> Ladder:
    """The steps of a group, all of them right.

    What is stale is worked out and kept; while the database cannot be written, it is
    only worked out. Where anything was, the transaction of *session* has ended.
    """
    mark = mark_of(session, group_id)
    stale_from, rest, may_keep = mark.stale_from, list[KeptStep](), True
    for stretch in stretches_from(session, group_id, mark.stale_from):
        may_keep = may_keep and _kept_in_a_hurry(session, group_id, mark, stretch)
        if may_keep:
            stale_from = stretch.until
            mark = replace(mark, stale_from=stale_from)
        else:
            rest += stretch.steps
    return Ladder(group_id, stale_from, tuple(rest))


def standing_in(
    session: Session, ladder: Ladder, *, before: int = NOTHING_STALE
) -> Mapping[UUID, Step]:
    """Where everybody who had played stood before a place."""
    kept = latest_steps(session, ladder.group_id, before=min(before, ladder.stale_from))
    found = {uuid: step_of(each) for uuid, each in kept}
    rest = {each.player_id: each for each in ladder.rest if each.place < before}
    names = uuids_of(session, rest) if rest else {}
    return {**found, **{names[row]: step_of(each) for row, each in rest.items()}}


def standing_after(
    session: Session, ladder: Ladder, season: Season
) -> Mapping[UUID, Step]:
    """Where everybody stood after the last game of a season, if it has one."""
    if ladder.rest:
        return standing_in(session, ladder, before=last_place(session, season) + 1)
    steps = latest_steps(session, ladder.group_id, before=season)
    return {uuid: step_of(each) for uuid, each in steps}


def wins_in(
    session: Session, ladder: Ladder, group: Group, game: UUID
) -> tuple[tuple[int, int], ...]:
    """Seats of a game that counts, with how often who sat there had won after it."""
    row, kept = wins_after(session, group, game, before=ladder.stale_from)
    rest = {each.seat: each.wins for each in ladder.rest if each.game_id == row}
    return tuple((kept | rest).items())


def rebuild_ratings(
    session: Session, on_progress: Callable[[int], None] = lambda _games: None
) -> int:
    """Work out every step of every group again; tell from how many games.

    Commits as it goes, and tells *on_progress* each time how many games that were. The
    tallies are believed where they know a game, so rebuild those first.
    """
    with write_transaction(session):
        groups = mark_everything(session)
        session.commit()
    return sum(_rebuild(session, group_id, on_progress) for group_id in groups)


def _rebuild(
    session: Session, group_id: int, on_progress: Callable[[int], None]
) -> int:
    games = 0
    while (mark := mark_of(session, group_id)).stale_from != NOTHING_STALE:
        for stretch in stretches_from(session, group_id, mark.stale_from):
            if not _kept(session, group_id, mark, stretch):
                break  # somebody changed a game meanwhile
            mark = replace(mark, stale_from=stretch.until)
            games += stretch.games
            on_progress(stretch.games)
    return games


def _kept_in_a_hurry(
    session: Session, group_id: int, mark: Mark, stretch: Stretch
) -> bool:
    try:
        return _kept(session, group_id, mark, stretch, hurried=True)
    except (TimeoutError, *FAULTS):
        return False


def _kept(
    session: Session,
    group_id: int,
    mark: Mark,
    stretch: Stretch,
    *,
    hurried: bool = False,
) -> bool:
    """Keep a stretch; false if the mark was moved meanwhile."""
    with write_transaction(session, hurried=hurried):
        is_kept = keep_steps(
            session, group_id, mark, stretch.steps, stale_from=stretch.until
        )
        session.commit()
        return is_kept
