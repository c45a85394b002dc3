"""I11: files with any content are accepted over HTTP up to the documented size."""

import secrets
import zipfile
import zlib
from base64 import urlsafe_b64encode
from io import BytesIO

import openpyxl
import pikepdf
import pytest

from scorepad.games.wizard.document import document_of
from scorepad.imports.files import LARGEST
from scorepad.pdf.attachments import MOST_PDF
from tests.pdf.conftest import EVERYONE, played
from tests.support.wide import first_of
from tests.web.test_headers import PROMISED
from tests.web.test_imported_games import sheet_carrying

KB, MB = 1 << 10, 1 << 20
SIZES = [1, 63 * KB, 65 * KB, MB, MOST_PDF]
TOO_LARGE = "This file is too large; expected at most 5 MB."


def upload(host, file):
    head = b'--xyz\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"'
    body = b"%b\r\n\r\n%b\r\n--xyz--\r\n" % (head, file)
    kind = "multipart/form-data; boundary=xyz"
    return host.send("POST", "/import", body, Content_Type=kind)


def sheet_of(size):
    made = pikepdf.open(
        BytesIO(sheet_carrying(document_of(played(EVERYONE[:4], rounds=6))))
    )
    made.attachments["picture"] = secrets.token_bytes(size)
    out = BytesIO()
    made.save(out, compress_streams=False)
    return out.getvalue()


@pytest.mark.parametrize("start", first_of([b"%PDF-", b""]))
def test_i11_random_bytes_of_every_size_reach_the_reader(running_server, start):
    said = "damaged" if start else 'id="file-problem"'
    for size in SIZES:
        file = start + secrets.token_bytes(size - len(start) if size > 9 else size)
        answer = upload(running_server, file)
        assert (answer.status, said in answer.body) == (422, True), size


@pytest.mark.parametrize("size", [60 * KB, MOST_PDF - 99 * KB])
def test_i11_a_large_sheet_is_imported(running_server, size):
    assert upload(running_server, sheet_of(size)).status == 200


def test_i11_the_games_of_a_large_workbook_are_imported(running_server):
    """The form with what was found carries the file."""
    content = urlsafe_b64encode(zlib.compress(large_workbook())).decode()
    form = {"content": content, "start": "", "game": 0}

    answer = running_server.send("POST", "/import/games", form=form)

    assert (answer.status, "1 game imported" in answer.body) == (200, True)


def large_workbook():
    book = openpyxl.Workbook()
    for row in [["Date", "Ann", "Ben", "Cem"], ["2025-11-21", 120, 80, -10]]:
        book.active.append(row)
    out = BytesIO()
    book.save(out)
    with zipfile.ZipFile(out, "a") as packed:
        packed.writestr("picture.png", secrets.token_bytes(LARGEST - 20 * KB))
    return out.getvalue()


@pytest.mark.parametrize("more", [1, 900 * KB])
def test_i11_a_file_above_the_limit_is_refused_with_a_sentence(running_server, more):
    answer = upload(running_server, secrets.token_bytes(MOST_PDF + more))

    assert answer.status == 413
    assert TOO_LARGE in answer.body
    assert PROMISED.items() <= answer.headers.items()
