"""What is kept of a person: to be taken away, and to be forgotten."""

import json
from datetime import UTC, datetime
from uuid import UUID

from flask import Blueprint, current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.services.groups import personal_data
from scorepad.services.rate_limits import Deed
from scorepad.store.db import db
from scorepad.store.groups import forgotten
from scorepad.web.files.static import name_file
from scorepad.web.middleware.auth import current_device, stamp_or_404
from scorepad.web.middleware.headers import not_stored
from scorepad.web.middleware.rate_limits import count_deed
from scorepad.web.printed.pdfs import pdf_cache
from scorepad.web.seasons.documents import title_of

bp = Blueprint("persons", __name__, url_prefix="/g/<uuid:gid>/players/<uuid:player>")


@bp.get("/data.json")
def data(gid: UUID, player: UUID) -> ResponseReturnValue:
    """Hand out everything that is kept of a person, and nothing of anybody else."""
    count_deed(Deed.EXPORT)
    found = personal_data.person_data(db.session(), current_device(), gid, player)
    text = json.dumps(found, ensure_ascii=False, indent=1)
    answer = not_stored(text, mimetype="application/json")
    name_file(answer, "attachment", "person.json", f"{found['name']}.json")
    return answer


@bp.get("/forget")
def ask(gid: UUID, player: UUID) -> ResponseReturnValue:
    """Say what is forgotten of a person, and in which games the name stays."""
    found = personal_data.mentions_of(db.session(), current_device(), gid, player)
    return render_template("people/forget.html", found=found, title_of_game=title_of)


@bp.post("/forget")
def forget(gid: UUID, player: UUID) -> ResponseReturnValue:
    """Forget a person: in the database, in what was printed, and after a restore."""
    settings, called = current_app.config["SETTINGS"], _("Player {seat}")

    def remember(people: tuple[forgotten.Person, ...]) -> None:
        forgotten.remember(settings.instance, people, datetime.now(UTC))

    session, stamp = db.session(), stamp_or_404()
    personal_data.forget_player(
        session, stamp, gid, player, told=remember, called=called
    )
    pdf_cache().clear()
    for place in settings.backups_elsewhere:
        forgotten.copy_to(place, settings.instance)
    return redirect(url_for("people.show", gid=gid), 303)
