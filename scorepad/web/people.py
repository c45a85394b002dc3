"""The pages of a group: its players and devices, personal data, recovery, deletion."""

from collections.abc import Callable
from textwrap import wrap
from typing import Any
from uuid import UUID

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.db import backups, engine
from scorepad.db.groups import groups_of, players_of
from scorepad.games.names import unsure_name
from scorepad.services import activity, devices, groups, invites, personal_data, players
from scorepad.services.documents import export_group
from scorepad.services.games import deleted_games_of
from scorepad.services.permissions import Action, Role, group_and_member
from scorepad.services.rate_limits import Limit
from scorepad.services.requests import EntryRefusedError, NotThereError, WrongTimeError
from scorepad.services.season_stats import current_season
from scorepad.services.seasons import rename_group
from scorepad.web import blanks, printing
from scorepad.web.middleware import auth, errors, guard, languages
from scorepad.web.static import download, json_download, not_stored

bp = Blueprint("people", __name__, url_prefix="/g/<uuid:gid>")


@bp.get("/people/players", defaults={"part": "players"})
@bp.get("/people/phones", defaults={"part": "phones"})
@bp.get("/people", defaults={"part": "people"})
def show(gid: UUID, part: str, **about: Any) -> str:
    """Show the group, or the players or devices for owners to change."""
    by, action = auth.reader(), Action.READ if part == "people" else Action.ARRANGE
    group, member = group_and_member(by, gid, action)
    phones = devices.members_of(by.session, group)
    me = next(each for each in phones if each.device_id == by.device_id)
    is_only = [each for each in phones if each.player_id == me.player_id] == [me]
    return render_template(
        f"people/{part}.html",
        gid=gid,
        group=group,
        member=member,
        phones=phones,
        me=me,
        sees_own=me.player_id and (is_only or member.may(Action.ARRANGE)),
        people=players_of(by.session, group),
        is_open=member.may(Action.LET_IN) and invites.find_join_code(by, group),
        everyone=players_of(by.session, group, archived=True),
        merges=players.merges_of(by.session, group),
        season=current_season(by, gid),
        others=players.other_groups(by, gid),
        today=by.at.date(),
        roles=Role,
        **about,
    )


def _changed(
    change: Callable[..., object], gid: UUID, *args: Any, part: str, **values: Any
) -> ResponseReturnValue:
    """Change something, and show its *part* of the pages, with what is wrong."""
    try:
        change(auth.writer(), gid, *args, **values)
    except WrongTimeError:
        raise
    except EntryRefusedError as refused:
        wrong = languages.sentence_about(refused.objections[0])
        wrong_player = (request.view_args or {}).get("player")
        return show(gid, part, wrong=wrong, wrong_player=wrong_player), 422
    return redirect(url_for("people.show", gid=gid, part=part), 303)


def _route(
    rule: str,
    change: Callable[..., object],
    part: str = "people",
    **fields: Callable[[str], object],
) -> None:
    """Add the route of a *change*, by ids in the URL and the *fields* of the form."""

    def view(gid: UUID, **ids: object) -> ResponseReturnValue:
        try:
            sent = {key: to(request.form.get(key, "")) for key, to in fields.items()}
        except ValueError:
            return errors.problem(422, _("Choose one of the options."))
        return _changed(change, gid, *ids.values(), part=part, **sent)

    bp.add_url_rule(rule, change.__name__, view, methods=["POST"])


def _is_yes(text: str) -> bool:
    return text == "yes"


_route("/bring-back", groups.restore_group)
_route("/people/name", rename_group, name=str)
_route("/devices/<int:device>/role", devices.give_role, "phones", role=Role)
_route("/devices/<int:device>/revoke", devices.remove, "phones")
_route("/devices/<int:device>/owner", devices.hand_over)
_route("/devices/sign-out", devices.sign_out_others, "phones", own=_is_yes)
_route(
    "/players/<uuid:player>/kind",
    players.describe_player,
    "players",
    guest=_is_yes,
    archived=_is_yes,
)
_route("/players/<uuid:player>/merge", players.merge_players, "players", into=UUID)
_route("/merges/<int:merge>/undo", players.undo_merge, "players")


@bp.get("/activity")
def activity_log(gid: UUID) -> ResponseReturnValue:
    """Show the activity log to owners, newest entries first."""
    before = request.args.get("before", type=int)
    log = activity.activity_of(auth.reader(), gid, before=before)
    return render_template("people/activity.html", gid=gid, log=log)


@bp.post("/players/<uuid:player>/name")
def rename_player(gid: UUID, player: UUID) -> ResponseReturnValue:
    """Rename a player; a name like another player's is asked about first."""
    name, group = request.form.get("name", ""), auth.group_or_404(gid, Action.ARRANGE)
    everyone = players_of(engine.db.session(), group, archived=True)
    others = [each.name for each in everyone if each.uuid != player]
    if unsure := unsure_name([name], others, request.form.getlist("another")):
        return show(gid, "players", unsure=unsure, wrong_player=player), 422
    return _changed(players.rename_player, gid, player, name, part="players")


@bp.post("/move", defaults={"uuid": None})
@bp.post("/games/<uuid:uuid>/move")
def move(gid: UUID, uuid: UUID | None) -> ResponseReturnValue:
    """Move a game, or all of them, to another group, and show them there."""
    if (target := request.form.get("into", type=UUID)) is None:
        raise NotThereError
    players.move_games(auth.writer(), gid, target, uuid)
    endpoint = "games.show" if uuid else "seasons.current"
    return redirect(url_for(endpoint, gid=target, uuid=uuid), 303)


@bp.get("/recovery")
@bp.post("/recovery")
def recovery(gid: UUID) -> ResponseReturnValue:
    """Explain the recovery code, or create one and show it once."""
    is_new = request.method == "POST"
    code = groups.make_recovery_code(auth.writer(), gid) if is_new else ""
    group, code = auth.group_or_404(gid, Action.ARRANGE), "-".join(wrap(code, 4))
    return not_stored(render_template("people/recovery.html", group=group, code=code))


@bp.post("/leave")
def leave(gid: UUID) -> ResponseReturnValue:
    """Remove this device from the group, and delete its cookies if it was the last."""
    by = auth.writer()
    devices.remove(by, gid, by.device_id)
    answer = redirect(url_for("home.home", _anchor=f"left={gid}"), 303)
    answer.headers["Clear-Site-Data"] = '"cache"'
    if not (groups_of(by) or groups.restorable_groups(by)):
        auth.forget_device(answer)
    for group in (None, gid):  # the options printed last contain names
        answer.delete_cookie(blanks.COOKIE, path=url_for("blanks.choose", gid=group))
    return answer


@bp.post("/delete")
def delete(gid: UUID) -> ResponseReturnValue:
    """Delete the group; the start page offers to restore it."""
    groups.delete_group(auth.writer(), gid)
    return redirect(url_for("home.groups"), 303)


@bp.get("/deleted")
def deleted_games(gid: UUID) -> ResponseReturnValue:
    """Show the games that were deleted in the last thirty days."""
    found, deleters = deleted_games_of(auth.reader(), gid)
    about = {"gid": gid, "games": found, "deleters": deleters}
    return render_template("season/deleted.html", **about)


@bp.get("/everything.json")
def everything(gid: UUID) -> ResponseReturnValue:
    """Return the group's document: about three kilobytes a game."""
    guard.count_action(Limit.EXPORT)
    name, text = export_group(auth.reader(), gid)
    return download(text, "application/json", "group.json", name)


@bp.get("/players/<uuid:player>/data.json")
def person_data(gid: UUID, player: UUID) -> ResponseReturnValue:
    """Return all data of a person, and nothing of others."""
    guard.count_action(Limit.EXPORT)
    found = personal_data.person_data(auth.reader(), gid, player)
    return json_download(found, "person.json", found["name"])


@bp.get("/players/<uuid:player>/forget")
def mentions(gid: UUID, player: UUID) -> ResponseReturnValue:
    """Show what will be erased of a person, and where the name remains."""
    found = personal_data.mentions_of(auth.reader(), gid, player)
    return render_template("people/forget.html", gid=gid, **found)


@bp.post("/players/<uuid:player>/forget")
def anonymize(gid: UUID, player: UUID) -> ResponseReturnValue:
    """Erase a person: in the database, in cached PDFs, and again after a restore."""
    settings, name = current_app.config["SETTINGS"], _("Player {seat}")
    about = {"called": name, "folder": settings.instance, "part": "players"}
    answer = _changed(personal_data.anonymize_player, gid, player, **about)
    printing.pdf_cache().clear()
    backups.copy_list(settings.instance, settings.backups_elsewhere)
    return answer
