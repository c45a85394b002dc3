"""The words in which stored things are told to phones (and kept in the history)."""

from collections.abc import Sequence
from typing import Any

from scorepad.rules.wizard.game import Round, scoring_called
from scorepad.rules.wizard.scoring_document import scoring_as_json
from scorepad.services.refusing import Change
from scorepad.store.play.played_games import PlayedRound, as_played_round
from scorepad.store.play.records import round_columns
from scorepad.store.tables import GameRow, Group, Player, RoundRow, Season


def round_record(row: PlayedRound) -> dict[str, Any]:
    """A round as it was written down."""
    return round_words(row.value, row.winners)


def round_words(round_: Round, winners: Sequence[int] = ()) -> dict[str, Any]:
    """The same of a round that is no row."""
    return {
        "bids": list(round_.bids),
        "tricks": None if round_.tricks is None else list(round_.tricks),
        **_columns(round_, winners),
        **_of_old_sheets(round_),
    }


_RARE = ("named_by", "later_trump")
"""What few rounds have is told of those only."""


def _columns(round_: Round, winners: Sequence[int]) -> dict[str, Any]:
    columns = round_columns(round_, winners)
    return {k: v for k, v in columns.items() if k not in _RARE or v is not None}


def _of_old_sheets(round_: Round) -> dict[str, Any]:
    written = {} if round_.totals is None else {"totals": list(round_.totals)}
    late = {"late_bids": list(round_.late_bids)} if round_.late_bids else {}
    return {**written, **late}


def round_state(row: PlayedRound) -> dict[str, Any]:
    """A round with its number and revision."""
    return {"number": row.number, "revision": row.revision, **round_record(row)}


def game_record(row: GameRow) -> dict[str, Any]:
    """Everything of a game but its rounds, with player ids and never names."""
    return {
        "players": [str(seat.player.uuid) for seat in row.seats],
        "first_dealer": row.first_dealer,
        "schedule": row.schedule,
        "cards": list(row.cards),
        "even_bid_rule": _even_bid_rule(row),
        "bid_mode": row.bid_mode,
        "edition": list(row.edition),
        "foresight": row.foresight,
        **scoring_as_json(scoring_called(row.scoring)),
        "deck": row.deck,
        "letters": row.letters,
        "adjustments": [
            {
                "seat": each.seat,
                "points": each.points,
                "reason": each.reason,
                "round": each.round_number,
            }
            for each in row.adjustments
        ],
        "started_at": row.started_at.isoformat() if row.started_at else None,
        "finished": row.finished_at is not None,
        "ended_after": row.ended_after,
        "seating": row.seating,
        "joined": [
            {"seat": e.seat, "round": e.joined_in, "start_total": e.start_total}
            for e in row.seats
            if e.joined_in is not None
        ],
        "left": [
            {"seat": each.seat, "after_round": each.left_after}
            for each in row.seats
            if each.left_after is not None
        ],
        "counts": row.counts,
        "deleted": row.deleted_at is not None,
        "place": row.place,
        "remark": row.remark,
        "minutes": row.minutes,
        **_planned(row),
        **_result(row),
    }


def _even_bid_rule(row: GameRow) -> dict[str, Any] | None:
    if row.even_bid_mode is None:
        return None
    return {
        "mode": row.even_bid_mode,
        "min_cards": row.even_bid_min_cards,
        "zero_always_allowed": row.even_bid_zero_allowed,
    }


def _planned(row: GameRow) -> dict[str, Any]:
    return {} if row.planned is None else {"planned": list(row.planned)}


def _result(row: GameRow) -> dict[str, Any]:
    totals = [seat.final_total for seat in row.seats]
    return {} if None in totals else {"final_totals": totals}


def game_settings(row: GameRow, season: Season) -> dict[str, Any]:
    """Everything of a game but its rounds, with the names."""
    return {
        "id": str(row.uuid),
        **game_record(row),
        "players": [person_words(seat.player) for seat in row.seats],
        "played_on": row.played_on.isoformat(),
        "finished_at": row.finished_at.isoformat() if row.finished_at else None,
        "season": season.number,
        "revision": row.revision,
    }


def game_state(row: GameRow, season: Season) -> dict[str, Any]:
    """A whole game."""
    rounds = [round_state(as_played_round(each)) for each in row.rounds]
    return {**game_settings(row, season), "rounds": rounds}


def game_line(row: GameRow) -> dict[str, Any]:
    """A game in a list: enough to recognise it."""
    played = sum(_is_closed(row, each) for each in row.rounds)
    return {
        "id": str(row.uuid),
        "players": [person_words(seat.player) for seat in row.seats],
        "rounds_played": played,
        "rounds": row.ended_after or len(row.cards),
        "finished": row.finished_at is not None,
        "played_on": row.played_on.isoformat(),
    }


def _is_closed(game: GameRow, row: RoundRow) -> bool:
    return all(
        entry.tricks is not None or entry.written_total is not None
        for entry, seat in zip(row.entries, game.seats, strict=True)
        if (seat.joined_in or 1) <= row.number <= (seat.left_after or row.number)
    )


def group_words(
    group: Group, players: tuple[Player, ...], season: Season
) -> dict[str, Any]:
    """A group, its people and its current season."""
    ends = season.ends_on
    return {
        "id": str(group.uuid),
        "name": group.name,
        "time_zone": group.time_zone,
        "language": group.language,
        "players": [person_words(player) for player in players],
        "season": {
            "number": season.number,
            "name": season.name,
            "starts_on": season.starts_on.isoformat(),
            "ends_on": None if ends is None else ends.isoformat(),
        },
    }


def device_words(name: str | None, kind: str | None, *, you: bool) -> dict[str, Any]:
    """A device by its name, else its kind; *you* where it is the one that asks."""
    return {"name": name, "kind": kind, "you": you}


def deletion_words(deletion: Change | None, asker: int | None) -> dict[str, Any]:
    """Who deleted a game, where it is known.

    Told to who asks for the game, and to nobody with the answer to a save: those are
    kept, and tell no name without the id it belongs to.
    """
    if deletion is None:
        return {}
    you = deletion.device_id == asker
    return {"deleted_by": device_words(deletion.name, deletion.kind, you=you)}


def person_words(player: Player) -> dict[str, Any]:
    """A player by id and name."""
    return {"id": str(player.uuid), "name": player.name}
