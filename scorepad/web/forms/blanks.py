"""The blank sheets somebody wants, and the short address of every choice."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flask_babel import gettext as _
from wtforms import Field, StringField
from wtforms.validators import ValidationError

from scorepad.rules.wizard.game import Deck, Schedule
from scorepad.rules.wizard.schedule import SEATS_ALLOWED
from scorepad.sheets.blank.wanted import Blank, objections_to_blank
from scorepad.sheets.paper import PER_PAGE, Paper, Turn
from scorepad.web.forms.boxes import CardsBox, NameBox, NumberBox
from scorepad.web.forms.choosing import ChoiceForm, Tick, choice
from scorepad.web.middleware.languages import current_language
from scorepad.words.languages import LANGUAGES
from scorepad.words.problems import sentence_for

STAIRCASE = "staircase"
MOST_COPIES = 100


class BlankForm(ChoiceForm):
    """Every choice; what is usual is so for everybody, so that links mean the same."""

    players = choice(STAIRCASE, *map(str, SEATS_ALLOWED), default=STAIRCASE)
    schedule = choice(*Schedule, default=Schedule.STANDARD)
    cards = CardsBox(default="")
    paper = choice(*Paper, default=Paper.A4)
    turn = choice(*Turn, default=Turn.AUTO)
    per_page = choice(*map(str, PER_PAGE), default="1")
    copies = NumberBox(default="1")
    deck = choice(*Deck, default=Deck.PEOPLE)
    lang = choice(*(known.tag for known in LANGUAGES), default=LANGUAGES[0].tag)
    name0 = NameBox(default="")
    name1 = NameBox(default="")
    name2 = NameBox(default="")
    name3 = NameBox(default="")
    name4 = NameBox(default="")
    name5 = NameBox(default="")
    trump = Tick(default="yes")
    dealer = Tick(default="no")
    bids = Tick(default="no")
    bomb = Tick(default="no")
    cloud = Tick(default="no")
    large = Tick(default="no")
    ink = Tick(default="no")
    reminder = Tick(default="yes")
    place = Tick(default="yes")
    code = Tick(default="no")

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

    def said(self) -> Iterator[tuple[str, str]]:
        """The players, and everything that is not as usual."""
        yield "players", self.players.data or ""
        unseated = self.boxes[self.seats or len(self.boxes) :]
        for field in self:
            # Boxes that say nothing beside the others.
            if field is self.players or field in unseated:
                continue
            if field is self.cards and self.schedule.data != Schedule.CUSTOM:
                continue
            if (value := _canonical(field)) != field.default:
                yield field.short_name, value

    @property
    def is_simple(self) -> bool:
        """Whether nothing was chosen beside players, paper, language and copies."""
        usual = {"players", "paper", "copies", "lang"}
        return {name for name, _ in self.said()} <= usual

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
        ticked: dict[str, Any] = self.ticked
        return replace(
            self._table,
            paper=Paper(self.paper.data or ""),
            turn=Turn(self.turn.data or ""),
            per_page=int(self.per_page.data or 0),
            copies=self.copies.number or 1,
            names=self.names,
            deck=Deck(self.deck.data or ""),
            links=links if ticked.pop("code") else (),
            ink_saving=ticked.pop("ink"),
            **ticked,
        )


def _canonical(field: Field) -> str:
    """What a box holds, in its plainest spelling."""
    if isinstance(field, CardsBox):
        return field.canonical
    if isinstance(field, NameBox):
        return field.name_in_it
    return str(field.typed if isinstance(field, NumberBox) else field.data or "")
