"""Putting games and rounds into the store, inside somebody else's transaction."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from scorepad.services.checking import Fault, with_cards
from scorepad.services.entering import GameAddress, GameEntry, RoundEntry
from scorepad.services.refusing import Change, FieldObjection, WrongTimeError
from scorepad.services.seating import seat_players
from scorepad.services.telling import game_record, round_record
from scorepad.store.history import Stamp, append_revision
from scorepad.store.people import season_for
from scorepad.store.records import (
    round_value,
    write_adjustments,
    write_round,
    write_seats,
    write_settings,
)
from scorepad.store.tables import Device, GameRow, Group, RoundRow, Season

SANE = timedelta(days=2)
"""How far a phone's clock may be from ours and still name the evening."""


def check_seats(row: GameRow, entry: GameEntry) -> None:
    """Seats and cards of rounds that were written stay what they were."""
    written = [each.number for each in row.rounds if not is_blank(each)]
    if not written:
        return
    if [seat.player.uuid for seat in row.seats] != list(entry.player_ids):
        raise WrongTimeError([FieldObjection("players", Fault.SEATS_FIXED)])
    cards = with_cards(entry.game).cards
    if tuple(row.cards[: max(written)]) != cards[: max(written)]:
        raise WrongTimeError([FieldObjection("cards", Fault.CARDS_FIXED)])


def is_blank(row: RoundRow) -> bool:
    """Whether nobody has bid or taken anything in this round."""
    round_ = round_value(row)
    return round_.totals is None and all(
        value is None for value in (*round_.bids, *(round_.tricks or ()))
    )


def new_game(
    session: Session,
    group: Group,
    stamp: Stamp,
    address: GameAddress,
    entry: GameEntry,
) -> GameRow:
    """Add a game at revision 1; its season follows from its evening."""
    evening = _evening(group, stamp, entry)
    row = GameRow(
        group_id=group.id,
        season_id=season_for(session, group, evening).id,
        uuid=address.game,
        started_at=entry.started_at,
        played_on=evening,
        revision=1,
        settings_revision=1,
        changed_by=stamp.device_id,
        changed_at=stamp.at,
        created_at=stamp.at,
        counts=entry.counts,
    )
    write_settings(row, with_cards(entry.game))
    session.add(row)
    session.flush()
    return row


def _evening(group: Group, stamp: Stamp, entry: GameEntry) -> date:
    """The day the game began: as written, by the phone if it is sane, else by us."""
    if entry.game.played_on is not None:
        return entry.game.played_on
    begun = entry.started_at
    sane = begun is not None and abs(begun - stamp.at) <= SANE
    moment = begun if sane and begun is not None else stamp.at
    return moment.astimezone(ZoneInfo(group.time_zone)).date()


def put_settings(
    session: Session, group: Group, row: GameRow, stamp: Stamp, entry: GameEntry
) -> None:
    """Write the settings into a row whose revision has been counted already."""
    game = with_cards(entry.game)
    names = zip(entry.player_ids, game.players, strict=True)
    players = seat_players(session, group, stamp, list(names))
    write_settings(row, game)
    write_seats(session, row, players, game.final_totals)
    write_adjustments(session, row, game.adjustments)
    row.counts = entry.counts
    # Another date does not move the game to another season; people do.
    row.played_on = game.played_on or row.played_on
    row.finished_at = (row.finished_at or stamp.at) if entry.finished else None
    row.deleted_at = (row.deleted_at or stamp.at) if entry.deleted else None
    session.flush()
    append_revision(session, row, stamp, game_record(row))


def new_round(game: GameRow, stamp: Stamp, number: int) -> RoundRow:
    """Add an empty round at revision 1."""
    row = RoundRow(
        number=number,
        revision=1,
        changed_by=stamp.device_id,
        changed_at=stamp.at,
    )
    game.rounds.append(row)
    return row


def put_round(session: Session, row: RoundRow, stamp: Stamp, entry: RoundEntry) -> None:
    """Write a round into a row whose revision has been counted already."""
    write_round(row, entry.round_, () if entry.is_closed else entry.winners)
    session.flush()
    append_revision(session, row, stamp, round_record(row))


def season_of(session: Session, row: GameRow) -> Season:
    """The season a game was put into."""
    return session.get_one(Season, row.season_id)


def change_of(session: Session, row: GameRow | RoundRow) -> Change:
    """Who changed this last, and when."""
    device = session.get_one(Device, row.changed_by)
    return Change(device.id, device.name, row.changed_at)
