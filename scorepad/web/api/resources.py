"""``/api/groups/…``: groups, and their games of all kinds, rounds and bids."""

from dataclasses import fields
from functools import partial
from typing import Any
from uuid import UUID

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from scorepad.games.documents import read as read_model
from scorepad.games.wizard.models import Round
from scorepad.services import games, groups, rounds, stored_games
from scorepad.services.bids import save_bid
from scorepad.services.requests import BidEntry, GameAddress, RoundEntry
from scorepad.services.spectating import bids_of_round
from scorepad.web.api import exchange
from scorepad.web.join import group_entry
from scorepad.web.middleware.auth import reader, remember_device, revision_or_404

bp = Blueprint("api", __name__, url_prefix="/api/groups/<uuid:gid>")
top = Blueprint("api_running", __name__)


@top.get("/api/running")
def running() -> ResponseReturnValue:
    """Return the unfinished game changed last that this device may score."""
    found = groups.running_game(reader())
    if found is None or not found[1].may("score", found[2].uuid):
        abort(404)
    gid, _, game = found
    place = {"group": str(gid), "game": str(game.uuid), "word": game.address_word}
    return exchange.json_answer(place)


@bp.put("")
def create_group(gid: UUID) -> ResponseReturnValue:
    """Create a group; the same claim again returns the same group and a cookie."""
    if exchange.expected_revision() is not None:
        abort(400, "Expected If-None-Match: *; a group is only made here.")
    sent = exchange.read_body(partial(read_model, exchange.NewGroup))
    entry = group_entry(gid, sent.claim, sent.time_zone, sent.language)
    created = groups.create_group(reader(), entry)
    remember_device(created.token)
    return exchange.json_answer(created.group, status=201 if created.is_new else 200)


@bp.get("")
def group(gid: UUID) -> ResponseReturnValue:
    """Return the group, its players, its unfinished and its latest games."""
    return exchange.json_answer(groups.group_state(reader(), gid))


@bp.put("/games/<uuid:uuid>", defaults=exchange.WIZARDS_WORD)
@bp.put("/<word>/<uuid:uuid>")
def save_game(gid: UUID, word: str, uuid: UUID) -> ResponseReturnValue:
    """Create a game, or change everything in it except its rounds."""
    address = exchange.game_address(gid, word, uuid)
    return exchange.saved(games.save_game, address, exchange.read_game(address.word))


@bp.get("/games/<uuid:uuid>", defaults=exchange.WIZARDS_WORD)
@bp.get("/<word>/<uuid:uuid>")
def game(gid: UUID, word: str, uuid: UUID) -> ResponseReturnValue:
    """Return the whole game."""
    # Polled every two seconds, so a 304 must be cheap.
    address = exchange.game_address(gid, word, uuid)
    revision, _ = revision_or_404(address)
    if unchanged := exchange.not_modified(f"g{revision}"):
        return unchanged
    state = games.state_of_game(reader(), address)
    return exchange.json_answer(state, f"g{state['revision']}")


@bp.put("/games/<uuid:uuid>/rounds/<int:number>")
def save_round(gid: UUID, uuid: UUID, number: int) -> ResponseReturnValue:
    """Save a whole round."""
    entry = exchange.read_body(_round_in)
    return exchange.saved(rounds.save_round, GameAddress(gid, uuid), number, entry)


def _round_in(body: Any) -> RoundEntry:
    sent = read_model(exchange.NewRound, body, exchange.AS_SENT)
    round_ = Round(*(getattr(sent, each.name) for each in fields(Round)))
    beside = sent.winners, sent.seating, sent.dealt_again
    return RoundEntry(round_, *beside, sets_late_bids="late_bids" in body)


@bp.get("/games/<uuid:uuid>/history", defaults=exchange.WIZARDS_WORD)
@bp.get("/<word>/<uuid:uuid>/history")
def history(
    gid: UUID, word: str, uuid: UUID, number: int = stored_games.SETTINGS
) -> ResponseReturnValue:
    """Return every saved state of the game without its rounds, newest first."""
    address = exchange.game_address(gid, word, uuid)
    states = stored_games.history_of(reader(), address, number)
    return exchange.json_answer({"states": states})


# Number 0 has the settings.
_ROUND_IN_HISTORY = "/games/<uuid:uuid>/rounds/<int(min=1):number>/history"


@bp.get(_ROUND_IN_HISTORY)
def history_of_round(gid: UUID, uuid: UUID, number: int) -> ResponseReturnValue:
    """Return every saved state of a round, newest first."""
    return history(gid, "games", uuid, number)


@bp.put("/games/<uuid:uuid>/history/<uuid:version>", defaults=exchange.WIZARDS_WORD)
@bp.put("/<word>/<uuid:uuid>/history/<uuid:version>")
def set_aside(gid: UUID, word: str, uuid: UUID, version: UUID) -> ResponseReturnValue:
    """Keep the settings that were not chosen in a conflict."""
    address = exchange.game_address(gid, word, uuid)
    exchange.read_game(address.word)
    kept = version, exchange.json_body()
    return exchange.saved(stored_games.set_aside, address, stored_games.SETTINGS, kept)


@bp.put(f"{_ROUND_IN_HISTORY}/<uuid:version>")
def set_round_aside(
    gid: UUID, uuid: UUID, number: int, version: UUID
) -> ResponseReturnValue:
    """Keep the version of a round that was not chosen in a conflict."""
    exchange.read_body(_round_in)
    address, kept = GameAddress(gid, uuid), (version, exchange.json_body())
    return exchange.saved(stored_games.set_aside, address, number, kept)


_BIDS = "/games/<uuid:uuid>/rounds/<int:number>/bids"


@bp.get(_BIDS)
def bids(gid: UUID, uuid: UUID, number: int) -> ResponseReturnValue:
    """Return which seats have bid, and the bids that are not hidden."""
    return exchange.json_answer(bids_of_round(reader(), GameAddress(gid, uuid), number))


@bp.put(f"{_BIDS}/<int:seat>")
def put_bid(gid: UUID, uuid: UUID, number: int, seat: int) -> ResponseReturnValue:
    """Save or change the bid of one seat."""
    sent = exchange.read_body(partial(read_model, exchange.NewBid))
    entry = BidEntry(number, seat, sent.bid, sent.seating)
    return exchange.saved(save_bid, GameAddress(gid, uuid), entry)
