"""The sentences of the rules about special cards and variants."""

from scorepad.games.wizard.models import BidMode, EvenBidMode
from scorepad.games.wizard.schedule import Extra, Schedule
from scorepad.i18n.languages import msgid

EFFECTS = {
    Extra.DRAGON: msgid(
        "The highest card of all, above the Wizards too. Only the Fairy beats it,"
        " in the same trick."
    ),
    Extra.FAIRY: msgid(
        "Lower than a Jester. But in a trick with the Dragon, she takes it."
    ),
    Extra.BOMB: msgid(
        "Nobody takes the trick. The player who would have taken it leads the next one."
    ),
    Extra.WEREWOLF: msgid(
        "Before the bids its holder swaps it for the card turned up, and then names "
        "any suit as trump, or none."
    ),
    Extra.JUGGLER: msgid(
        "A 7½ of the suit that its player announces. After the trick everyone passes "
        "one card to the left, but not after the last trick."
    ),
    Extra.CLOUD: msgid(
        "A 9¾ of the suit that its player announces. The player who takes the trick "
        "must change their own bid by one at once."
    ),
    Extra.SHAPESHIFTER: msgid(
        "A Wizard or a Jester: the player who plays it says which."
    ),
    Extra.WITCH: msgid(
        "The lowest card of all. When everything else is done, its player swaps a"
        " card of their hand for another card of the trick."
    ),
    Extra.VAMPIRE: msgid(
        "Copies the card turned up and all that it does. If that is the Werewolf, a "
        "new card is turned up, which sets trump from this trick on."
    ),
}

NOTES = {
    Extra.BOMB: msgid(
        "A trick that nobody takes: the tricks add up to one less. The bids stay as "
        "they are."
    ),
    Extra.WEREWOLF: msgid("Enter the trump that was named."),
    Extra.CLOUD: msgid(
        "Enter the changed bid: it decides the points. The ±1 rule uses the old one. "
        "A bid of 0 can only go up, a bid of all tricks only down."
    ),
    Extra.WITCH: msgid(
        "Through her a Bomb or a Cloud may be played twice in one round."
    ),
    Extra.VAMPIRE: msgid(
        "A copied Bomb or Cloud counts like the real one, and trump may change in"
        " mid-round."
    ),
}
"""Cards after which the scorekeeper notes something, and what."""

SCHEDULES = {
    Schedule.STANDARD: msgid("From one card each until the deck is used up."),
    Schedule.AMIGO_TOURNAMENT: msgid(
        "Ten rounds without most of the small ones, as at tournaments."
    ),
    Schedule.MAXIMUS: msgid(
        "All cards are dealt in every round and none is turned up: trump is blue, "
        "red, green, yellow, and in the last round none."
    ),
    Schedule.FIRST5: msgid("Only the small rounds at the beginning."),
    Schedule.FIRST7: msgid("Only the small rounds at the beginning."),
    Schedule.LAST5: msgid("Only the large rounds at the end."),
    Schedule.QUICK: msgid("Every other round is left out."),
    Schedule.HALF: msgid("It ends at half the cards."),
    Schedule.UP_DOWN: msgid(
        "One card more each round up to the maximum, then one fewer each round."
    ),
    Schedule.REVERSE: msgid("All cards in the first round, then one fewer each round."),
    Schedule.SINGLE_COLOUR: msgid(
        "For three or four players: 4 to 15 cards, and there is never trump."
    ),
    Schedule.SPECIAL6: msgid("For three players: six rounds with more and more cards."),
    Schedule.CUSTOM: msgid("Any number of cards in each round."),
}

EVEN = {
    EvenBidMode.LAST_BIDDER: (
        msgid("Plus/minus one (±1)"),
        msgid(
            "The bids must not add up to the number of tricks, so someone is bound "
            "to be wrong. It restricts the player who bids last."
        ),
    ),
    EvenBidMode.LEADING_DEALER: (
        msgid("±1 for the leaders"),
        msgid("The ±1 rule applies only to a dealer who leads or shares the lead."),
    ),
    EvenBidMode.SOLE_LEADING_DEALER: (
        msgid("±1 for a sole leader"),
        msgid("The ±1 rule applies only to a dealer who is the sole leader."),
    ),
}
_FROM_2 = msgid("Not in a round with one card.")
_FROM_4 = msgid("Only with four or more cards each.")
_ZERO = msgid("A bid of 0 is always allowed.")
EVEN_DETAILS = {
    EvenBidMode.LAST_BIDDER: {"least=2": _FROM_2, "least=4": _FROM_4, "zero=1": _ZERO},
    EvenBidMode.LEADING_DEALER: {"zero=1": _ZERO},
    EvenBidMode.SOLE_LEADING_DEALER: {"zero=1": _ZERO},
}
"""Details of the ±1 rule in a URL, and their sentences."""

BIDS = {
    BidMode.HIDDEN: (
        msgid("Hidden bids"),
        msgid(
            "Everyone decides in secret; all bids are revealed at once, before the "
            "first card is played."
        ),
    ),
    BidMode.SECRET: (
        msgid("Secret bids"),
        msgid("Everyone writes a bid down and reveals it only when the round is over."),
    ),
    BidMode.SLIPS: (
        msgid("Slips or fists"),
        msgid(
            "Everyone bids at once, on slips or fingers. The scorekeeper enters the "
            "bids in any order and reveals them together."
        ),
    ),
}
FORESIGHT = (
    msgid("Foresight: the card on the forehead"),
    msgid(
        "In a first round of one card everyone holds it to their forehead: you see "
        "all cards but your own. Then you bid. Not together with special cards."
    ),
)
OWN_FORMULA = (msgid("Custom formula"), msgid("Four numbers that you agree on."))
FORMULA = (
    msgid("Bid met"),
    msgid("and for each trick"),
    msgid("Lost per trick off"),
    msgid("Zero bid met"),
)
"""What the numbers of a custom formula mean, in the order of a URL."""

DECKS = {
    "deck=american": (
        "♣ ♦ ♥ ♠",
        msgid(
            "Clubs, diamonds, hearts and spades take the places of blue, red, green and"
            " yellow. The numbers run from 2 to the ace, which is the highest."
        ),
    ),
    "letters=zn": ("Z · N", msgid("A Wizard is marked Z, a Jester N.")),
    "letters=wj": ("W · J", msgid("A Wizard is marked W, a Jester J.")),
}
"""The looks of a deck by their key in a URL."""
