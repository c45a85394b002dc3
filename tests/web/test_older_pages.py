"""A page that was opened before an update keeps saving.

The requests were recorded from the page itself. Add a recording when the page sends
something else; keep the old ones as long as such pages may still be open.
"""

import json
from pathlib import Path

import pytest

from tests.support.phone import OURS

VECTORS = Path(__file__).parent.parent / "vectors"
RECORDED = sorted(VECTORS.glob("page-*.json"))
assert RECORDED


@pytest.mark.parametrize("path", RECORDED, ids=[path.stem for path in RECORDED])
def test_n09_what_an_older_page_sends_is_saved(client, path):
    recorded = json.loads(path.read_text(encoding="utf-8"))

    for request in recorded["requests"]:
        headers = {**OURS, **request["headers"]}
        answer = client.put(request["path"], json=request["body"], headers=headers)
        assert answer.status_code in {200, 201}, (request, answer.text)
        # The three conditions for a page to count a save as confirmed.
        assert answer.is_json
        assert {"ETag", "X-Scorepad"} <= {*answer.headers.keys()}

    game = client.get(recorded["requests"][1]["path"]).get_json()
    assert_stands(game, recorded["game"])
    for stored, expected in zip(
        game.get("rounds", []), recorded["rounds"], strict=True
    ):
        assert_stands(stored, expected)


def assert_stands(stored, expected):
    assert {key: stored[key] for key in expected} == expected
