"""The vectors of vectors/towers.json, a test for each."""

import pytest

from scorepad.games import towers
from scorepad.games.towers import progress
from tests.support.vectors import vectors

NAMES = ("Ann", "Ben", "Cem")
SIX = (*NAMES, "Dot", "Eva", "Fei")

VECTORS = vectors("towers")["vectors"]


def setup(v):
    assert towers.wizards_each(v["players"]) == v["wizardsEach"]
    assert towers.potions_each(v["players"]) == v["potionsEach"]
    assert list(towers.CAPACITY) == v["towerCapacity"]
    assert list(towers.SHIELDED) == v["ravenTowers"]
    colours = [colour.value for colour in towers.usable_colours(v["players"])]
    assert sorted(colours) == sorted(v["usableColours"])
    assert (v["players"] in towers.TEAM_TABLES) == v["teamVariant"]


def placed(v):
    found = towers.placement(v["players"], v["startPlayer"])
    assert [list(tower) for tower in found] == v["towers"]


def ended(v):
    left = progress.still_to_play(
        v["players"], start=v["startPlayer"], trigger=v["triggerPlayer"]
    )
    assert list(left) == v["turnsStillToPlay"]
    assert (not left) == v["gameOverImmediately"]


def won(v):
    assert towers.wizards_each(v["players"]) == v["wizardsEach"]
    standings = [towers.TowersStanding(**each) for each in v["state"]]
    game = towers.TowersGame(SIX[: v["players"]])
    assert list(progress.winners(standings, game.sides)) == v["winners"]


def won_by_a_team(v):
    game = towers.TowersGame(SIX[: v["players"]], teams=True)
    assert [list(seats) for seats in game.sides] == v["teams"]
    assert 2 * towers.wizards_each(v["players"]) == v["teamWizards"]
    assert 2 * towers.potions_each(v["players"]) == v["teamPotions"]
    standings = [towers.TowersStanding(**each) for each in v["state"]]
    assert list(progress.winners(standings, game.sides)) == v["winners"]


def at_goal(v):
    alone = [
        towers.TowersStanding(**v["state"]),
        *[progress.NOTHING] * (v["players"] - 1),
    ]
    met = progress.sides_at_goal(alone, towers.TowersGame(SIX[: v["players"]]).sides)
    assert (0 in met) == v["goalMet"]


def cast(v):
    assert towers.COSTS[towers.Spell(v["spell"])] == v["cost"]
    for case in v["castWith"]:
        filled = (towers.Event(towers.Happening.FILLED, 0),) * case["full"]
        cast = towers.Event(towers.Happening.CAST, 0, towers.Spell(v["spell"]))
        game = towers.TowersGame(
            NAMES, spells=(towers.SpellInPlay(cast.spell),), events=(*filled, cast)
        )
        assert (not progress.progress_of(game).objections) == case["ok"]


def filled(v):
    before, (fill,) = v["before"], (towers.Event(towers.Happening.FILLED, 0),)
    cast = towers.Event(towers.Happening.CAST, 0, towers.Spell.ADVANCE_TOWER)
    spent = (fill, cast) * before["spent"]
    game = towers.TowersGame(NAMES, events=(*spent, *(fill,) * before["full"], fill))
    assert towers.potions_each(len(NAMES)) == v["potionsEach"]
    assert progress.progress_of(game).standings[0] == towers.TowersStanding(
        **v["after"]
    )


def tracked(v):
    known = ("start", "master", "teams", "events")
    said = {key: v[key] for key in known if key in v}
    if "spells" in v:
        said["spells"] = [{"spell": each} for each in v["spells"]]
    game = towers.read_game(
        {"players": list(SIX[: v["players"]]), "tracks_turns": True, **said}
    )
    found = progress.answer_for(game)["objections"]
    assert [[each["event"], each["problem"]] for each in found] == v["objections"]


CHECKS = {
    "towers_setup": setup,
    "towers_placement": placed,
    "towers_end": ended,
    "towers_winner": won,
    "towers_team_winner": won_by_a_team,
    "towers_goal": at_goal,
    "towers_spell": cast,
    "towers_potion": filled,
    "towers_turn": tracked,
}


@pytest.mark.parametrize("vector", VECTORS, ids=[v["id"] for v in VECTORS])
def test_vector(vector):
    CHECKS[vector["type"]](vector)
