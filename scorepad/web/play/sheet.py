"""The sheet of a game: one form that shows everything and corrects anything."""

from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorepad.rules.wizard.game import Scoring, Trump
from scorepad.rules.wizard.sheet import sheet_of
from scorepad.services.errors import (
    ChangedElsewhereError,
    EntryRefusedError,
    FieldObjection,
    NotThereError,
)
from scorepad.services.inputs import GameAddress
from scorepad.services.play.recording import (
    StoredGame,
    game_as_record,
    record_sheet,
    seated_since,
)
from scorepad.services.play.settling import open_tricks
from scorepad.sheets.completed.record import record_of
from scorepad.stats.chart import Box, lay_out
from scorepad.store.db import db
from scorepad.web.forms.sheet import Holds, SheetForm
from scorepad.web.forms.sheet_people import with_people
from scorepad.web.middleware.auth import current_device, stamp_or_404
from scorepad.web.middleware.languages import current_language
from scorepad.web.play.sheet_remarks import remarks_on
from scorepad.words.terms import edition_name, how_it_scores, scoring_name, trump_name

bp = Blueprint("sheet", __name__, url_prefix="/g/<uuid:gid>/games/<uuid:uuid>/sheet")

CHART = Box(720, 220)
ROUNDS_FOR_A_CHART = 2


@bp.get("")
def show(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """The sheet as it is stored."""
    address = GameAddress(gid, uuid)
    form = SheetForm(_stored(address), _holds(request.args.get("holds")))
    saved = request.args.get("saved") == str(form.stored.revision)
    return _page(address, form, saved=saved)


@bp.post("")
def save(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Take the whole sheet, or say everything that is wrong with it."""
    address = GameAddress(gid, uuid)
    form = _sent(address)
    if not form.validate():
        return _page(address, form), 422
    try:
        saved = record_sheet(db.session(), stamp_or_404(), address, form.entry)
    except EntryRefusedError as refused:
        return _page(address, form, more=refused.objections), 422
    except ChangedElsewhereError:
        # What was typed, and beside it what somebody else has stored since.
        form = _sent(address)
        return _page(address, form, theirs=form.lay_beside_stored()), 409
    return redirect(url_for("sheet.show", gid=gid, uuid=uuid, saved=saved), 303)


def _stored(address: GameAddress) -> StoredGame:
    stored = game_as_record(db.session(), current_device(), address)
    if stored.deleted:
        raise NotThereError
    return stored


def _sent(address: GameAddress) -> SheetForm:
    stored, sent = _stored(address), MultiDict(request.form)
    made_for = sent.get("seating", stored.seating, type=int)
    if made_for != stored.seating:
        places = seated_since(db.session(), current_device(), address, made_for)
        sent = with_people(sent, places) if places else sent
    return SheetForm(stored, _holds(sent.get("holds")), sent)


def _holds(text: str | None) -> Holds | None:
    return Holds(text) if text in set(Holds) else None


def _page(
    address: GameAddress,
    form: SheetForm,
    *,
    more: tuple[FieldObjection, ...] = (),
    theirs: dict[str, str] | None = None,
    saved: bool = False,
) -> str:
    game = form.typed_game
    sheet = sheet_of(game)
    record = record_of(sheet, game)
    totals = record.totals if len(record.totals) >= ROUNDS_FOR_A_CHART else ()
    tag = current_language().tag
    scoring = None
    if game.scoring is not Scoring.CLASSIC:
        name, rule = scoring_name(game.scoring, tag), how_it_scores(game.scoring, tag)
        scoring = f"{name}: {rule}"
    return render_template(
        "sheet/sheet.html",
        address=address,
        form=form,
        game=game,
        sheet=sheet,
        record=record,
        remarks=remarks_on(form, more),
        open_tricks=open_tricks(game),
        edition=edition_name(game.edition, tag) if game.edition else None,
        scoring=scoring,
        trumps=[(trump.value, trump_name(trump, tag, game.deck)) for trump in Trump],
        chart=lay_out(totals, seats=len(form.seats), box=CHART) if totals else None,
        theirs=theirs,
        saved=saved,
    )
