"""The sheet of a game: one form that shows everything and corrects anything."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from scorepad.games.wizard import ASKABLE, Problem
from scorepad.games.wizard.models import Game
from scorepad.games.wizard.sheet import sheet_of
from scorepad.i18n.languages import MINUS
from scorepad.i18n.terms import comma
from scorepad.pdf.completed import record_of
from scorepad.services import sheet_entry, stored_games
from scorepad.services.requests import (
    ChangedElsewhereError,
    EntryRefusedError,
    Fault,
    FieldObjection,
    GameAddress,
    NotThereError,
    TypedDifferentlyError,
    conflict,
)
from scorepad.services.validation import all_objections, open_tricks
from scorepad.statistics.chart import Box, lay_out
from scorepad.web.forms import NOBODY_KNOWS
from scorepad.web.middleware.auth import reader, writer
from scorepad.web.middleware.languages import current_language, sentence_about
from scorepad.web.sheet_form import Holds, SheetForm, differences

_PLACE = re.compile(r"rounds/(\d+)/([a-z_]+)(?:/(\d+))?")
_KINDS = {"bids": "b", "bid_changes": "b", "tricks": "t", "totals": "w"}


class Remark(NamedTuple):
    """A sentence about *boxes* of a round; those of the game itself have number 0.

    *asks* marks what is merely unusual: the table may confirm it, and then it is
    *accepted* and no longer wrong.
    """

    number: int
    problem: str
    sentence: str
    boxes: tuple[str, ...]
    asks: bool = False
    accepted: bool = False


def remarks_on(form: SheetForm, more: Iterable[FieldObjection]) -> list[Remark]:
    """Return all remarks on a form by round: wrong input, broken rules, and *more*."""
    found = [
        Remark(_round_of(box.name), "shape", str(error), (box.name,))
        for box in form
        for error in box.errors
    ]
    found += _on_rounds(form)
    found += [
        Remark(0, str(each.problem), sentence_about(each), (each.field,))
        for each in more
        if not _PLACE.fullmatch(each.field)
    ]
    return sorted(dict.fromkeys(found), key=lambda each: each.number)


def _round_of(box: str) -> int:
    of_round = re.match(r"r(\d+)-", box)
    return int(of_round[1]) if of_round else 0


def _on_rounds(form: SheetForm) -> Iterator[Remark]:
    game = form.typed_game
    unknown: dict[int, list[int]] = {}
    for objection in all_objections(game):
        place = _PLACE.fullmatch(objection.field)
        if place is None:
            continue
        number, problem = int(place[1]), Problem(objection.problem)
        box = _box(form, number, place[2], objection)
        if box in form and form[box].errors:
            continue
        if problem is Problem.TRICKS_UNKNOWN:
            seat = objection.seat or 0
            has_bid = form.box(number, "b", seat).value is not None
            if has_bid and form[box].data != NOBODY_KNOWS:
                unknown.setdefault(number, []).append(seat)
            continue
        yield Remark(
            number,
            problem.value,
            _sentence(objection),
            (box,),
            asks=problem in ASKABLE,
            accepted=problem in game.rounds[number - 1].accepted,
        )
    # one question for all seats of a round
    for number, seats in unknown.items():
        between = comma(current_language().tag)
        names = between.join(form.game.players[seat] for seat in seats)
        sentence = _(
            "Over or under? The totals alone do not show how many tricks %(names)s "
            "took.",
            names=names,
        )
        boxes = tuple(f"r{number}-a{seat}" for seat in seats)
        yield Remark(number, Problem.TRICKS_UNKNOWN.value, sentence, boxes)


def _sentence(objection: FieldObjection) -> str:
    values = {
        name: str(value).replace("-", MINUS) if isinstance(value, int) else value
        for name, value in objection.values.items()
    }
    if objection.problem == Problem.TOTAL_MISMATCH and values["expected"] is None:
        sentence = _(
            "%(name)s: no number of tricks turns %(above)s into %(written)s. Check "
            "both totals."
        )
        return str(sentence % values)
    return sentence_about(replace(objection, values=values))


def _box(form: SheetForm, number: int, field: str, wrong: FieldObjection) -> str:
    if field in {"void_tricks", "trump"}:
        return f"r{number}-{field.removesuffix('_tricks')}"
    if field == "bid_changes" and form.clouds(number):
        return f"r{number}-c0"
    kind = _KINDS[field]
    if form.has_totals(number) and kind == "t":
        kind = "w"
    if wrong.problem == Problem.TRICKS_UNKNOWN:
        kind = "a"
    seat = form.playing(number)[0] if wrong.seat is None else wrong.seat
    return f"r{number}-{kind}{seat}"


bp = Blueprint("sheet", __name__, url_prefix="/g/<uuid:gid>/games/<uuid:uuid>/sheet")

CHART = Box(720, 220)
ROUNDS_FOR_A_CHART = 2


@bp.get("")
def show(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Show the sheet as it is stored."""
    address = GameAddress(gid, uuid)
    form = SheetForm(_stored(address), request.args.get("holds"))
    saved = request.args.get("saved") == str(form.stored.row.revision)
    twice = sheet_entry.typed_twice(reader(), address)
    return _page(address, form, saved=saved, twice=twice)


@bp.post("")
def save(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Save the whole sheet, or show everything that is wrong with it."""
    address = GameAddress(gid, uuid)
    form = _sent(address)
    if not form.validate():
        return _page(address, form), 422
    tid, chosen = sheet_entry.typed_twice(reader(), address), "chosen" in request.form
    try:
        saved = sheet_entry.type_in(writer(), address, form.entry, chosen=chosen)
    except TypedDifferentlyError as other:
        return _compared(address, form, other.sheet), 409
    except EntryRefusedError as refused:
        return _page(address, form, more=refused.objections), 422
    except ChangedElsewhereError:
        # Show what was typed beside what somebody else has saved meanwhile.
        form = _sent(address)
        return _page(address, form, theirs=form.compare_with_stored()), 409
    if saved is None:
        return redirect(url_for("tournaments.show", gid=gid, tid=tid), 303)
    return redirect(url_for("sheet.show", gid=gid, uuid=uuid, saved=saved), 303)


def _compared(address: GameAddress, form: SheetForm, first: Game) -> str:
    """Show where two typings differ; the other boxes are sent again as they are."""
    unlike = differences(form.stored, first, form.typed_game)
    return render_template(
        "sheet/differences.html",
        address=address,
        game=form.game,
        rounds=groupby(sorted(unlike, key=_round_of), _round_of),
        unlike=unlike,
        sent=request.form.items(multi=True),
    )


def _stored(address: GameAddress) -> stored_games.StoredGame:
    stored = stored_games.stored_game(reader(), address)
    if stored.row.deleted_at:
        raise NotThereError
    return stored


def _sent(address: GameAddress) -> SheetForm:
    stored, sent = _stored(address), MultiDict(request.form)
    seating = stored.row.seating
    if sent.get("seating", seating, type=int) != seating:
        raise conflict("seating", Fault.SEATS_CHANGED)
    return SheetForm(stored, sent.get("holds"), sent)


def _opened(form: SheetForm, wrong: set[int]) -> set[int]:
    numbers, asked = {0, *form.numbers}, request.values.get("round")
    if asked == "all" or form.may_change_holds or form.holds is Holds.RESULT:
        return numbers
    sent = wrong if request.method == "POST" else set()
    return {each for each in numbers if each in sent or str(each) == asked}


def _page(
    address: GameAddress,
    form: SheetForm,
    *,
    more: tuple[FieldObjection, ...] = (),
    theirs: dict[str, str] | None = None,
    **about: object,
) -> str:
    game, remarks = form.typed_game, remarks_on(form, more)
    sheet = sheet_of(game)
    record = record_of(sheet, game)
    problems = [each for each in remarks if not each.accepted]
    wrong = {each.number for each in problems} | {*map(_round_of, theirs or ())}
    totals = record.totals if len(record.totals) >= ROUNDS_FOR_A_CHART else ()
    return render_template(
        "sheet/sheet.html",
        address=address,
        form=form,
        game=game,
        sheet=sheet,
        record=record,
        remarks=remarks,
        problems=problems,
        wrong_boxes={
            box: f"remarks-{each.number}" for each in problems for box in each.boxes
        },
        opened=_opened(form, wrong),
        open_tricks=open_tricks(game),
        chart=lay_out(totals, seats=len(form.seats), box=CHART) if totals else None,
        theirs=theirs,
        **about,
    )
