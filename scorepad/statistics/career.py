"""Outcomes of games, and the career of a player by them."""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from statistics import median, pstdev
from typing import Any, Final, NamedTuple, TypeVar
from uuid import UUID

from scorepad.games.names import Person
from scorepad.games.wizard.scoring import (
    AnyScoring,
    Scoring,
    league_points,
    points,
    ranks,
)
from scorepad.games.wizard.sheet import Sheet
from scorepad.statistics import predictions
from scorepad.statistics.findings import Tally, luck_of
from scorepad.statistics.predictions import MET, MISSED, UNKNOWN, Counts, Slice

Player = TypeVar("Player", bound=Hashable)

FORM = 5  # how many of the last ranks make the form
LATELY: Final = 10  # how many of the last games count as recent
HARDLY_LUCK: Final = 0.1  # probability of chance below which a change is shown


class Outcome(NamedTuple):
    """The outcome of a game for one seat.

    *bids_made* counts rounds in which it is known whether the bid was met. *winners* is
    the number of winners, 0 for losers. *possible* is the best possible total. *hands*
    are the scoring, number of players and cards of each round of the seat that counts.
    """

    total: int
    bids_met: int = 0
    bids_made: int = 0
    winners: int = 0
    played: bool = True
    rank: int = 1
    possible: int = 0
    league: int = 0
    hands: tuple[tuple[AnyScoring, int, int], ...] = ()


def outcomes_of(sheet: Sheet) -> tuple[Outcome, ...]:
    """Return the outcome of every seat of a finished game; none without rounds."""
    if not sheet.winners:
        return ()
    outcomes = [_outcome(sheet, seat) for seat in range(len(sheet.players))]
    # A latecomer may win by the start total, without any closed round.
    placed = [n for n, each in enumerate(outcomes) if each.played or each.winners]
    # By rank, so that all who stayed beat those who left.
    merits = [-sheet.ranks[seat] for seat in placed]
    places = zip(placed, ranks(merits), league_points(merits), strict=True)
    for seat, rank, league in places:
        outcomes[seat] = outcomes[seat]._replace(rank=rank, league=league)
    return tuple(outcomes)


def _outcome(sheet: Sheet, seat: int) -> Outcome:
    met = [row.is_met(seat) for row in sheet.rows]
    rows = sheet.closed or sheet.rows
    # A closed round without points was not written down.
    scored = [row for row in rows if row.points is not None or not row.is_closed]
    own = (row for row in scored if seat in row.present)
    hands = tuple((row.scoring, len(row.present), row.cards) for row in own)
    return Outcome(
        total=sheet.totals[seat],
        bids_met=met.count(True),
        bids_made=len(met) - met.count(None),
        winners=len(sheet.winners) if seat in sheet.winners else 0,
        played=sheet.has_played(seat),
        possible=sum(points(how, bid=n, tricks=n, cards=n) for how, _, n in hands),
        hands=hands,
    )


class Columns(NamedTuple):
    """A player's results in the games that count, in order of play.

    Fields are as in :class:`Outcome`, but *winners* counts the winners of each game,
    and *above_par* is in hundredths of a point.
    """

    games: Sequence[int] = ()
    totals: Sequence[int] = ()
    ranks: Sequence[int] = ()
    winners: Sequence[int] = ()
    possible: Sequence[int] = ()
    league: Sequence[int] = ()
    bids_met: Sequence[int] = ()
    bids_made: Sequence[int] = ()
    marks: Sequence[str] = ()
    bids: Sequence[str] = ()
    above_par: Sequence[int] = ()

    @property
    def wins(self) -> int:
        """Return the number of wins, including shared ones."""
        return self.ranks.count(1)

    @property
    def shared_wins(self) -> int:
        """Return the number of shared wins."""
        games = zip(self.ranks, self.winners, strict=True)
        winners = [winners for rank, winners in games if rank == 1]
        return len(winners) - winners.count(1)

    @property
    def average(self) -> Fraction | None:
        """Return the average total."""
        return Fraction(sum(self.totals), len(self.totals)) if self.totals else None

    @property
    def par(self) -> Fraction | None:
        """Return how far above par the results are, on average in points."""
        known = self.above_par
        return Fraction(sum(known), 100 * len(known)) if known else None

    @property
    def share(self) -> Fraction | None:
        """Return the average share of the best possible total, at most 1."""
        scored: defaultdict[int, int] = defaultdict(int)
        for possible, total in zip(self.possible, self.totals, strict=True):
            scored[possible] += total
        games = len(self.possible) - self.possible.count(0)
        parts = (Fraction(scored[most], most) for most in scored if most)
        return sum(parts, Fraction(0)) / games if games else None

    def longest(self, mark: str) -> int:
        """Return the most consecutive bids with this *mark*, across games."""
        marks = "".join(self.marks).replace(UNKNOWN, "")
        return max(map(len, marks.split(MISSED if mark == MET else MET)))


def by_player(
    players: Sequence[Player], results: Mapping[str, Sequence[Any]]
) -> dict[Player, Columns]:
    """Return the results of every player; *players* names the owner of each."""
    places: defaultdict[Player, list[int]] = defaultdict(list)
    for place, player in enumerate(players):
        places[player].append(place)
    return {
        player: Columns(
            **{name: [column[n] for n in own] for name, column in results.items()}
        )
        for player, own in places.items()
    }


def margins_of(
    own: Columns, players: Sequence[int], results: Columns
) -> dict[int, list[int]]:
    """Return a player's margins over all *players* (owners of *results*) by game."""
    mine = dict(zip(own.games, own.totals, strict=True))
    found: defaultdict[int, list[int]] = defaultdict(list)
    for rival, game, total in zip(players, results.games, results.totals, strict=True):
        if game in mine:
            found[rival].append(mine[game] - total)
    return found


class Trend(NamedTuple):
    """The shares of bids met *lately* and *before*; *is_clear* if hardly by chance."""

    lately: Fraction
    before: Fraction
    is_clear: bool

    @property
    def difference(self) -> Fraction:
        """Return the change of the share, -1 to 1."""
        return self.lately - self.before


def change_of(own: Columns) -> Trend | None:
    """Compare the last games with as many before; ``None`` with too few bids."""
    lately, before = (
        Tally(sum(own.bids_met[games]), sum(own.bids_made[games]))
        for games in (slice(-LATELY, None), slice(-LATELY))
    )
    are_enough = predictions.is_enough(lately.tries, before.tries)
    if len(own.games) < 2 * LATELY or not are_enough:
        return None
    return Trend(lately.share, before.share, luck_of((lately, before)) < HARDLY_LUCK)


PODIUM = 3


class Results(NamedTuple):
    """Games and totals; *wins* includes *shared_wins*, *spread* is a deviation."""

    games: int
    wins: int
    shared_wins: int
    podiums: int
    mean: Fraction
    median: Fraction
    spread: float
    best: int
    worst: int


class Duel(NamedTuple):
    """Games against one rival: who ended ahead, and the average *margin*."""

    rival: Person
    games: int
    ahead: int
    behind: int
    margin: Fraction


class LastGame(NamedTuple):
    """A player's result of a finished game that counts, with the number of seats."""

    id_: UUID
    played_on: date
    total: int
    rank: int
    seats: int


class Career(NamedTuple):
    """The career of a player; *results* is ``None`` without games.

    *longest_run* and *longest_drought* are the most consecutive bids met and missed.
    *zeros* are bids of 0. *lost_by_one* is how many more points the right bids would
    have scored where a single trick was missing.
    """

    results: Results | None
    sums: Mapping[Slice, Counts]
    predictions: Counts
    zeros: Counts
    longest_run: int
    longest_drought: int
    change: Trend | None
    lost_by_one: int
    duels: tuple[Duel, ...]
    victim: Duel | None
    nemesis: Duel | None


def career_of(
    own: Columns,
    margins: Mapping[Person, Sequence[int]],
    scoring: AnyScoring = Scoring.CLASSIC,
) -> Career:
    """Return the career in one *scoring*; the order of *margins* breaks ties."""
    bids = predictions.counted_bids(own.bids)
    sums = predictions.sums_of(bids)
    zeros = {part: each for part, each in sums.items() if part[::2] == ("hand", "0")}
    duels = [
        Duel(
            rival,
            games=len(each),
            ahead=sum(margin > 0 for margin in each),
            behind=sum(margin < 0 for margin in each),
            margin=Fraction(sum(each), len(each)),
        )
        for rival, each in margins.items()
    ]
    duels.sort(key=lambda duel: -duel.games)
    return Career(
        results=_results(own) if own.games else None,
        sums=sums,
        predictions=predictions.all_of(sums),
        zeros=predictions.all_of(zeros),
        longest_run=own.longest(MET),
        longest_drought=own.longest(MISSED),
        change=change_of(own),
        lost_by_one=predictions.lost_by_one(bids, scoring),
        duels=tuple(duels),
        victim=_leading([duel for duel in duels if duel.ahead > duel.behind]),
        nemesis=_leading([duel for duel in duels if duel.behind > duel.ahead]),
    )


def _results(own: Columns) -> Results:
    totals = own.totals
    return Results(
        games=len(totals),
        wins=own.wins,
        shared_wins=own.shared_wins,
        podiums=sum(rank <= PODIUM for rank in own.ranks),
        mean=own.average or Fraction(0),
        median=Fraction(median(totals)),
        spread=pstdev(totals),
        best=max(totals),
        worst=min(totals),
    )


def _leading(duels: Sequence[Duel]) -> Duel | None:
    return max(
        duels,
        key=lambda duel: (abs(duel.ahead - duel.behind), abs(duel.margin)),
        default=None,
    )
