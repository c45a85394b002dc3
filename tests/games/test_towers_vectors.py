"""The vectors of vectors/towers.json, a test for each."""

import pytest

from scorepad.games.towers import models, progress
from tests.support.vectors import vectors

NAMES = ("Ann", "Ben", "Cem")
SIX = (*NAMES, "Dot", "Eva", "Fei")

VECTORS = vectors("towers")["vectors"]


def setup(v):
    assert models.wizards_each(v["players"]) == v["wizardsEach"]
    assert models.potions_each(v["players"]) == v["potionsEach"]
    assert list(models.CAPACITY) == v["towerCapacity"]
    assert list(models.SHIELDED) == v["ravenTowers"]
    colours = [colour.value for colour in models.usable_colours(v["players"])]
    assert sorted(colours) == sorted(v["usableColours"])
    assert (v["players"] in models.TEAM_TABLES) == v["teamVariant"]


def placed(v):
    towers = models.placement(v["players"], v["startPlayer"])
    assert [list(tower) for tower in towers] == v["towers"]


def ended(v):
    left = progress.still_to_play(
        v["players"], start=v["startPlayer"], trigger=v["triggerPlayer"]
    )
    assert list(left) == v["turnsStillToPlay"]
    assert (not left) == v["gameOverImmediately"]


def won(v):
    assert models.wizards_each(v["players"]) == v["wizardsEach"]
    standings = [models.TowersStanding(**each) for each in v["state"]]
    game = models.TowersGame(SIX[: v["players"]])
    assert list(progress.winners(standings, game.sides)) == v["winners"]


def won_by_a_team(v):
    game = models.TowersGame(SIX[: v["players"]], teams=True)
    assert [list(seats) for seats in game.sides] == v["teams"]
    assert 2 * models.wizards_each(v["players"]) == v["teamWizards"]
    assert 2 * models.potions_each(v["players"]) == v["teamPotions"]
    standings = [models.TowersStanding(**each) for each in v["state"]]
    assert list(progress.winners(standings, game.sides)) == v["winners"]


def at_goal(v):
    alone = [
        models.TowersStanding(**v["state"]),
        *[progress.NOTHING] * (v["players"] - 1),
    ]
    met = progress.sides_at_goal(alone, models.TowersGame(SIX[: v["players"]]).sides)
    assert (0 in met) == v["goalMet"]


def cast(v):
    assert models.COSTS[models.Spell(v["spell"])] == v["cost"]
    for case in v["castWith"]:
        filled = (models.Event(models.Happening.FILLED, 0),) * case["full"]
        cast = models.Event(models.Happening.CAST, 0, models.Spell(v["spell"]))
        game = models.TowersGame(
            NAMES, spells=(models.SpellInPlay(cast.spell),), events=(*filled, cast)
        )
        assert (not progress.progress_of(game).objections) == case["ok"]


def filled(v):
    before, (fill,) = v["before"], (models.Event(models.Happening.FILLED, 0),)
    cast = models.Event(models.Happening.CAST, 0, models.Spell.ADVANCE_TOWER)
    spent = (fill, cast) * before["spent"]
    game = models.TowersGame(NAMES, events=(*spent, *(fill,) * before["full"], fill))
    assert models.potions_each(len(NAMES)) == v["potionsEach"]
    assert progress.progress_of(game).standings[0] == models.TowersStanding(
        **v["after"]
    )


def tracked(v):
    known = ("start", "master", "teams", "events")
    said = {key: v[key] for key in known if key in v}
    if "spells" in v:
        said["spells"] = [{"spell": each} for each in v["spells"]]
    game = models.read_game(
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
