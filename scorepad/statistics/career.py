"""Outcomes of games, and the career of a player by them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from statistics import median, pstdev
from typing import Any, Final, NamedTuple
from uuid import UUID

from scorepad.games.names import Person
from scorepad.games.wizard import scoring
from scorepad.games.wizard.scoring import AnyScoring
from scorepad.games.wizard.sheet import Sheet
from scorepad.statistics import predictions
from scorepad.statistics.findings import Tally, luck_of
from scorepad.statistics.predictions import MET, MISSED, UNKNOWN, Counts, Slice

LATELY: Final = 10  # how many of the last games count as recent
HARDLY_LUCK: Final = 0.1  # probability of chance below which a change is shown
PODIUM: Final = 3


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
    rows = sheet.closed or sheet.rows
    # A closed round without points was not written down.
    scored = [row for row in rows if row.points is not None or not row.is_closed]
    outcomes = []
    for seat, total in enumerate(sheet.totals):
        met = [row.is_met(seat) for row in sheet.rows]
        own = (row for row in scored if seat in row.present)
        hands = tuple((row.scoring, len(row.present), row.cards) for row in own)
        best = (scoring.points(how, bid=n, tricks=n, cards=n) for how, _, n in hands)
        outcome = Outcome(
            total,
            bids_met=met.count(True),
            bids_made=len(met) - met.count(None),
            winners=len(sheet.winners) if seat in sheet.winners else 0,
            played=sheet.has_played(seat),
            possible=sum(best),
            hands=hands,
        )
        outcomes.append(outcome)
    # A latecomer may win by the start total, without any closed round.
    placed = [n for n, each in enumerate(outcomes) if each.played or each.winners]
    # By rank, so that all who stayed beat those who left.
    merits = [-sheet.ranks[seat] for seat in placed]
    ranks, league_points = scoring.ranks(merits), scoring.league_points(merits)
    for seat, rank, league in zip(placed, ranks, league_points, strict=True):
        outcomes[seat] = outcomes[seat]._replace(rank=rank, league=league)
    return tuple(outcomes)


class Columns(NamedTuple):
    """Columns of the table of results: a player's games that count, in order of play.

    They are as in :class:`Outcome`, but *winners* counts the winners of each game, and
    *above_par* is in hundredths of a point.
    """

    game_id: Sequence[int] = ()
    total: Sequence[int] = ()
    rank: Sequence[int] = ()
    winners: Sequence[int] = ()
    possible: Sequence[int] = ()
    league: Sequence[int] = ()
    bids_met: Sequence[int] = ()
    bids_made: Sequence[int] = ()
    marks: Sequence[str] = ()
    bids: Sequence[str] = ()
    above_par: Sequence[int] = ()

    def longest(self, mark: str) -> int:
        """Return the most consecutive bids with this *mark*, across games."""
        marks = "".join(self.marks).replace(UNKNOWN, "")
        return max(map(len, marks.split(MISSED if mark == MET else MET)))


def by_player(results: Mapping[str, Sequence[Any]]) -> dict[Any, Columns]:
    """Return the *results* of every player, by the column *player_id*."""
    places: defaultdict[Any, list[int]] = defaultdict(list)
    for place, player in enumerate(results["player_id"]):
        places[player].append(place)
    columns = {name: results[name] for name in Columns._fields if name in results}
    return {
        player: Columns(
            **{name: [column[n] for n in own] for name, column in columns.items()}
        )
        for player, own in places.items()
    }


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
    if len(own.game_id) < 2 * LATELY or not are_enough:
        return None
    return Trend(lately.share, before.share, luck_of((lately, before)) < HARDLY_LUCK)


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
    """The career of a player, besides the figures of a season.

    *spread* is the standard deviation of totals. *longest_run* and *longest_drought*
    are the most consecutive bids met and missed. *zeros* are bids of 0. *lost_by_one*
    is how many more points the right bids would have scored where a single trick was
    missing.
    """

    podiums: int
    median: Fraction
    spread: float
    worst: int
    sums: Mapping[Slice, Counts]
    predictions: Counts
    zeros: Counts
    longest_run: int
    longest_drought: int
    lost_by_one: int
    duels: tuple[Duel, ...]
    victim: Duel | None
    nemesis: Duel | None


def career_of(
    own: Columns,
    margins: Mapping[Person, Sequence[int]],
    counted_by: AnyScoring = scoring.Scoring.CLASSIC,
) -> Career:
    """Return the career in one scoring; the order of *margins* breaks ties.

    *margins* are the differences of totals in the games with each rival.
    """
    sums, totals = predictions.sums_of(own.bids), own.total or [0]
    hands = {part: each for part, each in sums.items() if part[0] == "hand"}
    zeros = (each for (*_, bid), each in hands.items() if bid == "0")
    duels = [
        Duel(
            rival,
            games=len(each),
            ahead=sum(margin > 0 for margin in each),
            behind=sum(margin < 0 for margin in each),
            margin=Fraction(sum(each), len(each)),
        )
        for rival, each in margins.items()
        if each
    ]
    duels.sort(key=lambda duel: -duel.games)
    uneven = sorted(duels, key=lambda d: (-abs(d.ahead - d.behind), -abs(d.margin)))
    return Career(
        podiums=sum(rank <= PODIUM for rank in own.rank),
        median=Fraction(median(totals)),
        spread=pstdev(totals),
        worst=min(totals),
        sums=sums,
        predictions=predictions.added(hands.values()),
        zeros=predictions.added(zeros),
        longest_run=own.longest(MET),
        longest_drought=own.longest(MISSED),
        lost_by_one=predictions.lost_by_one(own.bids, counted_by),
        duels=tuple(duels),
        victim=next((duel for duel in uneven if duel.ahead > duel.behind), None),
        nemesis=next((duel for duel in uneven if duel.behind > duel.ahead), None),
    )
