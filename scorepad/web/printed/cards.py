"""Cards with a code: to lay on the table, or with the key to keep."""

from http import HTTPStatus
from typing import Final, NamedTuple
from uuid import UUID

from flask import (
    Blueprint,
    Response,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.services.groups.groups import Key, kind_of_key
from scorepad.services.groups.invites import as_written
from scorepad.services.permissions import Action, group_and_member
from scorepad.sheets.cards import Card, CardPages, CardSize, CodeTooDenseError
from scorepad.store.db import db
from scorepad.web.forms.choosing import CardForm, KeyCardForm
from scorepad.web.middleware.auth import current_device
from scorepad.web.middleware.errors import problem
from scorepad.web.middleware.guard import own_address
from scorepad.web.printed.pdfs import paced_pdf, pdf_answer, valid

bp = Blueprint("cards", __name__, url_prefix="/g/<uuid:gid>")

PAGES: Final = CardPages()


class CardFacts(NamedTuple):
    """A group; *may_hand_on* whether its key may be printed here."""

    group_id: UUID
    group_name: str | None
    may_hand_on: bool


def _facts(gid: UUID) -> CardFacts:
    group, member = group_and_member(db.session(), current_device(), gid, Action.READ)
    return CardFacts(gid, group.name, member.may(Action.ARRANGE))


@bp.get("/cards")
def choose(gid: UUID) -> ResponseReturnValue:
    """Choose what for, how large, and on which paper."""
    facts = _facts(gid)
    return _page(facts, valid(CardForm(request.args)))


@bp.get("/cards.pdf")
def open_cards(gid: UUID) -> ResponseReturnValue:
    """Print cards for those who are in already: their code opens the season."""
    facts = _facts(gid)
    form = valid(CardForm(request.args))
    address = own_address() + url_for("seasons.current", gid=gid)
    return _printed(facts, form, address, "")


@bp.post("/cards.pdf")
def key_cards(gid: UUID) -> ResponseReturnValue:
    """Print cards that let in whoever has them; only who knows the key can.

    It comes in the body of the request and goes into the PDF: no address holds it,
    and nothing of it is kept here.
    """
    facts = _facts(gid)
    form = valid(KeyCardForm(request.form))
    kind = kind_of_key(db.session(), current_device(), gid, form.key)
    if kind is None:
        return _page(facts, form, is_wrong=True), 422
    key = form.key if kind is Key.CLAIM else as_written(form.key)
    if kind is Key.CLAIM:
        path = url_for("seasons.door", gid=gid, _anchor=key)
    else:
        path = url_for("join.door", _anchor=key)
    answer = _printed(facts, form, own_address() + path, key)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _page(facts: CardFacts, form: CardForm, *, is_wrong: bool = False) -> str:
    return render_template(
        "season/cards.html", facts=facts, form=form, is_wrong=is_wrong
    )


def _printed(facts: CardFacts, form: CardForm, address: str, key: str) -> Response:
    db.session().close()
    card = Card(
        group=facts.group_name,
        address=address,
        key=key,
        paper=form.on_paper,
        size=CardSize(form.size.data or ""),
    )
    try:
        job = PAGES.cards(card, language=form.lang.data or "")
    except CodeTooDenseError:
        sentence = _("This address is too long for a code that phones can read.")
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, sentence)
    return pdf_answer(paced_pdf(job), "cards.pdf", _("Cards for the table"))
