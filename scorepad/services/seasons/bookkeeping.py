"""The ledger of a season: changed by every finished game, in the save that writes it.

Sums are exact after every change, of the games of the classic scoring. What depends on
the order of games follows (:mod:`scorepad.services.seasons.following`).
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy.orm import Session

from scorepad.rules.wizard.game import Scoring
from scorepad.services.seasons.following import follow
from scorepad.services.seasons.ledger_words import (
    course_words,
    in_words,
    kind_word,
    predictions_in,
    results_of,
    sum_words,
    sums_in,
)
from scorepad.stats.columns import by_player, columns_of
from scorepad.stats.course import Course
from scorepad.stats.ledger import compare
from scorepad.stats.packing import sums_of_packed
from scorepad.stats.predictions import Counts, Slice, Sums
from scorepad.stats.records import Mark
from scorepad.stats.sums import PlayerSums, moved
from scorepad.store.seasons.ledgers import add_ledger, held_ledger, held_players
from scorepad.store.seasons.ratings import hold_mark
from scorepad.store.seasons.tallies import Tallied
from scorepad.store.tables import ALL_GAMES, PlayerLedger, SeasonLedger

VERSION: Final = 2
"""What is written in the ledger; raised, all of them are written anew."""


def begin_ledgers(session: Session, group_id: int, *numbers: int) -> None:
    """Begin the ledgers of seasons that have no game yet."""
    for number in numbers:
        add_ledger(session, group_id, number, version=VERSION)


def enter_change(
    session: Session,
    group_id: int,
    before: Sequence[Tallied],
    after: Sequence[Tallied],
    marks: Sequence[Mark],
) -> None:
    """Take out what a game was *before*, and put in what it is *after*.

    Of its own season or seasons, and of all games. *marks* are the present ones.
    """
    hold_mark(session, group_id)
    for number in sorted({ALL_GAMES, *(each.number for each in (*before, *after))}):
        row = held_ledger(session, group_id, number)
        if row is not None:
            row.changes += 1
            was, now = _within(before, number), _within(after, number)
            if row.version == VERSION:
                row.kinds = _kinds(row.kinds, was, now)
                _enter(session, row, _classic(was), _classic(now), marks)
    session.flush()


def _within(entries: Sequence[Tallied], number: int) -> list[Tallied]:
    return [each for each in entries if number in {each.number, ALL_GAMES}]


def _classic(entries: Sequence[Tallied]) -> list[Tallied]:
    return [each for each in entries if each.scoring == Scoring.CLASSIC.value]


def _kinds(
    kinds: Mapping[str, int], was: Sequence[Tallied], now: Sequence[Tallied]
) -> dict[str, int]:
    """The games of every scoring and edition after a change."""
    counts = Counter(kinds)
    counts.subtract(
        kind_word(each.scoring, each.edition) for each in was[:1] if each.listed
    )
    counts.update(
        kind_word(each.scoring, each.edition) for each in now[:1] if each.listed
    )
    return {kind: games for kind, games in sorted(counts.items()) if games}


def _enter(
    session: Session,
    row: SeasonLedger,
    was: Sequence[Tallied],
    now: Sequence[Tallied],
    marks: Sequence[Mark],
) -> None:
    ids = {each.player_id for each in (*was, *now)}
    players = held_players(session, row.number, ids)
    sums: dict[int, PlayerSums[int]] = defaultdict(PlayerSums)
    sums.update({id_: sums_in(each) for id_, each in players.items()})
    whole = _add_up(sums, was, -1, predictions_in(row.predictions))
    row.predictions = in_words(_add_up(sums, now, 1, whole))
    courses = follow(session, row, players, was, now, marks)
    for id_ in ids | courses.keys():
        kept = players.get(id_)
        if id_ in ids and not sums[id_].listed:
            if kept is not None:
                session.delete(kept)
        elif kept is None:
            kept = PlayerLedger(player_id=id_, number=row.number, group_id=row.group_id)
            _write(kept, sum_words(sums[id_]))
            _write(kept, course_words(courses.get(id_, Course())))
            session.add(kept)
        else:
            _write(kept, sum_words(sums[id_]) if id_ in ids else {})
            _write(kept, course_words(courses[id_]) if id_ in courses else {})


def _write(kept: PlayerLedger, words: Mapping[str, Any]) -> None:
    for key, value in words.items():
        setattr(kept, key, value)


def _add_up(
    sums: dict[int, PlayerSums[int]],
    entries: Sequence[Tallied],
    times: int,
    whole: Sums,
) -> dict[Slice, Counts]:
    """Enter a game for everybody in it; tell the predictions of the whole season."""
    results = results_of(entries)
    for each in entries:
        sums[each.player_id].listed += times * each.listed
    for had in results:
        bids = Counter(had.bids)
        sums[had.player].enter(columns_of([had]), times)
        sums[had.player].foresee(bids, times)
        whole = moved(whole, sums_of_packed(bids), times)
    compare(sums, by_player(results)[1], times)
    return dict(whole)
