"""Papers of a tournament: the longest names stay inside, and nothing is in English."""

from datetime import date
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import get_args

import pytest

from scorepad.i18n.languages import LANGUAGES
from scorepad.pdf.paper import PAPERS, CardSize, Paper, cards_on
from scorepad.tournaments import record
from scorepad.tournaments.draw import table_sizes
from scorepad.tournaments.record import Draw, Entrant, Penalty, Table, Tournament
from scorepad.tournaments.standings import Placing
from scorepad.web import tournament_papers as papers
from tests.pdf.conftest import EVERYONE, pages_of, text_of, words_of
from tests.pdf.reading import lost_letters
from tests.support.wide import first_of

LONG = (
    "Maximiliane Oberhuber-Schmidt von der Au",
    "Wolfeschlegelsteinhausenbergerdorff Jr X",
    "W" * 40,
    "王" * 40,
)
TITLE = "Qualifikation Süd, Unterhaching bei Münc"
CLUB = "Drachenfreunde Unterhaching 1898 e. V., Abteilung Stichspiele"


def paper_of(people, language="de", name=TITLE, club=CLUB):
    numbers = range(1, len(people) + 1)
    left = iter(numbers)
    at = [tuple(islice(left, size)) for size in table_sizes(len(people))]
    value = Tournament(
        name=name,
        entries=tuple(Entrant(number, "", club) for number in numbers),
        draws=(Draw(tuple(map(Table, at)), 1),),
        penalties=(Penalty(1, 1, -20, "Ω"),),
    )
    names = dict(zip(numbers, people, strict=True))
    day = date(2026, 11, 28)
    return {"value": value, "names": names, "day": day, "language": language}


def jobs_of(about):
    """Return what makes every paper, by its name."""
    value, order, ties = (
        about["value"],
        list(about["names"]),
        (None, *get_args(record.TieBreak)),
    )
    numbers = range(1, len(value.draws[-1].tables) + 1)
    addresses = {at: f"https://pad.example/join#{at:040}" for at in numbers}
    found = [
        Placing(n, n, Fraction(19, 3), 120, 9, 14, 1, ties[n % len(ties)])
        for n in order
    ]
    values = {
        "tables": {"addresses": addresses},
        "badges": {"pieces": value.entries},
        "seats": {},
        "results": {"standings": found, "penalties": value.penalties, "goes_on": 4},
        "ranking": {"order": order},
        "certificates": {"order": order, "most": len(order)},
        "sheets": {"addresses": addresses},
    }
    return {
        kind: partial(papers.paper_of, kind, Paper.A4, **about, **beside)
        for kind, beside in values.items()
    }


KINDS = tuple(jobs_of(paper_of(EVERYONE)))


@pytest.mark.parametrize("kind", KINDS)
def test_the_longest_names_stay_on_the_paper(pdf_of, kind):
    pdf = pdf_of(jobs_of(paper_of(LONG * 2))[kind]())

    width = PAPERS[Paper.A4].width
    assert all(4 < left < right < width - 4 for left, _, right, _, _ in words_of(pdf))
    assert pages_of(pdf) == {"seats": 2, "certificates": 8, "sheets": 2}.get(kind, 1)
    assert lost_letters(pdf) == 0


@pytest.mark.parametrize(
    ("kind", "size"), [("badges", CardSize.A7), ("tables", CardSize.A6)]
)
def test_pieces_to_cut_out_stay_inside_their_marks(pdf_of, kind, size):
    pdf = pdf_of(jobs_of(paper_of(LONG * 2))[kind]())

    layout = cards_on(Paper.A4, size)
    left, top = layout.corners[0]
    right, bottom = left + layout.size.width, top + layout.size.height
    first = [word for word in words_of(pdf) if word[0] < right and word[1] < bottom]
    assert len(first) > 5
    assert all(word[2] < right - 3 and word[3] < bottom - 2 for word in first)


@pytest.mark.parametrize("tag", first_of([known.tag for known in LANGUAGES], kept=2))
def test_sixty_people_are_in_the_seat_list_by_name_and_by_table(pdf_of, tag):
    people = [f"Name{number:02}x" for number in range(1, 61)]

    pdf = pdf_of(jobs_of(paper_of(people, tag))["seats"]())

    text = text_of(pdf)
    assert [text.count(name) for name in people] == [2] * 60
    assert all(f"{name}{1 + at // 4}" in text for at, name in enumerate(people))
    assert pages_of(pdf) == 3
