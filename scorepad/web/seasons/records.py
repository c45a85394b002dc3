"""The records of a group: one page, each record leading to its game."""

from uuid import UUID

from flask import Blueprint, render_template, request

from scorepad.services.refusing import NotThereError
from scorepad.services.seasons.records import RecordsOverview, records_overview
from scorepad.store.db import db
from scorepad.store.seasons.filters import Filter
from scorepad.web.every_request.doors import current_device
from scorepad.web.every_request.languages import current_language
from scorepad.web.forms.seasons import SeasonChoice
from scorepad.web.seasons.filtering import sieve_asked_for, wanted_or_404
from scorepad.web.seasons.page_cache import cached
from scorepad.web.seasons.sorting import query_with
from scorepad.words.records import record_feat, record_name

bp = Blueprint("records", __name__, url_prefix="/g/<uuid:gid>/records")


@bp.get("")
@cached
def show(gid: UUID) -> str:
    """The records of one season (``?season=2``), or of all games."""
    sieve = sieve_asked_for()
    overview = overview_asked_for(gid, wanted=sieve.wanted)
    language = current_language().tag
    return render_template(
        "season/records.html",
        overview=overview,
        sieve=sieve,
        query_with=query_with,
        name_of=lambda record: record_name(record.kind, language),
        feat_of=lambda record: record_feat(record.kind, language, record.value),
    )


def overview_asked_for(gid: UUID, *, wanted: Filter | None = None) -> RecordsOverview:
    """The records over the games that the query string wants; 404 without such.

    The filter is what is *wanted*, else that of the query string.
    """
    form = SeasonChoice(request.args)
    if not form.validate():
        raise NotThereError
    return records_overview(
        db.session(),
        current_device(),
        gid,
        form.season.data,
        wanted=wanted_or_404() if wanted is None else wanted,
    )
