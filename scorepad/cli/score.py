"""``scorepad score`` and ``scorepad trick``: what the rules say, without a database."""

from typing import Any, BinaryIO

import click

from scorepad.cli import CommandError, print_json
from scorepad.games.documents import LARGEST, NotADocument
from scorepad.games.registry import GAMES, parse_game
from scorepad.games.wizard import tricks
from scorepad.games.wizard.schedule import SEATS_ALLOWED, Trump
from scorepad.games.wizard.tricks import Card, parse_card, parse_held


@click.command("score")
@click.argument("file", type=click.File("rb"))
def score(file: BinaryIO) -> int:
    """Work out a game document and print the result as one JSON object.

    Prints points, totals, ranks, winners and objections, and what else belongs to the
    game. docs/game-document.md describes input and output. FILE is a game document, or
    a sheet that Scorepad printed, which carries its document; - reads standard input.

    Exit status: 0 if there are no objections, 1 if there are (the rest is still worked
    out), 2 if the file is not a game document.
    """
    try:
        word, game = parse_game(read_document(file))
    except NotADocument as refused:
        raise CommandError(str(refused)) from None
    answer = GAMES[word].answer_for(game)
    print_json(answer)
    return 1 if answer["objections"] else 0


def read_document(file: BinaryIO) -> bytes:
    """Read a document, also out of a PDF; ``NotADocument`` if that has none."""
    start = file.read(LARGEST + 1)
    if not start.startswith(b"%PDF-"):
        return start
    from scorepad.pdf.attachments import MOST_PDF, NotASheetError, document_in  # noqa: PLC0415 - only a PDF needs it

    try:
        return document_in(start + file.read(MOST_PDF + 1 - len(start)))
    except NotASheetError as refused:
        raise NotADocument(str(refused)) from None


TRUMPS = click.Choice([trump.value for trump in Trump])
TRUMP = "The trump suit, or none; needed where it decides who wins."
HAND = 'The hand of the player who is next, such as "B3 R2 W".'


@click.command("trick")
@click.argument("cards", nargs=-1, metavar="[CARD]...")
@click.option("--trump", type=TRUMPS, help=TRUMP)
@click.option("--hand", metavar="CARDS", help=HAND)
def trick(cards: tuple[str, ...], trump: str | None, hand: str | None) -> None:
    """Say who wins a trick, or which cards of a hand may be played to it.

    Cards are B, G, R or Y (blue, green, red, yellow) with 1 to 13, W or Z for a Wizard
    and J or N for a Jester, in the order they were played. Of the extra cards DR, FA,
    BO and WI are Dragon, Fairy, Bomb and Witch; J7 and C9 are Juggler and Cloud, with
    the suit announced (J7R); SHW and SHJ a Shapeshifter; VA with the card turned up
    (VAR5) a Vampire. In a hand J7, C9, SH and VA stand alone: nothing was announced
    yet.

    \b
    scorepad trick --trump red B7 R1 B13   {"winner": 1, "suit_led": "blue", ...}
    scorepad trick --trump red B7 BO B9    {"winner": null, ..., "next_leader": 2, ...}
    scorepad trick --hand "B3 R2 W J" B7   {"legal": ["B3", "W", "J"]}
    scorepad trick --hand "B3 R2 W J"      leading: every card is legal

    The winner and who leads next are counted from 0 in playing order. suit_led is null
    if no suit has to be followed, winner if a Bomb takes the trick out of play.
    changes_bid is the player who must change their bid by one (Cloud), passes_cards
    whether everyone passes a card on (Juggler); reason is the rule that decides.
    Exit status: 2 if a card or the trick is impossible.
    """
    names = (hand or "").split()
    try:
        played, held = tuple(map(parse_card, cards)), tuple(map(parse_held, names))
    except ValueError as error:
        raise CommandError(f"{error}.") from None
    # The player who asks has no card in the trick yet.
    most = SEATS_ALLOWED[-1] if hand is None else SEATS_ALLOWED[-1] - 1
    for found in tricks.objections_to_cards(played, held, most):
        name, there = found.card.own_name if found.card else "", found.there
        said = _OBJECTIONS.get(found.problem, _MORE_THAN_IN_THE_DECK)
        raise CommandError(said.format(name=name, there=there, most=found.most))
    if hand is None:
        print_json(_winner(played, trump))
    elif held:
        legal = zip(names, tricks.legal_cards(played, held), strict=True)
        print_json({"legal": [name for name, may in legal if may]})
    else:
        raise CommandError('the hand is empty; expected cards such as "B3 R2 W J".')


_MORE_THAN_IN_THE_DECK = "{name} is there {there} times; the deck has {most}."
_OBJECTIONS = {
    "card_turned_up": "{name} is turned up; left of it: {most}.",
    "too_many_played": "{there} cards were played; expected at most {most}.",
}


def _winner(played: tuple[Card, ...], trump: str | None) -> dict[str, Any]:
    if not played:
        raise CommandError("no card was played; expected cards such as B7 R1 B13.")
    by_trump = {tricks.trick_outcome(played, each).strongest for each in Trump}
    if trump is None and len(by_trump) > 1:
        raise CommandError("trump is missing; expected --trump red or --trump none.")
    led = tricks.suit_led(played)
    outcome = tricks.trick_outcome(played, Trump(trump or Trump.NONE))
    return {
        "winner": outcome.winner,
        "suit_led": None if led is None else led.value,
        "next_leader": outcome.strongest,
        "changes_bid": outcome.winner if outcome.has_cloud else None,
        "passes_cards": outcome.has_juggler,
        "reason": outcome.reason.value,
    }
