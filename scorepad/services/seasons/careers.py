"""A player to look at: everything that their games say of them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, group_for
from scorepad.services.naming import Person
from scorepad.services.seasons.ledger_words import Kinds
from scorepad.services.seasons.opening import OpenPage, open_page
from scorepad.services.seasons.rating import ladder_of, standing_in
from scorepad.services.seasons.reading import player_or_not_there
from scorepad.services.seasons.shelving import Shelf, Worked
from scorepad.services.seasons.tracing import Milestone, milestones_of
from scorepad.stats.career import Career, career_of
from scorepad.stats.predictions import Sums, without
from scorepad.stats.rating import Step
from scorepad.store.seasons.careers import LastGame, last_games_of
from scorepad.store.seasons.filters import EVERY_GAME, Filter
from scorepad.store.seasons.ledgers import people_by_row
from scorepad.store.tables import Season

GAMES_SHOWN = 30


@dataclass(frozen=True, slots=True)
class PlayerOverview:
    """A player in one *season*, or over all of them.

    Everything is of the games that the filter *wanted*; *games* are the last of them,
    the latest first, and *others* how everybody else predicted in them. But *step* is
    where they stand now, of all games, and *climb* how they came there. *kinds* are
    those of all games of the season.
    """

    group_id: UUID
    group_name: str | None
    person: Person
    season: Season | None
    seasons: tuple[Season, ...]
    wanted: Filter
    kinds: Kinds
    career: Career[Person]
    others: Sums
    games: tuple[LastGame, ...]
    step: Step | None
    climb: tuple[Milestone, ...]


def player_overview(  # noqa: PLR0913 - who, where, and how to look at it
    session: Session,
    device_id: int | None,
    gid: UUID,
    player_id: UUID,
    number: int | None,
    *,
    wanted: Filter = EVERY_GAME,
    at_most: int | None = GAMES_SHOWN,
) -> PlayerOverview:
    """Sum up a player over the games of a season, or of all (*number* ``None``).

    *at_most* so many games are listed, or all (``None``).
    Only finished games that count and have a result are in it.

    :raises NotThereError: the device does not belong to a group with such a player
        and season.
    """
    group = group_for(session, device_id, gid, Action.READ)
    ladder = ladder_of(session, group.id)
    found = player_or_not_there(session, group, player_id, number)
    player, season = found.player, found.season
    shelf = Shelf(group, season)
    page = open_page(session, shelf, player.id, wanted)
    return PlayerOverview(
        group_id=group.uuid,
        group_name=group.name,
        person=Person(player.uuid, player.name),
        season=season,
        seasons=found.seasons,
        wanted=wanted,
        kinds=page.kinds,
        career=_career(session, page),
        others=without(page.predictions, page.sums.predictions),
        games=_last_games(
            last_games_of(session, player, shelf.number, wanted, at_most=at_most),
            page.missing,
            player.id,
            wanted,
        )[:at_most],
        step=standing_in(session, ladder).get(player.uuid),
        climb=milestones_of(session, ladder, player, season),
    )


def _last_games(
    known: Sequence[LastGame],
    missing: Collection[Worked],
    player_id: int,
    wanted: Filter,
) -> tuple[LastGame, ...]:
    """The last games of a player, those that the database knows no tallies of too."""
    others = [
        LastGame(
            kept.row_id,
            UUID(kept.game.id_),
            kept.played_on,
            each.had.total or 0,
            each.had.rank or 0,
            len(entries),
        )
        for kept, entries, _ in missing
        if wanted.sums_up(kept.game, kept.played_on)
        for each in entries
        if each.ranked and each.player_id == player_id
    ]
    outdated = {kept.row_id for kept, *_ in missing}
    games = (*(each for each in known if each.row_id not in outdated), *others)
    latest = sorted(games, key=lambda each: (each.played_on, each.row_id), reverse=True)
    return tuple(latest)


def _career(session: Session, page: OpenPage) -> Career[Person]:
    """What the ledger say, with the names of rivals, in their order."""
    rivals = people_by_row(session, page.sums.met) if page.sums.met else {}
    people = sorted(rivals.values(), key=lambda each: each.name.casefold())
    met = {Person(each.uuid, each.name): page.sums.met[each.id] for each in people}
    return career_of(page.sums, page.course, met)
