"""Scorepad's own command line, with one more line in the list of games."""

from scorepad.games.registry import GAMES, of_tricks
from tests.toy.oh_hell.models import OhHell
from tests.toy.oh_hell.words import TITLE

GAMES["oh_hell"] = of_tricks(OhHell, TITLE)

if __name__ == "__main__":
    from scorepad.cli import main

    main()
