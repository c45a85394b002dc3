"""Invented seasons for tests of books."""

from collections.abc import Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import NamedTuple

from scorepad.games.wizard.models import Game
from scorepad.games.wizard.sheet import sheet_of
from scorepad.pdf.book import Book, BookGame, BookPlayer, ResultOfPlayer, SeatOfGame
from scorepad.pdf.completed import Copy
from scorepad.pdf.completed_record import Showing
from scorepad.pdf.paper import Paper
from scorepad.statistics.career import Career, Duel, Results
from scorepad.statistics.predictions import all_of, predictions_of
from scorepad.statistics.season import RankedBy, honours_of
from scorepad.statistics.story import outcomes_of
from tests.pdf.conftest import played
from tests.statistics.counting import standings, sums_of

FIRST_DAY = date(2026, 1, 2)


class Who(NamedTuple):
    """A player of the group."""

    name: str


def season_of(names: Sequence[str], *, games: int, **changes) -> Book:
    """Return a book of so many weekly *games* of the same players."""
    season = _games(names, games)
    people = [Who(name) for name in names]
    outcomes = [
        list(zip(people, outcomes_of(sheet_of(game)), strict=True)) for game in season
    ]
    placed = standings(outcomes, people)
    best = tuple(each.player.name for each in placed if each.games)[:6]
    sums = sums_of(predictions_of(sheet_of(season[0]), season[0])) if season else {}
    zeros = dict.fromkeys(people, 1)

    def rivals_of(player: Who) -> list[Who]:
        return [each for each in people if each != player]

    return Book(
        **{
            "group": "Friday Wizards",
            "season": None,
            "number": 1,
            "language": "en",
            "paper": Paper.A4,
            "ranked_by": RankedBy.AVERAGE,
            "least_games": 1,
            "racers": best,
            "race": tuple(
                tuple(100 + 10 * seat + n % 7 for seat in range(len(best)))
                for n in range(games)
            ),
            "race_numbers": tuple(range(1, games + 1)),
            "records": (),
            "honours": honours_of(placed, zeros),
            "players": tuple(
                BookPlayer(
                    part=f"player-{number}",
                    name=standing.player.name,
                    standing=standing,
                    career=_career(sums, rivals_of(standing.player) if season else ()),
                    results=_results(season, names.index(standing.player.name)),
                )
                for number, standing in enumerate(placed)
            ),
            "games": tuple(_game(number, game) for number, game in enumerate(season)),
            **changes,
        }
    )


def sheets_of(book: Book, names: Sequence[str]) -> dict[str, Copy]:
    """Return the sheets of the games in a book of :func:`season_of`."""
    showing = Showing(paper=book.paper)
    games = _games(names, len(book.games))
    return {
        f"game-{number}": Copy(game, book.language, book.group, showing)
        for number, game in enumerate(games)
    }


def _games(names: Sequence[str], games: int) -> list[Game]:
    days = [FIRST_DAY + timedelta(weeks=week) for week in range(games)]
    return [played(names, seed=n, played_on=day) for n, day in enumerate(days)]


def _career(sums, others: Sequence[Who]) -> Career[str]:
    """Return an invented career, the same for everybody."""
    average, results = Fraction(455, 2), None
    if others:
        results = Results(
            8, 3, 1, 5, average, average, spread=61.5, best=410, worst=-30
        )
    return Career(
        results=results,
        sums=sums,
        predictions=all_of(sums),
        zeros=all_of({key: each for key, each in sums.items() if key[-1] == "0"}),
        longest_run=5,
        longest_drought=3,
        change=None,
        lost_by_one=120,
        duels=tuple(Duel(other, 8, 5, 3, margin=Fraction(35, 2)) for other in others),
        victim=None,
        nemesis=None,
    )


def _results(season: Sequence[Game], seat: int) -> tuple[ResultOfPlayer, ...]:
    sheets = [sheet_of(game) for game in season]
    return tuple(
        ResultOfPlayer(
            game.played_on,
            sheet.totals[seat],
            sheet.ranks[seat],
            len(sheet.players),
            f"game-{number}",
        )
        for number, (game, sheet) in enumerate(zip(season, sheets, strict=True))
    )


def _game(number: int, game: Game) -> BookGame:
    sheet = sheet_of(game)
    return BookGame(
        part=f"game-{number}",
        played_on=game.played_on,
        seats=tuple(
            SeatOfGame(name, sheet.totals[seat], seat in sheet.winners)
            for seat, name in enumerate(sheet.players)
        ),
        rounds=len(game.cards),
    )
