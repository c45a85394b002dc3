"""Fast taps made by the page itself, for games of hundreds of taps."""

import random
from dataclasses import dataclass

# The clock of the page, moved ahead where a person would wait. It survives a reload
# (in the window's name): set back, a page could ignore taps again.
HURRY = """{
    const RealDate = Date;
    let ahead = Number(window.name) || 0;
    window.hurry = (ms) => { window.name = ahead += ms; };
    window.Date = class extends RealDate {
        constructor(...all) { super(...(all.length ? all : [RealDate.now() + ahead])); }
        static now() { return RealDate.now() + ahead; }
    };
}"""
# Pauses between tries, 0.8 to 36 s, pass ``window.pace`` times as fast.
PACE = """{
    const wait = window.setTimeout;
    const isPause = (ms) => ms >= 800 && ms <= 36_000;
    window.pace = %d;
    window.setTimeout = (work, ms = 0, ...all) =>
        wait(work, isPause(ms) ? ms / window.pace : ms, ...all);
}"""
PLAY = """async ({ rounds }) => {
    const QUIET_MS = 850;
    const all = (selector) => [...document.querySelectorAll(selector)];
    // The database and the network have their say between two taps.
    const rest = () => new Promise((done) => { setTimeout(done); });
    const tap = async (element) => {
        if (!element || element.disabled) throw new Error("nothing to tap");
        element.click();
        await rest();
    };
    for (const { bids, missed, tricks } of rounds) {
        for (const bid of bids) await tap(all(".seat.open .chip")[bid]);
        window.hurry(QUIET_MS);
        for (const [turn, name] of missed.entries()) {
            const rows = all(".read .row, .seat .row");
            await tap(rows.find((row) => row.textContent.includes(name)));
            if (turn === missed.length - 1) break;
            await tap(all(".seat.open .chip")[tricks[turn]]);
        }
        await tap(document.querySelector("footer .main"));
    }
}"""


@dataclass(frozen=True)
class Played:
    number: int
    bids: list[int]
    tricks: list[int]

    def as_taps(self, names):
        """Return the bids in bidding order, then who missed and what they took."""
        seats = len(names)
        order = [(self.number + step) % seats for step in range(seats)]
        missed = [s for s in range(seats) if self.tricks[s] != self.bids[s]]
        return {
            "bids": [self.bids[seat] for seat in order],
            "missed": [names[seat] for seat in missed],
            "tricks": [self.tricks[seat] for seat in missed],
        }


def played_rounds(count, seats):
    chance = random.Random(seats)  # noqa: S311 - a game, not a secret
    rounds = []
    for cards in range(1, count + 1):
        winners = [chance.randrange(seats) for _ in range(cards)]
        tricks = [winners.count(seat) for seat in range(seats)]
        bids = [min(cards, max(0, took + chance.choice((-1, 0, 0)))) for took in tricks]
        rounds.append(Played(cards, bids, tricks))
    return rounds


def play(page, rounds, names):
    """Play these rounds as fast as the page can; it needs HURRY."""
    page.evaluate(PLAY, {"rounds": [each.as_taps(names) for each in rounds]})
