"""The blank sheets somebody wants, and the short address of every choice."""

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlencode

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import Field, Form, StringField
from wtforms.validators import ValidationError

from scorepad.rules.wizard.game import Deck, Schedule
from scorepad.rules.wizard.schedule import SEATS_ALLOWED
from scorepad.sheets.blank.wanted import Blank, objections_to_blank
from scorepad.sheets.paper import PER_PAGE, Paper, Turn
from scorepad.web.forms.blank_boxes import TICKS, NameBox, canonical, choice, tick
from scorepad.web.forms.boxes import NumberBox
from scorepad.web.forms.cards_box import CardsBox
from scorepad.web.forms.choosing import AS_FORM
from scorepad.web.middleware.languages import current_language
from scorepad.words.languages import LANGUAGES
from scorepad.words.problems import sentence_for

STAIRCASE = "staircase"
MOST_COPIES = 100


class BlankForm(Form):
    """Every choice; what is usual is so for everybody, so that links mean the same."""

    players = choice(STAIRCASE, *map(str, SEATS_ALLOWED))
    schedule = choice(*(each.value for each in Schedule))
    cards = CardsBox(default="")
    paper = choice(*(each.value for each in Paper))
    turn = choice(*(each.value for each in Turn))
    per_page = choice(*map(str, PER_PAGE))
    copies = NumberBox(default="1")
    deck = choice(*(each.value for each in Deck))
    lang = choice(*(known.tag for known in LANGUAGES))
    name0 = NameBox(default="")
    name1 = NameBox(default="")
    name2 = NameBox(default="")
    name3 = NameBox(default="")
    name4 = NameBox(default="")
    name5 = NameBox(default="")
    trump = tick("trump")
    dealer = tick("dealer")
    bids = tick("bids")
    bomb = tick("bomb")
    cloud = tick("cloud")
    large = tick("large")
    ink = tick("ink")
    reminder = tick("reminder")
    place = tick("place")
    code = tick("code")

    def validate_copies(self, field: NumberBox) -> None:
        """Between one and as many as one may well need."""
        if field.number is None or not 1 <= field.number <= MOST_COPIES:
            raise ValidationError(
                _("Between 1 and %(number)s copies can be printed.", number=MOST_COPIES)
            )

    def validate_schedule(self, _field: StringField) -> None:
        """It must be possible at that table."""
        if self.schedule.errors or self.players.errors or self.cards.errors:
            return
        tag = current_language().tag
        for objection in objections_to_blank(self._table):
            raise ValidationError(sentence_for(objection.problem, tag))

    @property
    def boxes(self) -> list[NameBox]:
        """The boxes of the names, in seat order."""
        return [self[f"name{seat}"] for seat in range(SEATS_ALLOWED.stop - 1)]  # type: ignore[misc]  # declared above

    @property
    def seats(self) -> int | None:
        """The number of players; ``None`` for the staircase."""
        return None if self.players.data == STAIRCASE else int(self.players.data or 0)

    @property
    def names(self) -> tuple[str, ...]:
        """The names to print, empty ones where a place is left."""
        return tuple(box.name_in_it for box in self.boxes[: self.seats])

    @property
    def query(self) -> str:
        """The short address of this choice: only what is not as usual."""
        return urlencode([("players", self.players.data or ""), *self._unusual()])

    def _unusual(self) -> Iterator[tuple[str, str]]:
        for field in self:
            value = canonical(field)
            if value != field.default and self._counts(field):
                yield field.short_name, value

    def _counts(self, field: Field) -> bool:
        """Whether a box says anything beside the others."""
        if field is self.cards:
            return bool(self.schedule.data == Schedule.CUSTOM)
        unseated = self.boxes[self.seats or len(self.boxes) :]
        return field is not self.players and field not in unseated

    @property
    def is_simple(self) -> bool:
        """Whether nothing was chosen beside players, paper, language and copies."""
        return {name for name, _ in self._unusual()} <= {"paper", "copies", "lang"}

    @property
    def sentence(self) -> str:
        """The first thing that is wrong."""
        return next(str(error) for field in self for error in field.errors)

    @property
    def _table(self) -> Blank:
        """Who plays what, on any paper."""
        return Blank(
            players=self.seats,
            schedule=Schedule(self.schedule.data or ""),
            cards=self.cards.cards,
        )

    def blank(self, links: tuple[str, ...] = ()) -> Blank:
        """What is to be drawn; *links* are addresses for the code, if one is wanted."""
        return replace(
            self._table,
            paper=Paper(self.paper.data or ""),
            turn=Turn(self.turn.data or ""),
            per_page=int(self.per_page.data or 0),
            copies=self.copies.number or 1,
            names=self.names,
            deck=Deck(self.deck.data or ""),
            links=links if self._is_ticked("code") else (),
            ink_saving=self._is_ticked("ink"),
            trump=self._is_ticked("trump"),
            dealer=self._is_ticked("dealer"),
            bids=self._is_ticked("bids"),
            bomb=self._is_ticked("bomb"),
            cloud=self._is_ticked("cloud"),
            large=self._is_ticked("large"),
            reminder=self._is_ticked("reminder"),
            place=self._is_ticked("place"),
        )

    def _is_ticked(self, name: str) -> bool:
        return bool(self[name].data == "yes")


def sent_form(args: MultiDict[str, str]) -> BlankForm:
    """The form of an address, whichever way it was made."""
    if AS_FORM not in args:
        return BlankForm(args)
    absent = {name: "no" for name in TICKS if name not in args}
    return BlankForm(MultiDict([*args.items(multi=True), *absent.items()]))
