"""The language of a request, the form to choose another, and sentences in it."""

from contextlib import suppress

import flask
from flask import request
from flask.typing import ResponseReturnValue
from flask_babel import Babel
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter

from scorepad.i18n import languages, rules
from scorepad.services.requests import FieldObjection
from scorepad.web.middleware.auth import keep_cookie

COOKIE = "lang"
PROBLEMS = "problems.txt"

bp = flask.Blueprint("languages", __name__)


def current_language() -> str:
    """Return the tag of the language in the URL, or the chosen or the browser's one."""
    in_path: str | None = (request.view_args or {}).get("lang")
    wanted, chosen = request.headers.get("Accept-Language"), request.cookies.get(COOKIE)
    return in_path or languages.negotiate(wanted, chosen)


@bp.post("/language")
def choose_language() -> ResponseReturnValue:
    """Store the language in a cookie and redirect to the page."""
    chosen, page = request.form.get("language", ""), "/"
    if chosen not in languages.BY_TAG:
        flask.abort(422, ", ".join(languages.BY_TAG))
    with suppress(HTTPException):  # only one of our pages, found by its route
        routes = flask.current_app.url_map.bind("")
        endpoint, values = routes.match(request.form.get("back", ""), method="GET")
        if "lang" in values:
            values = {**values, "lang": chosen}
        page = flask.url_for(endpoint, **values)
    answer = flask.redirect(page, 303)
    keep_cookie(answer, COOKIE, chosen)
    return answer


class LanguageTag(BaseConverter):
    """The tag of a language in a URL."""

    regex = "|".join(languages.BY_TAG)


def attach(app: flask.Flask) -> None:
    """Register catalogues, the choice of language, and template functions."""
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(languages.CATALOGUES)
    Babel(app, locale_selector=lambda: languages.language_of(current_language()).folder)
    # It says why nothing works when no more files can be opened.
    app.jinja_env.get_template(PROBLEMS)
    app.context_processor(lambda: {"language": current_language()})
    app.jinja_env.globals.update(
        languages=languages.LANGUAGES,
        short_names=languages.short_names,
        with_breaks=languages.with_breaks,
        signed=languages.signed,
        plural_examples=languages.plural_examples,
    )
    app.url_map.converters["language"] = LanguageTag


def sentence_about(objection: FieldObjection) -> str:
    """Return the sentence for an objection."""
    problem, values = objection.problem, objection.values
    said = rules.sentence_for(problem, current_language(), **values)
    said = said or sentence_of(problem, **values)
    return said or str(objection.values.get("sentence", objection.problem))


def sentence_of(problem: str, /, **values: object) -> str:
    """Return the sentence for a problem, or nothing if ``problems.txt`` has none."""
    return flask.render_template(PROBLEMS, problem=problem, values=values).strip()
