"""The seasons of a group at a glance: when they were, and who won them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, group_for
from scorepad.services.naming import Person
from scorepad.services.seasons.bookkeeping import VERSION
from scorepad.services.seasons.ledger_words import sums_in
from scorepad.services.seasons.opening import open_ledger
from scorepad.services.seasons.rating import Ladder, ladder_of, standing_after
from scorepad.services.seasons.shelving import Shelf
from scorepad.stats.season import RankedBy, Standing, ranked, standing_of
from scorepad.stats.sums import PlayerSums
from scorepad.store.groups.people import seasons_of
from scorepad.store.seasons.ledgers import games_in_ledgers, players_in_ledgers
from scorepad.store.tables import Group, Season


@dataclass(frozen=True, slots=True)
class SeasonAtAGlance:
    """A *season*, its *games* that count, who played, and who leads or won it."""

    season: Season
    games: int
    players: int
    first: tuple[Standing[Person], ...]


@dataclass(frozen=True, slots=True)
class Archive:
    """All seasons of a group, the latest first."""

    group_id: UUID
    group_name: str | None
    seasons: tuple[SeasonAtAGlance, ...]


Sums = Mapping[Person, PlayerSums[int]]


def archive(session: Session, device_id: int | None, gid: UUID) -> Archive:
    """Every season with its winners, by what it is ranked by.

    The same few queries for any number of seasons, unless one is ranked by rating.

    :raises NotThereError: the device does not belong to such a group.
    """
    group = group_for(session, device_id, gid, Action.READ)
    seasons = seasons_of(session, group)
    games, sums = _kept(session, group)
    ladder = ladder_of(session, group.id)
    found = []
    for season in reversed(seasons):
        if season.number not in games:
            opened = open_ledger(session, Shelf(group, season))
            games[season.number] = opened.ledger.games
            people = opened.people.items()
            sums[season.number] = {p: opened.ledger.sums[id_] for id_, p in people}
        own = sums.get(season.number, {})
        first = _first(session, ladder, season, own)
        played = sum(each.games > 0 for each in own.values())
        found.append(
            SeasonAtAGlance(season, games[season.number], played, tuple(first))
        )
    return Archive(group.uuid, group.name, tuple(found))


def _kept(session: Session, group: Group) -> tuple[dict[int, int], dict[int, Sums]]:
    """Games and sums of every season whose ledger is of this version and not stale."""
    games = games_in_ledgers(session, group.id, VERSION)
    sums: dict[int, dict[Person, PlayerSums[int]]] = {}
    for row in players_in_ledgers(session, group.id, games):
        person = Person(row.uuid, row.name)
        sums.setdefault(row.number, {})[person] = sums_in(row)
    return games, dict(sums)


def _first(
    session: Session, ladder: Ladder, season: Season, sums: Sums
) -> Sequence[Standing[Person]]:
    """Everybody on the first rank."""
    by = RankedBy(season.ranked_by)
    steps = standing_after(session, ladder, season) if by is RankedBy.RATING else {}
    lines = [
        replace(standing_of(person, each, ()), step=steps.get(person.id_))
        for person, each in sorted(sums.items(), key=lambda e: e[0].name.casefold())
    ]
    placed = ranked(lines, by=by, least_games=season.least_games)
    return [each for each in placed if each.rank == 1]
