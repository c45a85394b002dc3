"""The shape of a game that is stored as its document, as phones send it."""

from typing import Any, Final

from scorepad.rules.documents import COMMON_KEYS, head_of, read_as
from scorepad.rules.games import GAMES, kept_as_documents
from scorepad.rules.json_fields import Fields, WrongField, flag, list_of, maybe
from scorepad.services.errors import EntryRefusedError, NotThereError
from scorepad.services.other_games.document_writing import DocumentEntry
from scorepad.web.api.shapes import MOST_SEATS, moment_text, objection_to, person

AROUND: Final = ("started_at", "counts", "deleted")
"""What is said beside the document."""

KNOWN_BY_ADDRESS: Final = ("format", "version", "game", "id")
"""What need not be said again, and is not looked at."""


def word_or_404(word: str) -> str:
    """The *word* of a game that is stored as its document.

    :raises NotThereError: there is no such game.
    """
    if word not in kept_as_documents():
        raise NotThereError
    return word


def read_document(word: str, value: object) -> DocumentEntry:
    """Read the body of a save: a document, its players with their ids.

    :raises EntryRefusedError: it has another shape, or no table can be like that.
    """
    try:
        return _entry(word, value)
    except WrongField as wrong:
        raise EntryRefusedError([objection_to(wrong, word)]) from None


def _entry(word: str, value: object) -> DocumentEntry:
    rules = GAMES[word]
    fields = Fields(value, "", (*COMMON_KEYS, *rules.keys, *AROUND))
    people = fields.required("players", list_of(person, longest=MOST_SEATS))
    names = [name for _, name in people]
    tree = {**_document_in(value), **head_of(word), "players": names}
    return DocumentEntry(
        word=word,
        game=read_as(tree, word, rules.keys, rules.read),
        player_ids=tuple(uuid for uuid, _ in people),
        started_at=fields.optional("started_at", maybe(moment_text), None),
        counts=fields.optional("counts", flag, default=True),
        deleted=fields.optional("deleted", flag, default=False),
    )


def _document_in(value: object) -> dict[str, Any]:
    said = value if isinstance(value, dict) else {}
    beside = {*AROUND, *KNOWN_BY_ADDRESS}
    return {key: each for key, each in said.items() if key not in beside}
