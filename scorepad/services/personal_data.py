"""Personal data: export a player's data, and anonymize a player.

Games stay without the name. Restoring a backup anonymizes the player again.
"""

import json
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from sqlalchemy import select, tuple_, update
from sqlalchemy.orm import Session

from scorepad.db import backups, engine, schema, tables
from scorepad.db.games import count_new_names, document_value, game_value
from scorepad.db.groups import games_at, lock_group, name_keys_of, same_people
from scorepad.db.history import Reader, Writer
from scorepad.db.rounds import as_played_round
from scorepad.db.tables import AnyGame, Device, GameRow, Group, Membership, Player
from scorepad.games import documents, names
from scorepad.games.registry import GAMES, games_of_tricks
from scorepad.games.wizard import models, validation
from scorepad.games.wizard.sheet import sheet_of
from scorepad.i18n.languages import LANGUAGES, translations
from scorepad.services import activity, jobs, permissions


def person_data(by: Reader, gid: UUID, who: UUID) -> dict[str, Any]:
    """Return what is stored about a player, and about no one else.

    Only the player's own device may ask, and owners. If several devices claim to be the
    player's, only owners may, since anyone can claim that.
    """
    group = permissions.group_for(by, gid, permissions.Action.READ)
    player = permissions.player_for(by.session, group, who, merged=True)
    owned = select(Device).join(Membership, Membership.device_id == Device.id)
    owned = owned.where(Membership.player_id == player.id).order_by(Device.id)
    devices = by.session.scalars(owned).all()
    if [each.id for each in devices] != [by.device_id]:
        permissions.group_for(by, gid, permissions.Action.ARRANGE)
    sat = by.session.scalars(games_at(player)).all()
    return {
        "format": "scorepad/person",
        "version": 1,
        "id": str(player.uuid),
        "name": player.name,
        "also_called": [
            each.name  # players of this group who were merged into this one
            for each in same_people(by.session, [player.id])
            if each.group_id == player.group_id and each.id != player.id
        ],
        "guest": player.guest,
        "archived": player.archived,
        **player.look._asdict(),
        "created_at": player.created_at.isoformat(),
        "devices": [
            {"kind": each.kind, "seen_on": each.seen_on and each.seen_on.isoformat()}
            for each in devices
        ],
        "activity": activity.events_of(by.session, player),
        "games": [_game(player, row) for row in sat if isinstance(row, GameRow)],
        "other_games": [
            _other_game(player, row) for row in sat if not isinstance(row, GameRow)
        ],
    }


def _place(player: Player, row: AnyGame) -> dict[str, Any]:
    return {
        "id": str(row.uuid),
        "played_on": row.played_on.isoformat(),
        "finished": row.finished_at is not None,
        "deleted": row.deleted_at is not None,
        "seat": [each.player_id for each in row.seats].index(player.id),
        "seats": len(row.seats),
    }


def _game(player: Player, row: GameRow) -> dict[str, Any]:
    place, game = _place(player, row), game_value(row)
    seat, sheet = place["seat"], sheet_of(game)
    stored = {each.number: as_played_round(each) for each in row.rounds}
    joined = next((each for each in game.joined if each.seat == seat), None)
    left = next((each for each in game.left if each.seat == seat), None)
    return {
        **place,
        "season": row.season.number,
        "joined_in_round": joined and joined.round_,
        "start_total": joined and joined.start_total,
        "left_after_round": left and left.after_round,
        "total": sheet.totals[seat],
        "rank": sheet.ranks[seat],
        "adjustments": [
            {"points": each.points, "reason": each.reason}
            for each in game.adjustments
            if each.seat == seat
        ],
        "rounds": [
            _round(each, seat, noted.value, noted.winners)
            for each in sheet.rows
            if (noted := stored.get(each.number))
            and (noted.value.names(seat) or seat in noted.winners)
        ],
    }


def _round(
    row: validation.Row, seat: int, round_: models.Round, winners: Sequence[int]
) -> dict[str, Any]:
    return {
        "number": row.number,
        "cards": row.cards,
        "dealt": row.dealer == seat,
        "bid": row.bids[seat],
        "bid_late": seat in round_.late_bids,
        "bid_changes": [each.by for each in round_.bid_changes if each.seat == seat],
        "tricks": row.tricks[seat],
        # Numbers, from 1, of the tricks this seat took in a running round.
        "tricks_tapped": [at for at, who in enumerate(winners, 1) if who == seat],
        "points": row.points[seat] if row.points else None,
        "total": row.totals[seat] if row.totals else None,
    }


def _other_game(player: Player, row: AnyGame) -> dict[str, Any]:
    rules, game, place = GAMES[row.game], document_value(row), _place(player, row)
    seat, answer = place["seat"], rules.answer_for(game)
    return {
        **place,
        "game": row.game,
        "won": seat in answer["winners"],
        "rank": answer["ranks"][seat] if answer["ranks"] else None,
        **(rules.of_seat(game, seat) if rules.of_seat else {}),
    }


def mentions_of(by: Reader, gid: UUID, who: UUID) -> dict[str, Any]:
    """Return a *player*, and the *games* whose texts contain the name, latest first.

    *games* have a date, an id and a kind, ``None`` for Wizard. *stays_elsewhere*: the
    person is also in another group, linked by moved games, not managed by this device.
    """
    group = permissions.group_for(by, gid, permissions.Action.ARRANGE)
    player = permissions.player_for(by.session, group, who)
    found = {
        (row.played_on, row.uuid, word)
        for word, row, text in _texts_of(by.session, group)
        if player.name_key in names.name_key(text)
    }
    people = same_people(by.session, [player.id])
    arranged = permissions.groups_arranged_by(by.session, by.device_id or 0)
    return {
        "player": player,
        "games": sorted(found, key=lambda each: each[:2], reverse=True),
        "stays_elsewhere": not {each.group_id for each in people} <= arranged,
    }


def _texts_of(session: Session, group: Group) -> Iterator[tuple[str | None, Any, str]]:
    # Kind, game (id and date) and each text: those of the game, of its corrections and
    # rounds; of other games, the document.
    columns = AnyGame.uuid, AnyGame.played_on, AnyGame.game, AnyGame.settings
    is_here = AnyGame.group_id == group.id, AnyGame.deleted_at.is_(None)
    games, tricks = select(*columns).where(*is_here), games_of_tricks()
    for row in session.execute(games):
        if row.game in tricks:
            texts = [row.settings.get(name) for name in _text_fields(tricks[row.game])]
            texts += [each["reason"] for each in row.settings["adjustments"]]
            yield from ((None, row, text) for text in texts if text)
        else:
            yield row.game, row, json.dumps(row.settings, ensure_ascii=False)
    of_game = tables.RoundRow.game_id == AnyGame.id
    for name in _text_fields(models.Round):
        text = tables.RoundRow.body[name].as_string()
        noted = games.add_columns(text.label("noted")).where(text.is_not(None))
        for row in session.execute(noted.join(tables.RoundRow, of_game)):
            yield None, row, row.noted


def _text_fields(model: type) -> list[str]:
    fields = documents.schema_of(model)["properties"].items()
    return [name for name, f in fields if "maxLength" in f.get("anyOf", [f])[0]]


NUMBERED = "Player {seat}"  # of anonymized players; stored, so translations stay

_NUMBER: Final = re.compile(r"\d+")


def anonymize_player(
    by: Writer, gid: UUID, who: UUID, *, called: str, folder: Path
) -> None:
    """Anonymize a player: replace the name by a number, and unassign all devices.

    Players merged with this one too, also in other groups that this device manages.
    *called* is the new name with ``{seat}`` for the number. The list in *folder* is
    written before the commit; if that fails, nothing changes, since a backup would
    bring the name back.
    """
    with engine.write_transaction(by.session):
        group = permissions.group_for(by, gid, permissions.Action.ARRANGE)
        player = permissions.player_for(by.session, group, who)
        arranged = permissions.groups_arranged_by(by.session, by.device_id)
        # In the order in which all code locks groups.
        groups = {each: by.session.get_one(Group, each) for each in sorted(arranged)}
        for each in groups.values():
            lock_group(by.session, each)
        everyone = same_people(by.session, [player.id])
        people = [one for one in everyone if one.group_id in arranged]
        _anonymize(by.session, people, called)
        for one in people:
            activity.record(by, one.group_id, "erased", about=one)
        backups.remember(folder, [(groups[p.group_id].uuid, p.uuid) for p in people])
    engine.empty_log(by.session.get_bind().engine)


def anonymize_again(session: Session, people: Iterable[backups.Forgotten]) -> int:
    """Anonymize people again after a restore; return how many were found.

    The database gets a new id, so that phones resend what it may lack.
    """
    with engine.write_transaction(session):
        ids = tuple_(Group.uuid, Player.uuid).in_(list(people))
        players = select(Player).join(Group, Group.id == Player.group_id)
        found = session.scalars(players.where(ids).order_by(Player.id)).all()
        _anonymize(session, found, NUMBERED)
        schema.give_database_id(session.connection())
    engine.empty_log(session.get_bind().engine)
    return len(found)


def _anonymize(session: Session, people: Sequence[Player], called: str) -> None:
    for player in people:
        _remove_name(session, player)
        taken = name_keys_of(session, player.group_id) - {player.name_key}
        player.name = next_number(called.format(seat=1), taken)
        player.name_key = names.name_key(player.name)
        player.archived, player.colour, player.picture = True, None, None
        theirs = update(Membership).where(Membership.player_id == player.id)
        session.execute(theirs.values(player_id=None))
        session.flush()
    count_new_names(session, people)
    groups = {player.group_id for player in people}
    jobs.delete_books(session, tables.SeasonBook.group_id.in_(groups))


def next_number(name: str, taken: Collection[str]) -> str:
    """Increment the number in *name* until its key is not *taken*."""
    while names.name_key(name) in taken:
        name = unicodedata.normalize("NFKC", name)  # a key reads ① as 1, too
        name = _NUMBER.sub(lambda number: str(int(number[0]) + 1), name)
    return name


def is_number(name: str) -> bool:
    """Return whether *name* is one of an anonymized player, in any language."""
    numbers = _NUMBER.findall(unicodedata.normalize("NFKC", name))
    if len(numbers) != 1:
        return False
    called = {translations(known.tag).gettext(NUMBERED) for known in LANGUAGES}
    keys = {names.name_key(each.format(seat=int(numbers[0]))) for each in called}
    return names.name_key(name) in keys


def is_anonymized(player: Player) -> bool:
    """Return whether a player seems anonymized: archived, and named by a number."""
    return bool(player.archived) and is_number(player.name)


def _remove_name(session: Session, player: Player) -> None:
    # The name in remembered answers and names of links, only in the player's group:
    # another group may use the same id for another player.
    who = str(player.uuid)
    activity.remove_names(session, player)

    def nameless(value: dict[str, Any]) -> dict[str, Any]:
        is_named = value.get("id") == who and "name" in value
        return {**value, "name": "?"} if is_named else value

    answers = select(tables.RememberedAnswer).filter_by(group_id=player.group_id)
    naming = tables.RememberedAnswer.body.contains(who, autoescape=True)
    for answer in session.scalars(answers.where(naming)):
        body = json.loads(answer.body, object_hook=nameless)
        answer.body = json.dumps(body, ensure_ascii=False)
    tournaments = select(tables.TournamentRow).filter_by(group_id=player.group_id)
    for row in session.scalars(tournaments):
        entries = row.document["entries"]
        clubless = [{**e, "club": ""} if e["player"] == who else e for e in entries]
        row.document = {**row.document, "entries": clubless}
    invites = select(tables.Invite).filter_by(group_id=player.group_id)
    for invite in session.scalars(invites):
        if player.name_key in names.name_key(invite.name or ""):
            invite.name = None
