"""The words in which games that are stored as documents are told, and kept."""

from collections.abc import Mapping
from typing import Any

from scorepad.rules.documents import head_of
from scorepad.rules.games import GAMES, Answer, read_game
from scorepad.services.telling import person_words
from scorepad.store.tables import DocumentGame, Season

SAID_BESIDE = ("format", "version", "game", "id", "players", "played_on")
"""What a stored game knows without its document."""


def without_what_is_beside(document: Mapping[str, Any]) -> dict[str, Any]:
    """The words of a document that are stored as they are."""
    return {key: each for key, each in document.items() if key not in SAID_BESIDE}


def document_of_row(row: DocumentGame) -> dict[str, Any]:
    """The whole game document, with everybody's name of now."""
    return {
        **head_of(row.game),
        "id": str(row.uuid),
        "players": [seat.player.name for seat in row.seats],
        "played_on": row.played_on.isoformat(),
        **row.document,
    }


def game_of_row(row: DocumentGame) -> Any:
    """The game as a value of its rules."""
    return read_game(document_of_row(row), row.game)


def document_record(row: DocumentGame) -> dict[str, Any]:
    """What the history keeps: player ids and never names."""
    return {
        **row.document,
        "players": [str(seat.player.uuid) for seat in row.seats],
        "played_on": row.played_on.isoformat(),
        "started_at": row.started_at.isoformat() if row.started_at else None,
        "counts": row.counts,
        "deleted": row.deleted_at is not None,
    }


def document_state(row: DocumentGame, season: Season) -> dict[str, Any]:
    """The whole game, and what follows from it."""
    return {
        "id": str(row.uuid),
        "game": row.game,
        **document_record(row),
        "players": [person_words(seat.player) for seat in row.seats],
        "finished_at": row.finished_at.isoformat() if row.finished_at else None,
        "season": season.number,
        "revision": row.revision,
        "saved_at": row.changed_at.isoformat(),
        "answer": _without_names(GAMES[row.game].answer_for(game_of_row(row))),
    }


def _without_names(answer: Answer) -> Answer:
    """What follows from a game, for whoever is told everybody's id and name beside it.

    Phones may be told the same again later, and a name without the id it belongs to
    would not be found there once the person is forgotten.
    """
    return {key: each for key, each in answer.items() if key != "players"}


def document_line(row: DocumentGame) -> dict[str, Any]:
    """A game in a list: enough to recognise it."""
    return {
        "id": str(row.uuid),
        "game": row.game,
        "players": [person_words(seat.player) for seat in row.seats],
        "finished": row.finished_at is not None,
        "played_on": row.played_on.isoformat(),
    }
