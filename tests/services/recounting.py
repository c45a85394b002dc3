"""Compares every figure of a season's pages with a naive count of its documents."""

from fractions import Fraction

import pytest

from scorepad.db.results import EVERY_GAME, Filter
from scorepad.games.names import Person
from scorepad.games.wizard.schedule import Extra
from scorepad.games.wizard.scoring import HouseScoring, Scoring
from scorepad.services.player_stats import player_overview, records_overview
from scorepad.services.season_stats import season_overview
from scorepad.statistics.season import RankedBy
from tests.statistics import pencil, pencil_rating, pencil_records

FIRST_RACERS = 6
SCORINGS = {
    "classic": Scoring.CLASSIC,
    "alternative": Scoring.ALTERNATIVE,
    "junior": Scoring.JUNIOR,
    "custom": HouseScoring(15, 5, 5, 40),
}
FILTERS = (
    EVERY_GAME,
    Filter(players=3),
    Filter(edition=frozenset({Extra.BOMB, Extra.CLOUD})),
    *(Filter(scoring=scoring) for scoring in SCORINGS.values()),
)


def recount(table, number=None, wanted=EVERY_GAME):
    """Compare a season (or all) with its documents."""
    evenings = [
        pencil.evening(document, uuid)
        for uuid, document in table.documents(number)
        if _is_wanted(document, wanted)
    ]
    season = pencil.Season(evenings)
    at = table.by, table.group
    overview = season_overview(*at, number, wanted=wanted, ranked_by=RankedBy.AVERAGE)
    people = {name: Person(id_, name) for name, id_ in table.people().items()}
    assert overview.played == len(season.evenings)
    _standings(overview, season)
    _orders(table, season, number, wanted)
    _race(overview, season)
    _games(overview, evenings)
    _records(records_overview(*at, number, wanted=wanted).records, season)
    for name, person in people.items():
        page = player_overview(*at, person.id_, number, wanted=wanted, at_most=None)
        _standing(page.standing, season)
        _predictions(page, season, name)
        _career(page.career, season, name)
        _last_games(page.games, season, name)
        how = {"player_id": person.id_, "wanted": wanted}
        _own_records(records_overview(*at, number, **how).records, season, name)
    if wanted == EVERY_GAME:
        _ladder(table, number, overview, season)


def _is_wanted(document, wanted):
    scoring = SCORINGS[document.get("scoring", "classic")]
    return (
        scoring == wanted.counted_by
        and wanted.players in {None, len(document["players"])}
        and wanted.edition in {None, frozenset(document.get("edition", ()))}
    )


def _standings(overview, season):
    assert {e.player.name for e in overview.standings if e.games} == set(season.names())
    for each in overview.standings:
        _standing(each, season)


def _standing(standing, season):
    said = season.figures(standing.player.name)
    assert {key: getattr(standing, key) for key in said} == said
    change = standing.change and (standing.change.lately, standing.change.before)
    assert change == season.change(standing.player.name)


def _orders(table, season, number, wanted):
    """Return ranks by every figure; equal ones share theirs."""
    at = table.by, table.group
    for by in (RankedBy.AVERAGE, RankedBy.SHARE, RankedBy.WINS, RankedBy.LEAGUE):
        standings = season_overview(*at, number, ranked_by=by, wanted=wanted).standings
        figures = {name: season.figures(name)[by] for name in season.names()}
        figures = {n: -(10**9) if f is None else f for n, f in figures.items()}
        ranks = {
            name: 1 + sum(other > mine for other in figures.values())
            for name, mine in figures.items()
        }
        assert {e.player.name: e.rank for e in standings if e.games} == ranks
        shown = [each.rank for each in standings if each.rank]
        assert shown == sorted(shown)


def _race(overview, season):
    names = [each.player.name for each in overview.standings if each.games]
    assert [each.name for each in overview.race.people] == names[:FIRST_RACERS]
    for number, row in zip(overview.race.numbers, overview.race.rows, strict=True):
        assert row == tuple(season.averages(name, number) for name in names)
    assert not season.evenings or overview.race.numbers[-1] == len(season.evenings)


def _games(overview, evenings):
    listed = {each.id_: each for each in overview.games}
    for each in evenings:
        if each.totals:
            seats = {seat.person.name: seat for seat in listed[each.key].seats}
            assert {n: seats[n].total for n in each.totals} == each.totals
            assert {n for n, s in seats.items() if s.won} == set(each.winners)


def _records(records, season):
    said = {
        (each.kind, *(each.table or ())): (
            each.value,
            each.game,
            each.round_,
            {person.name for person in each.people},
        )
        for each in records
    }
    assert said == pencil_records.group_records(season)


def _own_records(records, season, name):
    said = {(e.kind, *(e.table or ())): (e.value, e.game, e.round_) for e in records}
    assert said == pencil_records.own_records(season, name)


def _predictions(page, season, name):
    mine = pencil.slices(season.bids(name))
    others = [bid for e in season.evenings for bid in e.bids if bid.name != name]
    assert {k: tuple(c) for k, c in page.career.sums.items()} == mine
    assert {k: tuple(c) for k, c in page.others.items()} == pencil.slices(others)


def _career(career, season, name):
    own, bids = season.own(name), season.bids(name)
    totals = sorted(each.totals[name] for each in own)
    if own:
        middle, mean = len(totals) // 2, Fraction(sum(totals), len(totals))
        assert career.podiums == sum(each.ranks[name] <= 3 for each in own)
        assert career.median == Fraction(totals[middle] + totals[~middle], 2)
        variance = sum((total - mean) ** 2 for total in totals) / len(totals)
        assert career.spread**2 == pytest.approx(float(variance))
        assert career.worst == totals[0]
    zeros = [bid for bid in bids if bid.bid == 0]
    assert tuple(career.predictions) == pencil.counted(bids)
    assert tuple(career.zeros) == pencil.counted(zeros)
    assert (career.longest_run, career.longest_drought) == season.runs(name)
    near = [bid for bid in bids if abs(bid.bid - bid.taken) == 1]
    assert career.lost_by_one == sum(bid.foreseen - bid.points for bid in near)
    _duels(career, season, name)


def _duels(career, season, name):
    rivals = {n for e in season.own(name) for n in e.totals if n != name}
    assert {duel.rival.name for duel in career.duels} == rivals
    for duel in career.duels:
        said = duel.games, duel.ahead, duel.behind, duel.margin
        assert said == season.duel(name, duel.rival.name)
    leads = [0]
    for rival in rivals:
        _, ahead, behind, _ = season.duel(name, rival)
        leads.append(ahead - behind)
    said = [d.ahead - d.behind if d else 0 for d in (career.victim, career.nemesis)]
    assert said == [max(leads), min(leads)]


def _last_games(games, season, name):
    said = [(e.id_, e.total, e.rank, e.seats) for e in games]
    assert said == [
        (e.key, e.totals[name], e.ranks[name], len(e.document["players"]))
        for e in reversed(season.own(name))
    ]


def _ladder(table, number, overview, season):
    """Ratings, games and wins after the last game of the season, of all games ever."""
    whole = [
        pencil.evening(document, uuid)
        for uuid, document in table.documents()
        if document.get("scoring", "classic") == "classic"
    ]
    keys = [each.key for each in whole]
    last = keys.index(season.evenings[-1].key) + 1 if season.evenings else 0
    ladder = pencil_rating.ladder([each for each in whole[:last] if each.totals])
    for each in overview.standings:
        *_, wins = ladder.get(each.player.name, [None])
        assert each.wins_ever == (wins or 0)
    at = table.by, table.group
    for each in season_overview(*at, number, ranked_by=RankedBy.RATING).standings:
        known = ladder.get(each.player.name)
        assert (each.rating is None) == (known is None)
        if known:
            assert each.rating[:2] == pytest.approx(known[:2])
            assert each.wins_ever == known[-1]
