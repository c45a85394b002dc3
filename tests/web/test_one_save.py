"""A save of a round is a short way through the code."""

import sys

from tests.repo.source import ROOT

FILES, FUNCTIONS = 15, 65
OURS = str(ROOT / "scorepad")


def test_a_save_of_a_round_runs_through_few_files_and_functions(phone):
    """Comprehensions and lambdas belong to the function around them."""
    game = phone.start_game()
    phone.save_round(game, 1, [1, 0, 0, 0], [1, 0, 0, 0])
    called = set()

    def note(frame, event, _argument):
        code = frame.f_code
        is_named = event == "call" and not code.co_name.startswith("<")
        if is_named and code.co_filename.startswith(OURS):
            called.add(code)

    sys.setprofile(note)
    try:
        answer = phone.save_round(game, 2, [1, 0, 0, 0], [2, 0, 0, 0])
    finally:
        sys.setprofile(None)

    assert answer.status_code == 201
    assert len({code.co_filename for code in called}) <= FILES
    assert len(called) <= FUNCTIONS
