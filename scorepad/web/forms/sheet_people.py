"""Who came late and who left early: three boxes a seat, beside the sheet's own."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from flask_babel import gettext as _
from wtforms.form import BaseForm

from scorepad.rules.wizard.game import Game, Joined, Left
from scorepad.rules.wizard.presence import present_in
from scorepad.services.errors import FieldObjection
from scorepad.services.inputs import GameEntry
from scorepad.services.play.preparing import objections_to_settings, with_cards
from scorepad.web.forms.boxes import NumberBox
from scorepad.web.sentences import sentence_about

_OF_ROUND = re.compile(r"r([0-9]{1,2})-([a-z]+)([0-9]{0,2})")

Typed = tuple[Game, dict[str, str]]
"""The game with the people as typed, or else what is wrong, by box."""


def people_boxes(game: Game) -> dict[str, Any]:
    """Three a seat: the round it ``j``oined in, its ``s``tart total, its ``l``ast."""
    seats = range(len(game.players))
    return {f"{kind}{seat}": NumberBox() for seat in seats for kind in "jsl"}


def people_values(game: Game) -> dict[str, str]:
    """What stands in these boxes."""
    values = {f"j{each.seat}": str(each.round_) for each in game.joined}
    values |= {f"s{each.seat}": str(each.start_total) for each in game.joined}
    return values | {f"l{each.seat}": str(each.after_round) for each in game.left}


def typed_people(game: Game, sent: Any) -> Typed:
    """Read who came late and left early; wrong or not sent, *game* stays as it is."""
    boxes = BaseForm({**people_boxes(game), "ended": NumberBox()})
    if sent is None or not people_boxes(game).keys() & sent.keys():
        return game, {}
    boxes.process(sent)
    numbers = {box.name: box.number for box in boxes if isinstance(box, NumberBox)}
    wanted = replace(
        game,
        joined=tuple(_joined(numbers, len(game.players))),
        left=tuple(_left(numbers, len(game.players))),
    )
    if (wanted.joined, wanted.left) == (game.joined, game.left):
        return game, {}
    problems = _problems(replace(wanted, ended_after=numbers["ended"]), numbers)
    if problems:
        return game, problems
    wanted = with_cards(wanted)
    lost = _lost_by(wanted, sent)
    return (game, lost) if lost else (wanted, {})


def _joined(numbers: Mapping[str, int | None], seats: int) -> Iterator[Joined]:
    for seat in range(seats):
        number = numbers[f"j{seat}"]
        if number is not None and number != 1:
            yield Joined(seat, number, numbers[f"s{seat}"] or 0)


def _left(numbers: Mapping[str, int | None], seats: int) -> Iterator[Left]:
    for seat in range(seats):
        number = numbers[f"l{seat}"]
        if number is not None:
            yield Left(seat, number)


def _problems(game: Game, numbers: Mapping[str, int | None]) -> dict[str, str]:
    came = {each.seat: each.round_ for each in game.joined}
    found = {
        f"s{seat}": _("The total is missing here.")
        for seat in came
        if numbers[f"s{seat}"] is None
    }
    found |= {
        f"l{each.seat}": _("Nobody leaves before they come.")
        for each in game.left
        if each.after_round < came.get(each.seat, 1)
    }
    if found:
        return found
    entry = GameEntry(game=replace(game, rounds=()), player_ids=())
    objections = objections_to_settings(entry)
    return {_box(game, each): sentence_about(each) for each in objections}


def _box(game: Game, objection: FieldObjection) -> str:
    key, *where = objection.field.split("/")
    if key == "joined" and where:
        return f"j{game.joined[int(where[0])].seat}"
    if key == "left" and where:
        return f"l{game.left[int(where[0])].seat}"
    return f"j{game.joined[0].seat}" if game.joined else "l0"


def _lost_by(game: Game, sent: Mapping[str, str]) -> dict[str, str]:
    """Where something is typed for somebody who would not be there any more."""
    for key in sent:
        place = _OF_ROUND.fullmatch(key)
        if place is None or not sent[key].strip():
            continue
        number, seat = int(place[1]), int(place[3] or 0)
        if number > len(game.cards) or (
            place[3] and seat not in present_in(game, number)
        ):
            sentence = _(
                "Something is written down for round %(number)s: clear it first.",
                number=number,
            )
            late = {each.seat for each in game.joined}
            kind = "j" if seat in late or number > len(game.cards) else "l"
            return {f"{kind}{seat}": sentence}
    return {}
