"""What the application prints with, and how it hands out a PDF."""

from typing import cast

from flask import Flask, Response, current_app

from scorepad.services.pacing import Deed
from scorepad.sheets.html import Stationery
from scorepad.sheets.press.job import PrintJob
from scorepad.sheets.press.press import Press
from scorepad.sheets.press.shelf import Shelf
from scorepad.web.every_request.pacing import count_deed
from scorepad.web.files.filenames import name_file


def attach(app: Flask, stationery: Stationery, press: Press, shelf: Shelf) -> None:
    """Give *app* what it prints with, and where it keeps what it printed."""
    app.extensions["stationery"] = stationery
    app.extensions["press"] = press
    app.extensions["shelf"] = shelf


def stationery() -> Stationery:
    """What writes sheets."""
    return cast("Stationery", current_app.extensions["stationery"])


def press() -> Press:
    """What prints them."""
    return cast("Press", current_app.extensions["press"])


def shelf() -> Shelf:
    """Where printed sheets are kept."""
    return cast("Shelf", current_app.extensions["shelf"])


def paced_pdf(job: PrintJob | str) -> bytes:
    """The PDF of a job, of which nobody may want too many in an hour.

    :raises TooOftenError: who asks has had so many.
    """
    count_deed(Deed.PRINT)
    return press().pdf(job)


def paced_picture(job: PrintJob | str) -> bytes:
    """The picture of a job, of which a form shows one beside every choice.

    :raises TooOftenError: who asks has had so many.
    """
    count_deed(Deed.PICTURE)
    return press().picture(job)


def pdf_answer(pdf: bytes, plain: str, spoken: str) -> Response:
    """A PDF to look at, with a *plain* file name and one in the people's script."""
    answer = Response(pdf, mimetype="application/pdf")
    name_file(answer, "inline", plain, spoken)
    return answer
