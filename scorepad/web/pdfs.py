"""What the application prints with, how it hands out a PDF, and what suits a reader."""

from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar, cast

from flask import Flask, Response, abort, current_app, request

from scorepad.i18n.languages import uses_letter
from scorepad.pdf.cache import PdfCache
from scorepad.pdf.html import Stationery
from scorepad.pdf.jobs import PrintJob
from scorepad.pdf.paper import Paper
from scorepad.pdf.renderer import Renderer
from scorepad.services.rate_limits import Deed
from scorepad.web.forms import BookForm, ChoiceForm
from scorepad.web.middleware.errors import problem
from scorepad.web.middleware.guard import count_deed
from scorepad.web.middleware.languages import current_language
from scorepad.web.static import name_file

FormT = TypeVar("FormT", bound=ChoiceForm)


def attach(
    app: Flask, stationery: Stationery, renderer: Renderer, pdf_cache: PdfCache
) -> None:
    """Give *app* what it prints with, and where it keeps what it printed."""
    app.extensions["stationery"] = stationery
    app.extensions["renderer"] = renderer
    app.extensions["pdf_cache"] = pdf_cache


def stationery() -> Stationery:
    """What writes sheets."""
    return cast("Stationery", current_app.extensions["stationery"])


def renderer() -> Renderer:
    """What renders them."""
    return cast("Renderer", current_app.extensions["renderer"])


def pdf_cache() -> PdfCache:
    """Where rendered sheets are kept."""
    return cast("PdfCache", current_app.extensions["pdf_cache"])


def paced_pdf(job: PrintJob | str) -> bytes:
    """The PDF of a job, of which nobody may want too many in an hour.

    :raises TooOftenError: who asks has had so many.
    """
    count_deed(Deed.PRINT)
    return renderer().pdf(job)


def paced_picture(job: PrintJob | str) -> bytes:
    """The picture of a job, of which a form shows one beside every choice.

    :raises TooOftenError: who asks has had so many.
    """
    count_deed(Deed.PICTURE)
    return renderer().picture(job)


def pdf_answer(pdf: bytes, plain: str, spoken: str) -> Response:
    """A PDF to look at, with a *plain* file name and one in the people's script."""
    answer = Response(pdf, mimetype="application/pdf")
    name_file(answer, "inline", plain, spoken)
    return answer


def answer_pdf(job: PrintJob, plain: str, spoken: str) -> Response:
    """Answer with the PDF of a *job*, rendered only once.

    :raises TooOftenError: who asks has had too many rendered.
    """
    key = pdf_cache().key(job)
    return answer_once(
        pdf_answer(b"", plain, spoken),
        key,
        lambda: pdf_cache().get(key, lambda: paced_pdf(job)),
    )


def answer_picture(job: PrintJob) -> Response:
    """Answer with the picture of a *job*, rendered only once.

    :raises TooOftenError: who asks has had too many rendered.
    """
    key = pdf_cache().key(job, "picture")
    return answer_once(
        Response(mimetype="image/png"),
        key,
        lambda: pdf_cache().get(key, lambda: paced_picture(job)),
    )


def answer_once(answer: Response, key: str, make: Callable[[], bytes]) -> Response:
    """Fill the *answer* unless the browser has what *key* names already."""
    answer.set_etag(key[:24])
    if answer.make_conditional(request).status_code != HTTPStatus.NOT_MODIFIED:
        answer.data = make()
    return answer


def suit_reader(form: BookForm) -> None:
    """Fill in what was left out."""
    form.lang.data = form.lang.data or current_language().tag
    form.paper.data = form.paper.data or usual_paper()


def usual_paper() -> Paper:
    """The paper on which the reader of this request prints."""
    letter = uses_letter(request.headers.get("Accept-Language"))
    return Paper.LETTER if letter else Paper.A4


def valid(form: FormT) -> FormT:
    """Return a *form* that makes sense, filled in for the reader; else answer 422."""
    if isinstance(form, BookForm):
        suit_reader(form)
    if not form.validate():
        abort(problem(HTTPStatus.UNPROCESSABLE_ENTITY, form.sentence))
    return form
