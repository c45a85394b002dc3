"""The play pages, rules and judge, and the service worker that keeps them offline."""

import hashlib
import json
from pathlib import Path
from uuid import UUID

from flask import Blueprint, Response, current_app, g, render_template, url_for
from flask.typing import ResponseReturnValue

from scorepad.games.documents import Tree, written
from scorepad.games.registry import GAMES, games_of_tricks
from scorepad.games.wizard.models import PRESETS, Game
from scorepad.games.wizard.schedule import cards_per_round, schedules_for
from scorepad.i18n import rules as i18n_rules
from scorepad.i18n.languages import CATALOGUES, LANGUAGES
from scorepad.imports.files import ACCEPTED
from scorepad.services.permissions import Action, Member, group_and_member
from scorepad.web.join import signup_rules
from scorepad.web.middleware import auth, errors, languages
from scorepad.web.static import scripts_of, tree_hash

bp = Blueprint("play", __name__)

_SCRIPT = "js/play/main.js"
_TOWERS = "js/towers/main.js"
_SCRIPTS = (
    *("js/pages/main.js", _SCRIPT, "js/lazy/parts.js"),
    *("js/judge/main.js", "js/pages/rules.js", _TOWERS),
)
_STYLES = ("page", "tokens", "play", "lazy", "judge", "rules", "towers", "towers-pages")
_FONTS = ("500-normal", "500-italic", "sans-400-normal", "sans-700-normal")


@bp.get("/play/<language:lang>")
def shell(lang: str) -> ResponseReturnValue:  # noqa: ARG001 - asked for by the address
    """Show the play page; a script draws the game on the phone."""
    return render_template(
        "play/shell.html",
        modules=scripts_of(_SCRIPT),
        signups=errors.SIGNUPS.get(signup_rules().mode, ""),
        games=json.dumps({w: rules_of(m) for w, m in games_of_tricks().items()}),
    )


@bp.get("/play/<language:lang>/words")
def words(lang: str) -> ResponseReturnValue:  # noqa: ARG001 - of the address
    """Return the words of the scripts that are loaded in idle time."""
    return render_template("play/lazy.html")


_CHOSEN = (
    *("even_bid_rule", "bid_mode", "edition", "foresight", "scoring", "formula"),
    *("deck", "letters"),
)


def rules_of(model: type[Game]) -> Tree:
    """Return what the play page needs to know of a game of bids and tricks."""
    deals, usual = model.deals, written(model(players=()))
    return {
        "title": GAMES[model.word].title,
        "seats": [deals.seats[0], deals.seats[-1]],
        "deck": deals.deck,
        "extras": model.has_extra_cards,
        "even_bid_rules": {n: rule and written(rule) for n, rule in PRESETS.items()},
        "schedules": {
            schedule: {
                players: cards_per_round(schedule, players, deals=deals)
                for players in deals.seats
                if schedule in schedules_for(players, deals)
            }
            for schedule in deals.schedules
        },
        "trumps": dict(deals.trumps),
        "scorings": {
            name: formula and formula.parts for name, formula in model.formulas.items()
        },
        "schedule": usual["schedule"],
        # What a table plays that chooses nothing.
        "usual": {key: usual[key] for key in _CHOSEN},
    }


towers = Blueprint("towers", __name__)


@towers.get("/towers/<language:lang>", endpoint="shell")
def shell_of_towers(lang: str) -> ResponseReturnValue:  # noqa: ARG001 - of the address
    """Show the page of Wandering Towers; a script draws the game."""
    return render_template(
        "towers/shell.html",
        modules=scripts_of(_TOWERS),
        signups=errors.SIGNUPS.get(signup_rules().mode, ""),
        spells=i18n_rules.TOWERS_SPELLS,
        colours=i18n_rules.TOWERS_COLOURS,
        problems=i18n_rules.TOWERS_PROBLEMS,
    )


@bp.get("/rules/<language:lang>")
def rules(lang: str) -> ResponseReturnValue:
    """Show the rules; a script puts the variants of the table, in the URL, first."""
    return render_template("rules/rules.html", **i18n_rules.values_of_the_rules(lang))


@bp.get("/rules/towers/<language:lang>")
def rules_of_towers(lang: str) -> ResponseReturnValue:
    """Show the rules of Wandering Towers."""
    return render_template("rules/towers.html", **i18n_rules.values_of_towers(lang))


@bp.get("/judge/<language:lang>")
def judge(lang: str) -> ResponseReturnValue:  # noqa: ARG001 - of the address
    """Show the judge; a script answers the question in the URL."""
    return render_template("judge/judge.html", modules=scripts_of("js/judge/main.js"))


def may_score(gid: UUID, game: UUID | None = None) -> bool:
    """Whether this member of a group may score its games, or this *game*."""
    return member_now(gid).may(Action.SCORE, game)


def new_game_in(gid: UUID) -> str:
    """Return the URL to start a game, in this group if this member may."""
    shell = url_for("play.shell", lang=languages.current_language())
    return f"{shell}#{gid if may_score(gid) else 'new'}"


def member_now(gid: UUID) -> Member:
    """Return this device's membership, queried once, or raise ``NotThereError``."""
    members: dict[UUID, Member] = g.setdefault("members", {})
    if gid not in members:
        members[gid] = group_and_member(auth.reader(), gid, Action.READ)[1]
    return members[gid]


PAGES = (
    *("play.words", "play.judge", "play.rules", "towers.shell"),
    *("play.rules_of_towers", "play.offline"),
)
"""The pages that are kept besides the shell, in every language."""


@bp.get("/sw.js")
def worker() -> ResponseReturnValue:
    """Return the service worker, with the list of files that it keeps."""
    # At the top level, because a worker controls only the paths below its own.
    config, static = current_app.config, Path(current_app.static_folder or "")
    folders = Path(str(current_app.template_folder)), CATALOGUES
    trees = config["STATIC_TREE"], *map(tree_hash, folders)
    version = " ".join((*trees, config["SETTINGS"].signups))
    styles = [f"dist/css/{name}.css" for name in _STYLES]
    fonts = [f"webfonts/alegreya-{name}.woff2" for name in _FONTS]
    files = [*scripts_of(*_SCRIPTS), *styles, "icon.svg", "icons/apple-180.png", *fonts]
    constants = {
        "VERSION": hashlib.sha256(version.encode()).hexdigest()[:16],
        "SHELLS": [url_for("play.shell", lang=known.tag) for known in LANGUAGES],
        "FILES": [
            *[url_for("static", filename=name) for name in files],
            *[url_for(page, lang=known.tag) for page in PAGES for known in LANGUAGES],
        ],
    }
    lines = [f"const {name} = {json.dumps(what)};" for name, what in constants.items()]
    script = (static / "dist" / "worker.js").read_text("utf-8")
    return Response("\n".join([*lines, script]), mimetype="text/javascript")


@bp.get("/offline/<language:lang>")
def offline(lang: str) -> ResponseReturnValue:  # noqa: ARG001 - of the address
    """Show which pages work offline, in place of a page that cannot be loaded."""
    return render_template("home/offline.html")


@bp.get("/play/<language:lang>/app.webmanifest")
def manifest(lang: str) -> ResponseReturnValue:
    """Describe the play page as an app that can be installed."""
    about = render_template("play/app.webmanifest", lang=lang, accepted=ACCEPTED)
    return Response(about, mimetype="application/manifest+json")
