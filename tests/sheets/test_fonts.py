"""Which of our fonts a sheet is set in."""

import subprocess

import pytest

from tests.sheets.conftest import played

BOLD = "Noto-Sans-CJK-SC-Bold"
CHINESE = ["王小明", "陈小龙", "李娜"]
KOREAN = ["김민준", "이서연", "박지우"]


def fonts_in(pdf: bytes) -> set[str]:
    told = subprocess.run(["pdffonts", "-"], input=pdf, capture_output=True, check=True)
    lines = told.stdout.decode().splitlines()[2:]
    return {line.split()[0].partition("+")[2] for line in lines}


@pytest.mark.parametrize(
    ("language", "names"),
    [("de", CHINESE), ("zh-Hans", CHINESE), ("zh-Hant", CHINESE), ("ko", KOREAN)],
)
def test_bold_is_bold_in_chinese_and_korean_too(print_game, language, names):
    assert BOLD in fonts_in(print_game(played(names), language=language))
