"""The table of a paper game that somebody wants to type in."""

import hashlib
import secrets
from uuid import UUID
from zoneinfo import available_timezones

from wtforms import Field, HiddenField, StringField

from scorepad.rules.names import NameRefused, clean_name
from scorepad.rules.wizard.game import Game, Schedule
from scorepad.rules.wizard.schedule import SEATS_ALLOWED
from scorepad.services.errors import FieldObjection
from scorepad.services.play.copying import PaperGame
from scorepad.web.forms.agreed import AgreedForm
from scorepad.web.forms.boxes import CardsBox, DayBox, NumberBox
from scorepad.web.forms.choosing import one_of
from scorepad.web.forms.sheet import Holds
from scorepad.web.groups.founding import group_to_found
from scorepad.web.sentences import sentence_about

CLAIM_LENGTH = 43
ZONES = {
    "de": "Europe/Berlin",
    "ko": "Asia/Seoul",
    "zh-Hans": "Asia/Shanghai",
    "zh-Hant": "Asia/Taipei",
}
"""Where most readers of a language are; for browsers that do not tell."""

SCHEDULES = [each.value for each in Schedule]


class PaperForm(AgreedForm):
    """Names in seat order, the rounds, and what the old block holds.

    *players* is how many the code on a blank sheet was printed for; only the names
    count. *start* is chance from the server: from it follow the ids and the claim, so
    that a form sent twice is recognised.
    """

    name0 = StringField()
    name1 = StringField()
    name2 = StringField()
    name3 = StringField()
    name4 = StringField()
    name5 = StringField()
    players = NumberBox()
    dealer = NumberBox(default="0")
    schedule = StringField(validators=[one_of(*SCHEDULES)], default=SCHEDULES[0])
    cards = CardsBox(default="")
    date = DayBox()
    holds = StringField(
        validators=[one_of(*(each.value for each in Holds))], default=Holds.TRICKS
    )
    time_zone = HiddenField()
    start = HiddenField()

    @property
    def boxes(self) -> list[StringField]:
        """The boxes of the names, in seat order."""
        return [self[f"name{seat}"] for seat in range(SEATS_ALLOWED.stop - 1)]  # type: ignore[misc]  # declared above

    @property
    def filled(self) -> list[StringField]:
        """Those that somebody wrote into."""
        return [box for box in self.boxes if (box.data or "").strip()]

    @property
    def expected(self) -> int:
        """How many boxes wait for a name: those of the blank sheet, or three."""
        number = self.players.number or 0
        return number if number in SEATS_ALLOWED else SEATS_ALLOWED.start

    def deal_start(self) -> None:
        """Choose the chance that ids come from."""
        self.start.data = secrets.token_urlsafe(32)

    @property
    def game(self) -> Game:
        """The game as it was set up; its cards follow from the schedule."""
        dealer = self.boxes[self.dealer.number or 0] if self._has_dealer else None
        schedule = Schedule(self.schedule.data or "")
        seats = [box.name for box in self.filled]
        known = dealer is not None and dealer.name in seats
        return Game(
            players=tuple(_clean(box.data or "") for box in self.filled),
            cards=self.cards.cards if schedule is Schedule.CUSTOM else (),
            schedule=schedule,
            first_dealer=seats.index(dealer.name)
            if dealer is not None and known
            else 0,
            played_on=self.date.day,
            **self.agreed,
        )

    @property
    def _has_dealer(self) -> bool:
        return (self.dealer.number or 0) in range(len(self.boxes))

    def paper_game(self, language: str) -> PaperGame:
        """The game with the ids it gets, and the group for a new device."""
        claim = self.start.data or ""
        if len(claim) != CLAIM_LENGTH or not claim.isascii():
            claim = secrets.token_urlsafe(32)
        zone = self.time_zone.data
        if zone not in available_timezones():
            zone = ZONES.get(language, "UTC")
        founding = group_to_found(_id("group", claim), claim, zone, language)
        # Another game typed into the same form is another game.
        return PaperGame(self.game, _id("game", claim, repr(self.game)), founding)

    def object_to(self, objections: tuple[FieldObjection, ...]) -> None:
        """Put every objection at the box it is about."""
        for objection in objections:
            box = self._box(objection)
            box.errors = [*box.errors, sentence_about(objection)]

    def _box(self, objection: FieldObjection) -> Field:
        if objection.field.startswith("players/") and objection.seat is not None:
            return self.filled[objection.seat]
        if objection.field == "cards" and self.schedule.data == Schedule.CUSTOM:
            return self.cards
        if objection.field in {"schedule", "cards"}:
            return self.schedule
        if objection.field == "edition":
            return self.edition
        return next((box for box in self.boxes if not box.data), self.name0)


def _clean(name: str) -> str:
    try:
        return clean_name(name)
    except NameRefused:
        return name


def _id(*parts: str) -> UUID:
    digest = hashlib.sha256("\0".join(parts).encode()).digest()
    return UUID(bytes=digest[:16], version=4)
