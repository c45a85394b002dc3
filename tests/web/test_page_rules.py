"""The play page and the scripts' tests read one declaration of the rules."""

import json
from pathlib import Path

from scorepad.games.registry import games_of_tricks
from scorepad.web.play import rules_of

KEPT = Path(__file__).parents[1] / "vectors" / "page_rules.json"


def test_the_tests_of_the_scripts_have_the_rules_that_the_server_declares():
    declared = {word: rules_of(model) for word, model in games_of_tricks().items()}

    assert json.loads(KEPT.read_text()) == json.loads(json.dumps(declared))


def test_the_play_page_carries_them(client):
    page = client.get("/play/en").text

    assert "amigo_tournament&#34;: {&#34;3&#34;: [2, 4," in page
