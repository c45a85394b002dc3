"""Who came late, who left early, and where people sit, in the boxes of a sheet."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from scorepad.rules.wizard.game import Game, Joined, Left
from scorepad.rules.wizard.seating import present_in
from scorepad.services.errors import FieldObjection
from scorepad.services.inputs import GameEntry
from scorepad.services.play.reseating import Places
from scorepad.services.validation import objections_to_settings, with_cards
from scorepad.web.forms.boxes import number_in
from scorepad.web.sentences import sentence_about

_OF_ROUND = re.compile(r"r([0-9]{1,2})-([a-z]+)([0-9]{0,2})")
_BOX_OF_A_SEAT = re.compile(r"((?:r[0-9]{1,2}-[btwa])|[fjsl])([0-9])")
_BOX_THAT_NAMES_A_SEAT = re.compile(
    r"dealer|x[0-9]{1,2}-seat|r[0-9]{1,2}-(?:by|c[0-9])"
)
_NAMED = re.compile(r"([0-9])([+-]1)?")

Typed = tuple[Game, dict[str, str]]
"""The game with the people as typed, or else what is wrong, by box."""


def typed_people(game: Game, sent: Mapping[str, str] | None) -> Typed:
    """Read who came late and left early; wrong or not sent, *game* stays as it is."""
    seats = range(len(game.players))
    names = [f"{kind}{seat}" for seat in seats for kind in "jsl"]
    if sent is None or not sent.keys() & set(names):
        return game, {}
    number = {name: number_in(sent.get(name)) for name in names}
    joined = tuple(
        Joined(seat, round_, number[f"s{seat}"] or 0)
        for seat in seats
        if (round_ := number[f"j{seat}"]) not in {None, 1}
    )
    left = tuple(
        Left(seat, round_)
        for seat in seats
        if (round_ := number[f"l{seat}"]) is not None
    )
    if (joined, left) == (game.joined, game.left):
        return game, {}
    wanted = replace(game, joined=joined, left=left)
    ended = replace(wanted, ended_after=number_in(sent.get("ended")))
    if problems := _problems(ended, number):
        return game, problems
    wanted = with_cards(wanted)
    lost = dict(_lost_by(wanted, sent))
    return (game, lost) if lost else (wanted, {})


def _problems(game: Game, number: Mapping[str, int | None]) -> dict[str, str]:
    came = {each.seat: each.round_ for each in game.joined}
    found = {
        f"s{seat}": _("The total is missing here.")
        for seat in came
        if number[f"s{seat}"] is None
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


def _lost_by(game: Game, sent: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Where something is typed for somebody who would not be there any more."""
    late = {each.seat for each in game.joined}
    for key, text in sent.items():
        place = _OF_ROUND.fullmatch(key)
        if place is None or not text.strip():
            continue
        number, seat = int(place[1]), int(place[3] or 0)
        beyond = number > len(game.cards)
        if beyond or (place[3] and seat not in present_in(game, number)):
            yield (
                f"{'j' if seat in late or beyond else 'l'}{seat}",
                _(
                    "Something is written down for round %(number)s: clear it first.",
                    number=number,
                ),
            )
            return


def with_people(sent: MultiDict[str, str], places: Places) -> MultiDict[str, str]:
    """Move what was typed before all sat down anew to the *places* of its people.

    Of who is gone there is nothing: only who had nothing noted of them could go.
    """
    return MultiDict(_moved(sent, places))


def _moved(sent: MultiDict[str, str], places: Places) -> Iterator[tuple[str, str]]:
    place = {str(seat): new for seat, new in enumerate(places) if new is not None}
    for name, text in sent.items(multi=True):
        box, named = _BOX_OF_A_SEAT.fullmatch(name), _NAMED.fullmatch(text)
        if box is not None:
            if box[2] in place:
                yield f"{box[1]}{place[box[2]]}", text
        elif named and _BOX_THAT_NAMES_A_SEAT.fullmatch(name):
            new = place.get(named[1])
            yield name, "" if new is None else f"{new}{named[2] or ''}"
        else:
            yield name, text
