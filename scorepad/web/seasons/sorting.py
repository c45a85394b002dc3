"""The standings in another order: every head of the table is a link, no script."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import mean
from urllib.parse import urlencode

from flask import request
from wtforms import BooleanField, Form, StringField
from wtforms.validators import AnyOf

from scorepad.services.naming import Person
from scorepad.services.refusing import NotThereError
from scorepad.stats.season import Standing
from scorepad.web.forms.boxes import LEFT_OUT

ON_A_PAGE = 100
"""So many players are shown at first; whoever wants more asks for all."""

BELOW_ALL = Fraction(-(10**9))


def _or_last(number: Fraction | float | None) -> Fraction:
    return BELOW_ALL if number is None else Fraction(number)


ORDERS: dict[str, Callable[[Standing[Person]], Fraction]] = {
    "games": lambda each: Fraction(each.games),
    "wins": lambda each: Fraction(each.wins),
    "met": lambda each: _or_last(each.share_met),
    "best": lambda each: _or_last(each.best),
    "form": lambda each: _or_last(-mean(each.form) if each.form else None),
    "lately": lambda each: _or_last(each.change.difference if each.change else None),
}
"""The best first; the standings themselves are in the order of ranks."""

BY_NAME = "name"


class OrderChoice(Form):
    """In which order, and whether everybody."""

    sort = StringField(validators=[LEFT_OUT, AnyOf([*ORDERS, BY_NAME])])
    everybody = BooleanField()


@dataclass(frozen=True, slots=True)
class Order:
    """The standings as they are shown: *hidden* is how many more there are.

    *shared* are the ranks that more than one has.
    """

    by: str
    rows: Sequence[Standing[Person]]
    hidden: int
    shared: frozenset[int]

    def aria(self, column: str) -> str:
        """The attribute ``aria-sort`` of a column's head."""
        if column != self.by:
            return "none"
        return "ascending" if column in (BY_NAME, "") else "descending"


def order_asked_for(standings: Sequence[Standing[Person]]) -> Order:
    """The order that the query string wants; 404 for one that is not there."""
    form = OrderChoice(request.args)
    if not form.validate():
        raise NotThereError
    by = form.sort.data or ""
    rows = _sorted(standings, by)
    shown = rows if form.everybody.data else rows[:ON_A_PAGE]
    ranks = [each.rank for each in standings if each.rank is not None]
    shared = frozenset(rank for rank in ranks if ranks.count(rank) > 1)
    return Order(by, shown, len(rows) - len(shown), shared)


def _sorted(
    standings: Sequence[Standing[Person]], by: str
) -> Sequence[Standing[Person]]:
    if by == BY_NAME:
        return sorted(standings, key=lambda each: each.player.name.casefold())
    if by in ORDERS:
        return sorted(standings, key=ORDERS[by], reverse=True)
    return standings


def query_with(**changes: str | int | None) -> str:
    """The query string of this page with *changes*; ``None`` takes something out."""
    args = {key: values for key, values in request.args.lists() if key not in changes}
    new = {key: [value] for key, value in changes.items() if value is not None}
    return "?" + urlencode({**args, **new}, doseq=True)
