"""What is kept of a person: to be taken away, and to be forgotten."""

import json
from datetime import UTC, datetime
from uuid import UUID

from flask import Blueprint, Response, current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.services.groups import disclosing, forgetting
from scorepad.services.rate_limits import Deed
from scorepad.store.db import db
from scorepad.store.groups import forgotten
from scorepad.web.files.filenames import name_file
from scorepad.web.middleware.auth import current_device, stamp_or_404
from scorepad.web.middleware.rate_limits import count_deed
from scorepad.web.printed.pdfs import pdf_cache
from scorepad.web.seasons.documents import title_of

bp = Blueprint("persons", __name__, url_prefix="/g/<uuid:gid>/players/<uuid:player>")


@bp.get("/data.json")
def data(gid: UUID, player: UUID) -> ResponseReturnValue:
    """Hand out everything that is kept of a person, and nothing of anybody else."""
    count_deed(Deed.EXPORT)
    found = disclosing.person_data(db.session(), current_device(), gid, player)
    text = json.dumps(found, ensure_ascii=False, indent=1)
    answer = Response(text, mimetype="application/json")
    name_file(answer, "attachment", "person.json", f"{found['name']}.json")
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.get("/forget")
def ask(gid: UUID, player: UUID) -> ResponseReturnValue:
    """Say what is forgotten of a person, and in which games the name stays."""
    found = disclosing.mentions_of(db.session(), current_device(), gid, player)
    page = "people/forget.html"
    return render_template(
        page, found=found, gid=gid, player=player, title_of_game=title_of
    )


@bp.post("/forget")
def forget(gid: UUID, player: UUID) -> ResponseReturnValue:
    """Forget a person: in the database, in what was printed, and after a restore."""
    called = _("Player {seat}")
    forgetting.forget_player(
        db.session(), stamp_or_404(), gid, player, told=_remember, called=called
    )
    pdf_cache().clear()
    _copy_list()
    return redirect(url_for("people.show", gid=gid), 303)


def _remember(people: tuple[forgotten.Person, ...]) -> None:
    instance = current_app.config["SETTINGS"].instance
    forgotten.remember(instance, people, datetime.now(UTC))


def _copy_list() -> None:
    settings = current_app.config["SETTINGS"]
    for place in settings.backups_elsewhere:
        forgotten.copy_to(place, settings.instance)
