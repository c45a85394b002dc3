"""R10: after any actions in any order, the server equals a paper pad."""

import re
import secrets
from io import BytesIO
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import select

from scorepad.db.engine import db
from scorepad.db.tables import Result
from scorepad.services.results import rebuild_results
from tests.support.invitations import let_in
from tests.support.phone import OURS, Phone
from tests.web.beside_paper import compare_document, compare_game, rows_of
from tests.web.pad import FEWEST, MOST, WAYS, Pad, dealt, standings

PEOPLE = ("Anna", "Ute", "Kevin", "Thomas", "Zoë", "王小明", "Eva", "Ben")
HANDS = [1, 2, 3, 4, 5]
SCORINGS = ("classic", "alternative", "junior")
CHANCE = st.randoms(use_true_random=True)
SAVED, REFUSED, CHANGED_ELSEWHERE = {200, 201}, {409, 422}, 412


class Evening(RuleBasedStateMachine):
    """A group with a pad for each game, and every write that phones make."""

    app = None

    @initialize(scoring=st.sampled_from(SCORINGS))
    def sit_down(self, scoring):
        first = Phone(self.app.test_client())
        first.found_group()
        self.phones = [first, let_in(first, "scorekeeper")]
        # One for all games: a season counts those of another scoring separately.
        self.pads, self.sent, self.scoring = {}, None, scoring

    @precondition(lambda self: len(self.pads) < 3)
    @rule(chance=CHANCE)
    def begin(self, chance):
        names = chance.sample(PEOPLE, chance.randint(FEWEST, MOST - 1))
        how = {
            "schedule": "custom",
            "cards": HANDS,
            "scoring": self.scoring,
            "first_dealer": chance.randrange(len(names)),
        }
        game, pad = str(uuid4()), Pad(names, **how)
        answer = self.save_settings(chance, game, pad.names, pad.settings, seen=None)
        assert answer.status_code == 201, answer.text
        self.pads[game] = pad
        self.compare(game)

    @precondition(lambda self: self.pads)
    @rule(chance=CHANCE)
    def play_on(self, chance):
        game, pad = self.some_game(chance)
        for _ in range(chance.randint(1, 3)):
            self.write_down(chance, game, pad.following, "whole")

    @precondition(lambda self: self.pads)
    @rule(chance=CHANCE)
    def write(self, chance):
        game, pad = self.some_game(chance)
        number = chance.choice([pad.following, chance.randint(1, pad.following)])
        self.write_down(chance, game, number, chance.choice(WAYS))

    @precondition(lambda self: any(pad.past for pad in self.pads.values()))
    @rule(chance=CHANCE)
    def take_back(self, chance):
        game, pad = chance.choice([*self.written()])
        number = chance.choice([*pad.past])
        self.save(chance, game, number, *chance.choice(pad.past[number]))

    @precondition(lambda self: any(pad.rounds for pad in self.pads.values()))
    @rule(chance=CHANCE)
    def write_late(self, chance):
        """A writer with an outdated revision gets the current state."""
        game, pad = chance.choice([*self.written()])
        number = chance.choice([*pad.rounds])
        revision, bids, tricks = pad.rounds[number]
        seen = chance.choice([None, revision + 1, *range(1, revision)])
        answer = self.send_round(chance, game, number, bids, tricks, seen=seen)
        assert answer.status_code == (409 if pad.is_deleted else CHANGED_ELSEWHERE)
        if not pad.is_deleted:
            assert answer.json["current"]["bids"] == bids
            assert answer.json["current"]["revision"] == revision
        self.compare(game)

    @precondition(lambda self: self.sent)
    @rule()
    def send_again(self):
        """The response was lost."""
        game, (phone, path, body, seen, key, first) = self.sent
        again = phone.put(path, body, seen=seen, key=key)
        assert (again.status_code, again.json) == (first.status_code, first.json)
        assert again.headers["Idempotent-Replay"] == "true"
        self.compare(game)

    @precondition(lambda self: self.pads)
    @rule(chance=CHANCE)
    def decide(self, chance):
        game, pad = self.some_game(chance)
        last = len(pad.table.cards)
        fine = {"seat": chance.randrange(len(pad.names)), "points": -10}
        fine |= {"reason": "talking", "round": chance.choice([None, 1, last])}
        changes = chance.choice(
            [
                {"finished": True, "ended_after": max(1, pad.last_noted)},
                {"finished": False, "ended_after": None},
                {"deleted": not pad.is_deleted},
                {"deleted": False},
                {"adjustments": chance.choice([[], [fine]])},
                {"place": chance.choice([None, "Kitchen", "台北"])},
                {"counts": chance.choice([True, True, False])},
            ]
        )
        self.change(chance, game, pad.names, changes)

    @precondition(lambda self: self.pads)
    @rule(chance=CHANCE)
    def change_places(self, chance):
        game, pad = self.some_game(chance)
        names = chance.sample(pad.names, len(pad.names))
        self.change(chance, game, names, {**pad.moved_to(names), **self.anew(pad)})

    @precondition(lambda self: self.pads)
    @rule(chance=CHANCE)
    def join(self, chance):
        game, pad = self.some_game(chance)
        waiting = [name for name in PEOPLE if name not in pad.names]
        if len(pad.names) == MOST or not waiting:
            return
        names, who = [*pad.names], chance.choice(waiting)
        names.insert(chance.randint(0, len(names)), who)
        late = {"seat": names.index(who), "start_total": chance.choice([0, -10])}
        late["round"] = max(2, pad.last_noted + chance.choice([1, 1, 2]))
        moved = pad.moved_to(names)
        moved["joined"].append(late)
        self.change(chance, game, names, {**moved, **self.anew(pad)})

    @precondition(lambda self: self.pads)
    @rule(chance=CHANCE)
    def leave(self, chance):
        game, pad = self.some_game(chance)
        seat = chance.choice(pad.seats)
        gone = {"seat": seat, "after_round": max(1, pad.last_noted)}
        others = [each for each in pad.settings["left"] if each["seat"] != seat]
        self.change(chance, game, pad.names, {"left": [*others, gone]})

    def import_game(self, game, pad):
        """A game leaves as its document, and comes in where nobody knows it."""
        own = f"/g/{self.phones[0].group}/games/{game}/game.json"
        file = BytesIO(self.phones[0].client.get(own).data), "game.json"
        guest = Phone(self.app.test_client())
        sent = {"file": file, "time_zone": "Europe/Berlin"}
        answer = guest.client.post("/type-in/file", data=sent, headers=OURS)
        assert answer.status_code == (303 if pad.is_without_gaps else 422), answer.text
        if not pad.is_without_gaps:
            return
        guest.group, game = re.findall("[0-9a-f-]{36}", answer.location)
        compare_document(guest, game, pad)

    def write_down(self, chance, game, number, how):
        pad = self.pads[game]
        at_table = pad.table.present(number), len(pad.names)
        noted = dealt(chance, pad.table.cards[number - 1], *at_table, how)
        self.save(chance, game, number, *noted)

    def anew(self, pad):
        return {"seating": pad.settings["seating"] + 1}

    def some_game(self, chance):
        return chance.choice([*self.pads.items()])

    def written(self):
        return ((game, pad) for game, pad in self.pads.items() if pad.rounds)

    def change(self, chance, game, names, changes):
        """Save the settings; wrong ones are rejected, and nothing changes."""
        pad = self.pads[game]
        seen = chance.randint(pad.settled, pad.revision)
        settings = {**pad.settings, **changes}
        answer = self.save_settings(chance, game, names, settings, seen=f"g{seen}")
        if pad.can_be(names, changes):
            assert answer.status_code == 200, answer.text
            pad.seat_anew(names, **changes)
        else:
            assert answer.status_code in REFUSED, answer.text
        self.compare(game)

    def save(self, chance, game, number, bids, tricks):
        pad = self.pads[game]
        seen = pad.rounds.get(number, (None,))[0]
        answer = self.send_round(chance, game, number, bids, tricks, seen=seen)
        if pad.is_deleted:
            assert answer.status_code == 409, answer.text
        elif pad.notes_the_absent(number, bids):
            assert answer.status_code == 422, answer.text
        else:
            assert answer.status_code in SAVED, answer.text
            pad.write(number, bids, tricks)
        self.compare(game)

    def save_settings(self, chance, game, names, settings, *, seen):
        phone = chance.choice(self.phones)
        body = phone.game_body(*names, **settings)
        return self.send(phone, game, "", body, seen)

    def send_round(self, chance, game, number, bids, tricks, *, seen):
        phone = chance.choice(self.phones)
        seating = self.pads[game].settings["seating"]
        body = {"bids": bids, "tricks": tricks, "seating": seating}
        return self.send(phone, game, f"/rounds/{number}", body, seen)

    def send(self, phone, game, part, body, seen):
        path, key = phone.game_path(game) + part, secrets.token_hex(16)
        answer = phone.put(path, body, seen=seen, key=key)
        if answer.status_code in SAVED:
            self.sent = game, (phone, path, body, seen, key, answer)
        return answer

    def compare(self, game):
        compare_game(self.phones[0], game, self.pads[game])
        page = f"/g/{self.phones[0].group}/seasons/1?scoring={self.scoring}"
        shown = self.phones[0].client.get(page).text
        self.phones[0].forget_pages()
        assert self.phones[0].client.get(page).text == shown

    def teardown(self):
        """Compare the season with all pads, and import its games elsewhere."""
        for game, pad in self.pads.items():
            self.compare(game)
            if not pad.is_deleted:
                # Only here: as a rule of its own it would take steps from others.
                self.import_game(game, pad)
        told = {
            name: (*map(int, (games, wins, shared)), float(average), int(best))
            for _, name, games, wins, shared, average, _, _, best, *_ in rows_of(
                self.phones[0], f"/seasons/1/standings.csv?scoring={self.scoring}"
            )
            if int(games)
        }
        counting = [
            pad for pad in self.pads.values() if pad.settings.get("counts", True)
        ]
        expected = standings(counting)
        assert told.keys() == expected.keys()
        for name, figures in expected.items():
            assert told[name] == pytest.approx(figures, abs=1e-3)
        self.rebuild()

    def rebuild(self):
        """Stored results equal rebuilt ones."""
        with self.app.app_context():
            session = db.session()
            results = select(*Result.__table__.c).order_by(
                *Result.__table__.primary_key
            )
            kept = session.execute(results).all()
            rebuild_results(session)
            assert session.execute(results).all() == kept


STEPS, FEW, MORE, MANY = 50, 1, 2, 200


@pytest.mark.parametrize(
    "evenings",
    [
        FEW,
        pytest.param(MORE, marks=pytest.mark.wide),
        pytest.param(MANY, marks=pytest.mark.slow),
    ],
    ids=lambda n: f"{n * STEPS} steps",
)
def test_r10_any_order_of_all_actions_adds_up_like_a_paper_pad(app, evenings):
    machine = type("ThisEvening", (Evening,), {"app": app})
    how = settings(
        max_examples=evenings,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        derandomize=evenings != MANY,
        suppress_health_check=list(HealthCheck),
    )

    run_state_machine_as_test(machine, settings=how)
