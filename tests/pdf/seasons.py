"""Invented seasons for tests of books."""

from datetime import date, timedelta
from fractions import Fraction
from uuid import UUID

from scorepad.games.names import Person
from scorepad.games.wizard.sheet import sheet_of
from scorepad.pdf.completed import Copy, Showing
from scorepad.pdf.paper import Paper
from scorepad.statistics.career import Career, Duel, LastGame, Results, outcomes_of
from scorepad.statistics.predictions import all_of, predictions_of
from scorepad.statistics.season import (
    Book,
    BookPlayer,
    GameInSeason,
    Race,
    RankedBy,
    SeatResult,
    honours_of,
)
from tests.pdf.conftest import played
from tests.statistics.counting import standings, sums_of

FIRST_DAY = date(2026, 1, 2)


def game_id(number):
    return UUID(int=1000 + number)


def people_called(names):
    return [Person(UUID(int=seat), name) for seat, name in enumerate(names)]


def season_of(names, *, games, **changes):
    """Return a book of so many weekly *games* of the same players."""
    season = _games(names, games)
    people = people_called(names)
    outcomes = [
        list(zip(people, outcomes_of(sheet_of(game)), strict=True)) for game in season
    ]
    placed = standings(outcomes, people)
    best = tuple(each.player for each in placed if each.games)[:6]
    sums = sums_of(predictions_of(sheet_of(season[0]), season[0])) if season else {}
    zeros = dict.fromkeys(people, 1)

    seats = range(len(best))
    rows = tuple(tuple(100 + 10 * s + n % 7 for s in seats) for n in range(games))
    players = tuple(
        BookPlayer(
            each,
            _career(sums, [p for p in people if season and p != each.player]),
            _games_of(season, people.index(each.player)),
        )
        for each in placed
    )
    told = {
        "group": "Friday Wizards",
        "season": None,
        "number": 1,
        "language": "en",
        "paper": Paper.A4,
        "ranked_by": RankedBy.AVERAGE,
        "least_games": 1,
        "race": Race(best, rows, tuple(range(1, games + 1))),
        "records": (),
        "honours": honours_of(placed, zeros),
        "players": players,
        "games": tuple(_game(n, game, people) for n, game in enumerate(season)),
    }
    return Book(**told | changes)


def sheets_of(book, names):
    showing = Showing(paper=book.paper)
    games = _games(names, len(book.games))
    return {
        game_id(number): Copy(game, book.language, book.group, showing)
        for number, game in enumerate(games)
    }


def _games(names, games):
    days = [FIRST_DAY + timedelta(weeks=week) for week in range(games)]
    return [played(names, seed=n, played_on=day) for n, day in enumerate(days)]


def _career(sums, others):
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


def _games_of(season, seat):
    sheets = [sheet_of(game) for game in season]
    games = [
        LastGame(
            game_id(number),
            game.played_on,
            sheet.totals[seat],
            sheet.ranks[seat],
            len(sheet.players),
        )
        for number, (game, sheet) in enumerate(zip(season, sheets, strict=True))
    ]
    return tuple(reversed(games))


def _game(number, game, people):
    sheet = sheet_of(game)
    return GameInSeason(
        id_=game_id(number),
        played_on=game.played_on,
        finished=True,
        counts=True,
        scoring=game.scoring,
        rounds=len(game.cards),
        next_round=len(game.cards),
        seats=tuple(
            SeatResult(person, sheet.totals[seat], seat in sheet.winners)
            for seat, person in enumerate(people)
        ),
    )
