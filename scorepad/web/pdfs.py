"""Render PDFs and pictures within rate limits, and send them with a file name."""

from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar, cast

from flask import Response, abort, current_app, request

from scorepad.db.engine import db
from scorepad.i18n.languages import uses_letter
from scorepad.pdf.paper import Paper
from scorepad.pdf.renderer import PdfCache, Renderer
from scorepad.pdf.worker import PrintJob
from scorepad.services.rate_limits import Limit
from scorepad.web.forms import BookForm, ChoiceForm
from scorepad.web.middleware import errors, guard, languages
from scorepad.web.static import name_file

FormT = TypeVar("FormT", bound=ChoiceForm)


def renderer() -> Renderer:
    """Return the renderer."""
    return cast("Renderer", current_app.extensions["renderer"])


def pdf_cache() -> PdfCache:
    """Return the cache of rendered PDFs."""
    return cast("PdfCache", current_app.extensions["pdf_cache"])


def limited_pdf(job: PrintJob | str) -> bytes:
    """Return the PDF of a job; ``TooOftenError`` if the hourly limit is reached."""
    guard.count_action(Limit.PRINT)
    return renderer().pdf(job)


def _limited_picture(job: PrintJob | str) -> bytes:
    # A higher limit, because forms show many previews.
    guard.count_action(Limit.PICTURE)
    return renderer().picture(job)


def pdf_answer(pdf: bytes, plain: str, spoken: str) -> Response:
    """Return a response with a PDF, an ASCII file name and a translated one."""
    answer = Response(pdf, mimetype="application/pdf")
    name_file(answer, "inline", plain, spoken)
    return answer


def answer_pdf(job: PrintJob, plain: str, spoken: str) -> Response:
    """Return a response with the PDF of a *job*, cached and within the limit."""
    return _cached(pdf_answer(b"", plain, spoken), job, limited_pdf)


def answer_picture(job: PrintJob, *names: str) -> Response:
    """Return a response with the picture of a *job*, as in :func:`answer_pdf`."""
    answer = Response(mimetype="image/png")
    if names:
        name_file(answer, "inline", *names)
    return _cached(answer, job, _limited_picture)


def _cached(
    answer: Response, job: PrintJob, render: Callable[[PrintJob], bytes]
) -> Response:
    # This may wait for a worker, and saves must not wait for that.
    db.session().close()
    cache, key = pdf_cache(), pdf_cache().key(job, answer.mimetype or "")
    answer.set_etag(key[:24])
    if answer.make_conditional(request).status_code != HTTPStatus.NOT_MODIFIED:
        answer.data = cache.get(key, lambda: render(job))
    return answer


def fill_in_defaults(form: BookForm) -> None:
    """Fill in missing options: the language and usual paper of the reader."""
    form.lang.data = form.lang.data or languages.current_language().tag
    form.paper.data = form.paper.data or usual_paper()


def usual_paper() -> Paper:
    """Return Letter or A4, by the languages of the browser."""
    letter = uses_letter(request.headers.get("Accept-Language"))
    return Paper.LETTER if letter else Paper.A4


def valid(form: FormT) -> FormT:
    """Return a valid *form* with the reader's defaults; abort with 422 if it is not."""
    if isinstance(form, BookForm):
        fill_in_defaults(form)
    if not form.validate():
        abort(errors.problem(HTTPStatus.UNPROCESSABLE_ENTITY, form.sentence))
    return form
