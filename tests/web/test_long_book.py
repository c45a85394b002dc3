"""A book of a hundred games, printed for real."""

from io import BytesIO

import pikepdf
import pytest

from bench.books import CHOSEN, MANY, make, season
from tests.sheets.books import bookmarks_of, links_of
from tests.web.test_books import alone, numbers_on


@pytest.mark.slow
def test_a_hundred_games_are_all_there_and_every_number_is_right(app, renderer):
    phone, games = season(app, MANY)
    make(app, phone)
    answer = phone.client.get(
        f"/g/{phone.group}/seasons/1/book/book.pdf", query_string=CHOSEN
    )
    data = answer.get_data()
    answer.close()

    with pikepdf.open(BytesIO(data)) as book:
        marks = bookmarks_of(book)
        told = [at for _, title, at in marks if " · " in title]
        contents = range(marks[0][2], marks[1][2])
        assert len(told) == len(set(told)) == len(games) == MANY
        for page in contents:
            # Its own number stands on top, and is the last of the links.
            *links, back = links_of(book, page)
            assert [page, *links] == numbers_on(alone(book, page))
            assert back == contents[0]
        listed = [at for page in contents for at in links_of(book, page)[:-1]]
        assert set(told) < set(listed)
        assert len(book.pages) == max(told)
