"""The people of a group: their devices, what these may do, and the group itself."""

from datetime import UTC, datetime
from uuid import UUID

from flask import (
    Blueprint,
    Response,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.services.errors import (
    CannotMoveError,
    EntryRefusedError,
    NotThereError,
)
from scorepad.services.exchange import uniting
from scorepad.services.exchange.exporting import export_group
from scorepad.services.groups import overseeing, rostering, securing, welcoming
from scorepad.services.inputs import GameAddress
from scorepad.services.permissions import Role
from scorepad.services.play import deleting
from scorepad.services.rate_limits import Deed
from scorepad.services.seasons import arranging
from scorepad.store.db import db
from scorepad.web.files.filenames import name_file
from scorepad.web.forms.people import KindForm, MergeForm, RoleForm
from scorepad.web.forms.seasons import GroupName
from scorepad.web.middleware.auth import current_device, forget_device, stamp_or_404
from scorepad.web.middleware.errors import problem
from scorepad.web.middleware.rate_limits import count_deed
from scorepad.web.printed.blanks import forget_last_time
from scorepad.web.sentences import sentence_about

PIECE = 4
"""So many letters of a code stand together, to be typed."""

bp = Blueprint("people", __name__, url_prefix="/g/<uuid:gid>")


@bp.get("/people")
def show(gid: UUID) -> ResponseReturnValue:
    """Show who is in the group; to owners with all that they may decide."""
    return _page(gid)


def _page(gid: UUID, wrong: str = "", player: UUID | None = None) -> str:
    session, device_id = db.session(), current_device()
    found = overseeing.oversight(session, device_id, gid)
    return render_template(
        "people/people.html",
        found=found,
        roster=rostering.roster(session, device_id, gid) if found.may_arrange else None,
        others=uniting.other_groups(session, device_id, gid),
        today=datetime.now(UTC).date(),
        roles=Role,
        wrong=wrong,
        wrong_player=player,
    )


@bp.post("/people/name")
def rename(gid: UUID) -> ResponseReturnValue:
    """Name the group."""
    form = GroupName(request.form)
    try:
        name = (form.name.data or "") if form.validate() else "x" * 41
        arranging.rename_group(db.session(), stamp_or_404(), gid, name)
    except EntryRefusedError as refused:
        return _page(gid, sentence_about(refused.objections[0])), 422
    return _back(gid)


@bp.post("/devices/<int:device>/role")
def give_role(gid: UUID, device: int) -> ResponseReturnValue:
    """Let a device do more, or less."""
    form = RoleForm(request.form)
    if not form.validate():
        return problem(422, _("Choose one of the ways that are offered."))
    role = Role(form.role.data or "")
    overseeing.give_role(db.session(), stamp_or_404(), gid, device, role)
    return _back(gid)


@bp.post("/devices/<int:device>/revoke")
def revoke(gid: UUID, device: int) -> ResponseReturnValue:
    """Put a device out; it is out at its next request."""
    overseeing.revoke(db.session(), stamp_or_404(), gid, device)
    return _back(gid)


@bp.post("/devices/<int:device>/owner")
def hand_over(gid: UUID, device: int) -> ResponseReturnValue:
    """Let another device own the group in place of this one."""
    overseeing.hand_over(db.session(), stamp_or_404(), gid, device)
    return _back(gid)


@bp.post("/players/<uuid:player>/name")
def rename_player(gid: UUID, player: UUID) -> ResponseReturnValue:
    """Give a player another name."""
    form = GroupName(request.form)
    try:
        name = (form.name.data or "") if form.validate() else "x" * 41
        rostering.rename_player(db.session(), stamp_or_404(), gid, player, name)
    except EntryRefusedError as refused:
        return _page(gid, sentence_about(refused.objections[0]), player), 422
    return _back(gid)


@bp.post("/players/<uuid:player>/kind")
def describe_player(gid: UUID, player: UUID) -> ResponseReturnValue:
    """Say whether a player is a guest, or does not come any more."""
    form = KindForm(request.form)
    if not form.validate():
        return problem(422, _("Choose one of the ways that are offered."))
    rostering.describe_player(db.session(), stamp_or_404(), gid, player, form.entry)
    return _back(gid)


@bp.post("/players/<uuid:player>/merge")
def merge_players(gid: UUID, player: UUID) -> ResponseReturnValue:
    """Let two players be one."""
    form = MergeForm(request.form)
    if not form.validate():
        raise NotThereError
    stamp = stamp_or_404()
    rostering.merge_players(db.session(), stamp, gid, player, UUID(form.into.data))
    return _back(gid)


@bp.post("/merges/<int:merge>/undo")
def undo_merge(gid: UUID, merge: int) -> ResponseReturnValue:
    """Let them be two again."""
    rostering.undo_merge(db.session(), stamp_or_404(), gid, merge)
    return _back(gid)


@bp.errorhandler(rostering.SatTogetherError)
def _sat_together(_error: Exception) -> ResponseReturnValue:
    return problem(409, _("These are two: both sat at one table."))


@bp.post("/move")
def move_group(gid: UUID) -> ResponseReturnValue:
    """Let all games belong to another group, and show that one."""
    target = _group_chosen()
    uniting.move_group_over(db.session(), stamp_or_404(), gid, target)
    return redirect(url_for("seasons.current", gid=target), 303)


@bp.post("/games/<uuid:uuid>/move")
def move_game(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Let a game belong to another group, and show it there."""
    target = _group_chosen()
    uniting.move_game_over(db.session(), stamp_or_404(), gid, uuid, target)
    return redirect(url_for("games.show", gid=target, uuid=uuid), 303)


def _group_chosen() -> UUID:
    form = MergeForm(request.form)
    if not form.validate():
        raise NotThereError
    return UUID(form.into.data)


@bp.errorhandler(CannotMoveError)
def _cannot_move(_error: Exception) -> ResponseReturnValue:
    return problem(
        409,
        _(
            "This cannot be moved there: the other group has the game already,"
            " or one person would sit in it twice."
        ),
    )


@bp.get("/safe")
def safe(gid: UUID) -> ResponseReturnValue:
    """Tell how the group is kept safe, and offer it."""
    return _safe(gid, "")


@bp.post("/safe")
def keep_safe(gid: UUID) -> ResponseReturnValue:
    """Make the code to come back with, and show it once, with this answer."""
    return _safe(gid, securing.keep_safe(db.session(), stamp_or_404(), gid))


def _safe(gid: UUID, code: str) -> Response:
    group = securing.may_keep_safe(db.session(), current_device(), gid)
    pieces = [code[at : at + PIECE] for at in range(0, len(code), PIECE)]
    page = render_template(
        "people/safe.html",
        gid=gid,
        group_name=group.name,
        has_code=group.recovery_sha256 is not None,
        code="-".join(pieces),
    )
    answer = make_response(page)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.post("/leave")
def leave(gid: UUID) -> ResponseReturnValue:
    """Take this device out of the group; the page that follows forgets it as well."""
    session, stamp = db.session(), stamp_or_404()
    overseeing.leave(session, stamp, gid)
    answer = redirect(url_for("home.home", _anchor=f"left={gid}"), 303)
    answer.headers["Clear-Site-Data"] = '"cache"'
    if welcoming.is_nowhere(session, stamp.device_id):
        forget_device(answer)
    forget_last_time(answer)
    return answer


@bp.post("/delete")
def delete(gid: UUID) -> ResponseReturnValue:
    """Delete the group; the front page offers to bring it back."""
    welcoming.delete_group(db.session(), stamp_or_404(), gid)
    return redirect(url_for("home.home"), 303)


@bp.post("/bring-back")
def bring_back(gid: UUID) -> ResponseReturnValue:
    """Bring the group back."""
    welcoming.bring_group_back(db.session(), stamp_or_404(), gid)
    return _back(gid)


@bp.errorhandler(overseeing.LastOwnerError)
def _last_owner(_error: Exception) -> ResponseReturnValue:
    return problem(
        409, _("A group needs an owner: let another device own it first, or delete it.")
    )


def _back(gid: UUID) -> ResponseReturnValue:
    return redirect(url_for("people.show", gid=gid), 303)


@bp.get("/deleted")
def deleted_games(gid: UUID) -> ResponseReturnValue:
    """Show the games that were deleted in the last thirty days."""
    now = datetime.now(UTC)
    found = deleting.bin_of(db.session(), current_device(), gid, now)
    return render_template("season/deleted.html", bin=found)


@bp.post("/games/<uuid:uuid>/restore")
def restore_game(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Bring a game back, and show the season it belongs to."""
    number = deleting.bring_back(db.session(), stamp_or_404(), GameAddress(gid, uuid))
    return redirect(url_for("seasons.season", gid=gid, number=number), 303)


@bp.get("/everything.json")
def everything(gid: UUID) -> ResponseReturnValue:
    """Hand out the group's document: three kilobytes a game."""
    count_deed(Deed.EXPORT)
    name, pieces = export_group(db.session(), current_device(), gid)
    answer = Response("".join(pieces), mimetype="application/json")
    name_file(answer, "attachment", "group.json", f"{name or 'group'}.json")
    answer.headers["Cache-Control"] = "no-store"
    return answer
