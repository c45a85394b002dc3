"""The sheet of a game: one form that shows everything and corrects anything."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import StringField

from scorepad.games.wizard import ASKABLE, Problem, seating
from scorepad.games.wizard.models import Game, Holds, Joined, Left
from scorepad.games.wizard.sheet import sheet_of
from scorepad.i18n.terms import comma
from scorepad.pdf.completed import SheetRecord
from scorepad.services import requests, sheet_entry, stored_games, validation
from scorepad.services.requests import FieldObjection, GameAddress
from scorepad.statistics.chart import Box
from scorepad.web import forms, games
from scorepad.web.middleware.auth import reader, writer
from scorepad.web.middleware.languages import current_language, sentence_about
from scorepad.web.sheet_form import UNKNOWN, SheetForm, Typed

_PLACE = re.compile(r"rounds/(\d+)/([a-z_]+)(?:/(\d+))?")
_OF_ROUND = re.compile(r"r([0-9]{1,2})-([a-z]+)([0-9]{0,2})")


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
    for objection in validation.all_objections(game):
        if (place := _PLACE.fullmatch(objection.field)) is None:
            continue
        number, problem = int(place[1]), Problem(objection.problem)
        box = _box(form, number, place[2], objection)
        if box in form and form[box].errors:
            continue
        if problem is Problem.TRICKS_UNKNOWN:
            seat = objection.seat or 0
            has_bid = form.box(number, "b", seat).value is not None
            if has_bid and form[box].data != UNKNOWN:
                unknown.setdefault(number, []).append(seat)
            continue
        asks, said = problem in ASKABLE, sentence_about(objection)
        if problem is Problem.TOTAL_MISMATCH and objection.values["expected"] is None:
            said = sentence_about(replace(objection, problem="total_impossible"))
        accepted = problem in game.rounds[number - 1].accepted
        yield Remark(number, problem.value, said, (box,), asks, accepted)
    # one question for all seats of a round
    for number, seats in unknown.items():
        between = comma(current_language())
        sentence = _(
            "Over or under? The totals alone do not show how many tricks %(names)s "
            "took.",
            names=between.join(form.game.players[seat] for seat in seats),
        )
        boxes = tuple(f"r{number}-a{seat}" for seat in seats)
        yield Remark(number, Problem.TRICKS_UNKNOWN.value, sentence, boxes)


def _box(form: SheetForm, number: int, field: str, wrong: FieldObjection) -> str:
    if field in {"void_tricks", "trump"}:
        return f"r{number}-{field.removesuffix('_tricks')}"
    if field == "bid_changes" and form.clouds(number):
        return f"r{number}-c0"
    kind = "w" if form.has_totals(number) else "t"
    if field in {"bids", "bid_changes"}:
        kind = "b"
    elif wrong.problem == Problem.TRICKS_UNKNOWN:
        kind = "a"
    seat = form.playing(number)[0] if wrong.seat is None else wrong.seat
    return f"r{number}-{kind}{seat}"


def typed_people(game: Game, sent: Mapping[str, str]) -> Typed:
    """Read who came late or left early; if that is wrong or missing, return *game*."""
    seats = range(len(game.players))
    names = [f"{kind}{seat}" for seat in seats for kind in "jsl"]
    if not sent.keys() & set(names):
        return game, {}
    number = {name: forms.number_in(sent.get(name)) for name in names}
    joined = tuple(
        Joined(seat, round_, number[f"s{seat}"] or 0)
        for seat in seats
        if (round_ := number[f"j{seat}"]) not in {None, 1}
    )
    last = {seat: number[f"l{seat}"] for seat in seats}
    left = tuple(Left(seat, at) for seat, at in last.items() if at is not None)
    if (joined, left) == (game.joined, game.left):
        return game, {}
    wanted = replace(game, joined=joined, left=left)
    ended = replace(wanted, ended_after=forms.number_in(sent.get("ended")))
    problems = _problems(ended, number) or _lost_by(seating.with_cards(wanted), sent)
    return (game, problems) if problems else (seating.with_cards(wanted), {})


def _problems(game: Game, number: Mapping[str, int | None]) -> dict[str, str]:
    came = {each.seat: each.round_ for each in game.joined}
    missing = [f"s{seat}" for seat in came if number[f"s{seat}"] is None]
    early = [f"l{e.seat}" for e in game.left if e.after_round < came.get(e.seat, 1)]
    found = dict.fromkeys(missing, _("The total is missing here."))
    found |= dict.fromkeys(early, _("A player can’t leave before joining."))
    if found:
        return found
    entry = requests.GameEntry(game=replace(game, rounds=()), player_ids=())
    for objection in validation.objections_to_settings(entry):
        box = f"j{game.joined[0].seat}" if game.joined else "l0"
        key, *where = objection.field.split("/")
        if key in {"joined", "left"} and where:
            box = f"{key[0]}{getattr(game, key)[int(where[0])].seat}"
        found[box] = sentence_about(objection)
    return found


def _lost_by(game: Game, sent: Mapping[str, str]) -> dict[str, str]:
    late = {each.seat for each in game.joined}
    for key, text in sent.items():
        place = _OF_ROUND.fullmatch(key)
        if place is None or not text.strip():
            continue
        number, seat = int(place[1]), int(place[3] or 0)
        beyond = number > len(game.cards)
        if beyond or (place[3] and seat not in seating.present_in(game, number)):
            said = _("Round %(number)s already has entries. Clear them first.")
            box = f"{'j' if seat in late or beyond else 'l'}{seat}"
            return {box: said % {"number": number}}
    return {}


bp = Blueprint("sheet", __name__, url_prefix="/g/<uuid:gid>/games/<uuid:uuid>/sheet")


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
    seen, counts = form["seen"].value or 0, bool(form["counts"].data)
    game = form.typed_game
    entry = requests.SheetEntry(game, seen, counts=counts, word=game.word)
    try:
        saved = sheet_entry.type_in(writer(), address, entry, chosen=chosen)
    except requests.TypedDifferentlyError as other:
        return _compared(address, form, other.sheet), 409
    except requests.EntryRefusedError as refused:
        return _page(address, form, more=refused.objections), 422
    except requests.ChangedElsewhereError:
        # Show what was typed beside what another device has saved meanwhile.
        form = _sent(address)
        unlike = differences(form.fill_unseen(), form)
        theirs = {name: text for name, (text, _) in unlike.items() if name in form}
        return _page(address, form, theirs=theirs), 409
    if saved is None:
        return redirect(url_for("tournaments.show", gid=gid, tid=tid), 303)
    return redirect(url_for("sheet.show", gid=gid, uuid=uuid, saved=saved), 303)


def differences(one: SheetForm, other: SheetForm) -> dict[str, tuple[str, str]]:
    """Return both texts of each box in which two forms differ."""
    first, second = (
        {box.name: box.data or "" for box in form if isinstance(box, StringField)}
        for form in (one, other)
    )
    both = {n: (first.get(n, ""), second.get(n, "")) for n in first | second}
    return {name: texts for name, texts in both.items() if len({*texts}) > 1}


def _compared(address: GameAddress, form: SheetForm, first: Game) -> str:
    """Show where two typings differ; the other boxes are sent again as they are."""
    stored = (form.stored._replace(game=each) for each in (first, form.typed_game))
    unlike = differences(*map(SheetForm, stored))
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
        raise requests.NotThereError
    return stored


def _sent(address: GameAddress) -> SheetForm:
    stored, sent = _stored(address), MultiDict(request.form)
    if sent.get("seating", type=int) not in {None, stored.row.seating}:
        raise requests.conflict("seating", "seats_changed")
    return SheetForm(stored, sent.get("holds"), sent, typed_people(stored.game, sent))


def _page(
    address: GameAddress,
    form: SheetForm,
    *,
    more: Sequence[FieldObjection] = (),
    theirs: dict[str, str] | None = None,
    **about: object,
) -> str:
    game, remarks = form.typed_game, remarks_on(form, more)
    sheet = sheet_of(game)
    record = SheetRecord(sheet, game)
    problems = [each for each in remarks if not each.accepted]
    opened, asked = {0, *form.numbers}, request.values.get("round")
    if asked != "all" and form.game.holds and form.holds is not Holds.RESULT:
        wrong = {each.number for each in problems} | {*map(_round_of, theirs or ())}
        sent = wrong if request.method == "POST" else set()
        opened = {each for each in opened if each in sent or str(each) == asked}
    return render_template(
        "sheet/sheet.html",
        address=address,
        form=form,
        game=game,
        sheet=sheet,
        record=record,
        remarks=remarks,
        problems=problems,
        wrong_boxes={box: f"remarks-{r.number}" for r in problems for box in r.boxes},
        opened=opened,
        open_tricks=validation.open_tricks(game),
        chart=games.chart_of(sheet, Box(720, 220)),
        theirs=theirs,
        **about,
    )
