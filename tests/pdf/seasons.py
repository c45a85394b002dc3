"""Invented seasons for tests of books."""

from datetime import date, timedelta
from uuid import UUID

from scorepad.games.names import Person
from scorepad.games.wizard.sheet import sheet_of
from scorepad.pdf.completed import Copy, Showing
from scorepad.pdf.paper import Paper
from scorepad.statistics.career import Columns, LastGame, career_of, outcomes_of
from scorepad.statistics.predictions import predictions_of
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
from tests.statistics.counting import had, results_of, standings

FIRST_DAY = date(2026, 1, 2)


def game_id(number):
    return UUID(int=1000 + number)


def people_called(names):
    return [Person(UUID(int=seat), name) for seat, name in enumerate(names)]


def season_of(names, *, games, **changes):
    """Return a book of so many weekly *games* of the same players."""
    season, people = _games(names, games), people_called(names)
    sheets = [sheet_of(game) for game in season]
    outcomes = [list(zip(people, outcomes_of(sheet), strict=True)) for sheet in sheets]
    placed = standings(outcomes, people)
    best = tuple(each.player for each in placed if each.games)[:6]
    seats = range(len(best))
    rows = tuple(tuple(100 + 10 * s + n % 7 for s in seats) for n in range(games))
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
        "honours": honours_of(placed, dict.fromkeys(people, 1)),
        "players": tuple(_players(placed, outcomes, season, sheets)),
        "games": tuple(map(_game, range(games), season, sheets)),
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


def _players(placed, outcomes, season, sheets):
    seats = [predictions_of(*each) for each in zip(sheets, season, strict=True)]
    results = results_of(
        [
            had(n, person, outcome, seats[n][seat])
            for n, game in enumerate(outcomes)
            for seat, (person, outcome) in enumerate(game)
        ]
    )
    for standing in placed:
        person = standing.player
        own = results.get(person, Columns())
        margins = {
            rival: [a - b for a, b in zip(own.total, each.total, strict=True)]
            for rival, each in results.items()
            if rival != person
        }
        games = [
            LastGame(game_id(n), season[n].played_on, total, rank, len(outcomes[n]))
            for n, total, rank in zip(own.game_id, own.total, own.rank, strict=True)
        ]
        yield BookPlayer(standing, career_of(own, margins), tuple(reversed(games)))


def _game(number, game, sheet):
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
            for seat, person in enumerate(people_called(game.players))
        ),
    )
