"""``/api/groups/…``: groups, and their games of all kinds, rounds and bids."""

from dataclasses import fields
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from scorepad.db.engine import db
from scorepad.games.documents import read as read_model
from scorepad.games.wizard.models import Round
from scorepad.services import games, groups, rounds
from scorepad.services import stored_games as recalling
from scorepad.services.bids import save_bid
from scorepad.services.requests import BidEntry, GameAddress, NotThereError, RoundEntry
from scorepad.services.spectating import bids_of_round
from scorepad.web.api import exchange
from scorepad.web.join import group_to_found
from scorepad.web.middleware.auth import reader, remember_device, revision_or_404

bp = Blueprint("api", __name__, url_prefix="/api/groups/<uuid:gid>")
top = Blueprint("api_running", __name__)


@top.get("/api/running")
def running() -> ResponseReturnValue:
    """Return the unfinished game changed last that this device may score."""
    found = groups.running_game(reader())
    if found is None or not found.may_score:
        abort(404)
    game = {"game": str(found.game_id), "word": found.word}
    place = {"group": str(found.group_id), **game}
    return exchange.json_answer(place)


@bp.put("")
def found_group(gid: UUID) -> ResponseReturnValue:
    """Create a group; the same claim again returns the same group and a cookie."""
    if exchange.expected_revision() is not None:
        abort(400, "Expected If-None-Match: *; a group is only made here.")
    shape = exchange.read_shape(exchange.NewGroup, exchange.json_body())
    founding = group_to_found(gid, shape.claim, shape.time_zone, shape.language)
    founded = groups.found_group(reader(), founding)
    remember_device(founded.token)
    return exchange.json_answer(founded.group, status=201 if founded.is_new else 200)


@bp.get("")
def group(gid: UUID) -> ResponseReturnValue:
    """Return the group, its players, its unfinished and its latest games."""
    return exchange.json_answer(groups.group_state(reader(), gid))


@bp.put("/games/<uuid:uuid>", defaults=exchange.WIZARDS_WORD)
@bp.put("/<word>/<uuid:uuid>")
def save_game(gid: UUID, word: str, uuid: UUID) -> ResponseReturnValue:
    """Create a game, or change everything in it except its rounds."""
    address = exchange.game_address(gid, word, uuid)
    entry = exchange.read_game(address.word, exchange.json_body())
    return exchange.saved(
        lambda attempt: games.save_game(db.engine, attempt, address, entry)
    )


@bp.get("/games/<uuid:uuid>", defaults=exchange.WIZARDS_WORD)
@bp.get("/<word>/<uuid:uuid>")
def game(gid: UUID, word: str, uuid: UUID) -> ResponseReturnValue:
    """Return the whole game."""
    # Polled every two seconds, so a 304 must be cheap.
    address = exchange.game_address(gid, word, uuid)
    revision = revision_or_404(address).revision
    if unchanged := exchange.not_modified(f"g{revision}"):
        return unchanged
    state = games.state_of_game(reader(), address)
    return exchange.json_answer(state, f"g{state['revision']}")


@bp.put("/games/<uuid:uuid>/rounds/<int:number>")
def save_round(gid: UUID, uuid: UUID, number: int) -> ResponseReturnValue:
    """Save a whole round."""
    entry = exchange.read(_round_in, exchange.json_body())
    address = GameAddress(gid, uuid)
    return exchange.saved(
        lambda attempt: rounds.save_round(db.engine, attempt, address, number, entry)
    )


_fields_of_round: Final = attrgetter(*(each.name for each in fields(Round)))


def _round_in(body: Any) -> RoundEntry:
    sent = read_model(exchange.NewRound, body, exchange.AS_SENT)
    round_ = Round(*_fields_of_round(sent))
    beside = sent.winners, sent.seating, sent.dealt_again
    return RoundEntry(round_, *beside, tells_late="late_bids" in body)


@bp.get("/games/<uuid:uuid>/history", defaults=exchange.WIZARDS_WORD)
@bp.get("/<word>/<uuid:uuid>/history")
def history(gid: UUID, word: str, uuid: UUID) -> ResponseReturnValue:
    """Return every saved state of the game without its rounds, newest first."""
    return _history(exchange.game_address(gid, word, uuid), recalling.SETTINGS)


@bp.get("/games/<uuid:uuid>/rounds/<int:number>/history")
def history_of_round(gid: UUID, uuid: UUID, number: int) -> ResponseReturnValue:
    """Return every saved state of a round, newest first."""
    return _history(GameAddress(gid, uuid), _round_or_404(number))


@bp.put("/games/<uuid:uuid>/history/<uuid:version>", defaults=exchange.WIZARDS_WORD)
@bp.put("/<word>/<uuid:uuid>/history/<uuid:version>")
def set_aside(gid: UUID, word: str, uuid: UUID, version: UUID) -> ResponseReturnValue:
    """Keep the settings that were not chosen in a conflict."""
    address = exchange.game_address(gid, word, uuid)
    body = exchange.json_body()
    exchange.read_game(address.word, body)
    return _set_aside(address, recalling.SETTINGS, version, body)


@bp.put("/games/<uuid:uuid>/rounds/<int:number>/history/<uuid:version>")
def set_round_aside(
    gid: UUID, uuid: UUID, number: int, version: UUID
) -> ResponseReturnValue:
    """Keep the version of a round that was not chosen in a conflict."""
    body = exchange.json_body()
    exchange.read(_round_in, body)
    return _set_aside(GameAddress(gid, uuid), _round_or_404(number), version, body)


_BIDS = "/games/<uuid:uuid>/rounds/<int:number>/bids"


@bp.get(_BIDS)
def bids(gid: UUID, uuid: UUID, number: int) -> ResponseReturnValue:
    """Return which seats have bid, and the bids that are not hidden."""
    return exchange.json_answer(bids_of_round(reader(), GameAddress(gid, uuid), number))


@bp.put(f"{_BIDS}/<int:seat>")
def put_bid(gid: UUID, uuid: UUID, number: int, seat: int) -> ResponseReturnValue:
    """Save or change the bid of one seat."""
    shape = exchange.read_shape(exchange.NewBid, exchange.json_body())
    entry = BidEntry(number, seat, shape.bid, shape.seating)
    address = GameAddress(gid, uuid)
    return exchange.saved(lambda attempt: save_bid(db.engine, attempt, address, entry))


def _round_or_404(number: int) -> int:
    if number == recalling.SETTINGS:
        raise NotThereError
    return number


def _history(address: GameAddress, number: int) -> ResponseReturnValue:
    states = recalling.history_of(reader(), address, number)
    return exchange.json_answer({"states": states})


def _set_aside(
    address: GameAddress, number: int, version: UUID, body: Any
) -> ResponseReturnValue:
    kept = version, body
    return exchange.saved(
        lambda attempt: recalling.set_aside(db.engine, attempt, address, number, kept)
    )
