"""Pages of a championship: they stay small with 232 players."""

import re

from tests.support.clock import clock_off_by
from tests.support.director import Director

PEOPLE = [f"Maximilian Großmann-Oberländer {number}" for number in range(1, 233)]
LARGEST_HALL = 50_000


def test_the_hall_page_of_232_players_stays_small(phone):
    director = Director(phone, preset="championship")
    director.enter(*PEOPLE)
    director.draw()
    director.begin(10)
    waiting = director.page("/hall")
    with clock_off_by(minutes=11):
        playing = director.page("/hall")

    assert waiting.text.count("Großmann") == len(PEOPLE)
    assert len(waiting.data) <= LARGEST_HALL
    assert len(set(re.findall(r"<b>Table (\d+)</b>", playing.text))) == 58
    assert playing.text.count("Großmann") == len(PEOPLE)
    assert len(playing.data) <= LARGEST_HALL
