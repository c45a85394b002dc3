"""A game can be imported from its sheet, and nothing else with it."""

import os
import re
import subprocess
import sys
import zlib
from io import BytesIO

import pikepdf
import pytest

from scorepad.games.wizard.document import parse_document
from scorepad.pdf import attachments
from scorepad.pdf.attachments import NO_GAME, NO_PDF, NotASheetError, document_in
from tests.pdf.conftest import EVERYONE, played


def pdf_with(**files):
    made = pikepdf.new()
    made.add_blank_page()
    for name, content in files.items():
        made.attachments[f"{name}.json"] = content
    out = BytesIO()
    made.save(out)
    return out.getvalue()


def test_a_game_comes_back_from_its_sheet_also_if_another_program_saved_it(print_game):
    game = played(EVERYONE, place="台北", remark="🧙‍♂️", minutes=90)
    pdf, saved = print_game(game), BytesIO()
    with pikepdf.open(BytesIO(pdf)) as opened:
        modes = pikepdf.ObjectStreamMode
        opened.save(saved, linearize=True, object_stream_mode=modes.generate)

    for each in (pdf, saved.getvalue()):
        assert parse_document(document_in(each)) == game


def bomb():
    made = pikepdf.new()
    made.add_blank_page()
    made.attachments["game.json"] = b"{}"
    packer = zlib.compressobj(1)
    packed = b"".join(packer.compress(b" " * (1 << 22)) for _ in range(1 << 7))
    packed += packer.flush()
    stream = made.Root.Names.EmbeddedFiles.Names[1].EF.F
    stream.write(zlib.compress(packed, 9), filter=[pikepdf.Name.FlateDecode] * 2)
    out = BytesIO()
    made.save(out, compress_streams=False)
    return out.getvalue()


HOSTILE = {
    "no attachment": (pdf_with, NO_GAME),
    "another attachment": (lambda: pdf_with(a=b"[1]"), NO_GAME),
    "too long": (lambda: pdf_with(a=b'{"scorepad/game"' + b" " * 70_000), NO_GAME),
    "half a file": (lambda: b"%PDF-1.7\n" + pdf_with()[99:300], NO_PDF),
    "no PDF at all": (lambda: b"%PDF-hello", NO_PDF),
    "nothing": (bytes, NO_PDF),
    "too large": (lambda: b"%PDF-1.7" + b" " * attachments.MOST_PDF, NO_PDF),
    "a bomb of half a gigabyte": (bomb, NO_PDF),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_pdf_without_a_game_is_refused_in_one_sentence(name):
    make, sentence = HOSTILE[name]

    with pytest.raises(NotASheetError, match=re.escape(sentence)):
        document_in(make())


def test_a_pdf_is_opened_within_little_memory_and_time():
    program = (
        "import resource; from scorepad.pdf.attachments import main; main();"
        "print(*(resource.getrlimit(each)[0]"
        " for each in (resource.RLIMIT_AS, resource.RLIMIT_CPU)))"
    )

    printed = subprocess.run(
        [sys.executable, "-c", program],
        input=pdf_with(),
        capture_output=True,
        check=True,
    )

    assert [*map(int, printed.stdout.split())] == [96 << 20, 5]


def test_i11_the_largest_file_is_read_within_them():
    filling = {f"f{number}": os.urandom(100_000) for number in range(18)}
    game = b'{"format": "scorepad/game"}'

    assert document_in(pdf_with(a=game, **filling, z=b"")) == game
    with pytest.raises(NotASheetError, match="no game"):
        document_in(pdf_with(a=os.urandom(attachments.MOST_PDF - 10_000)))


def test_scoring_a_pdf_answers_like_scoring_its_document(print_game, tmp_path):
    game = played(EVERYONE[:3], rounds=4)
    pdf, document = tmp_path / "sheet.pdf", tmp_path / "game.json"
    pdf.write_bytes(print_game(game))
    document.write_bytes(document_in(pdf.read_bytes()))

    answers = [
        subprocess.run(
            [sys.executable, "-m", "scorepad.cli", "score", file],
            capture_output=True,
            check=False,
        )
        for file in (pdf, document)
    ]

    assert answers[0].stdout == answers[1].stdout
    assert answers[0].stdout.startswith(b'{"players"')
