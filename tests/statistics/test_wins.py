"""Wins in games of any kind."""

from scorepad.games import GameResult
from scorepad.statistics.rating import SeatedGame, wins_in

UTE, KEVIN, ANNA, THOMAS = "Ute", "Kevin", "Anna", "Thomas"


def game(*people, winners, start=0, **more):
    ranks = tuple(1 if seat in winners else 2 for seat in range(len(people)))
    return SeatedGame(people, GameResult(winners, ranks, start=start, **more))


def test_a_shared_win_counts_for_everybody_and_is_no_sole_one():
    wins = wins_in(
        [
            game(UTE, KEVIN, winners=(0,)),
            game(UTE, KEVIN, ANNA, winners=(1, 2)),
            game(UTE, KEVIN, winners=()),
        ]
    )

    ute, kevin = wins.people[UTE], wins.people[KEVIN]
    assert (ute.tries.games, ute.tries.wins, ute.sole, ute.shared) == (3, 1, 1, 0)
    assert (kevin.tries.games, kevin.tries.wins, kevin.sole, kevin.shared) == (
        *(3, 1, 0),
        1,
    )
    assert (wins.games, wins.without_winner) == (3, 1)


def test_ranks_go_by_wins_then_sole_ones_then_fewer_games():
    wins = wins_in(
        [game(UTE, KEVIN, ANNA, winners=(0,)), game(UTE, KEVIN, THOMAS, winners=(1, 2))]
    )

    # Ute alone; Thomas and Kevin shared theirs, Thomas in fewer games.
    ranks = {who: own.rank for who, own in wins.people.items()}
    assert ranks == {UTE: 1, THOMAS: 2, KEVIN: 3, ANNA: 4}
    assert list(wins.people) == [UTE, THOMAS, KEVIN, ANNA]


def test_seats_count_from_whoever_began():
    wins = wins_in(
        [game(UTE, KEVIN, winners=(1,), start=1), game(UTE, KEVIN, winners=(1,))]
    )

    began, second = wins.by_turn[2, 0], wins.by_turn[2, 1]
    assert (began.games, began.wins) == (2, 1)
    assert (second.games, second.wins) == (2, 1)
    assert wins.people[UTE].by_players[2].games == 2


def test_partners_win_as_a_team_and_alone_if_no_other_team_did():
    table = (UTE, KEVIN, ANNA, THOMAS)
    sides = ((0, 2), (1, 3))

    wins = wins_in(
        [
            game(*table, winners=(0, 2), sides=sides),
            game(*table, winners=(0, 1, 2, 3), sides=sides),
        ]
    )

    assert wins.people[ANNA].sole == 1
    assert wins.people[ANNA].shared == 1
    teams = {"".join(sorted(team)): tries.wins for team, tries in wins.teams.items()}
    assert teams == {"AnnaUte": 2, "KevinThomas": 1}
    assert next(iter(wins.teams)) == {UTE, ANNA}
