"""What lets people in: a code, a role and how long it lasts, and who they are."""

from datetime import timedelta
from typing import Final
from uuid import UUID

import wtforms.validators
from wtforms import Form, StringField
from wtforms.validators import AnyOf, InputRequired, Length

from scorepad.services.groups.inviting import DoorEntry, InviteEntry
from scorepad.services.permissions import Role
from scorepad.web.forms.boxes import LEFT_OUT

LONGEST_CODE: Final = 300  # the whole address may be pasted
LONGEST_NAME: Final = 1000  # what a name may be is judged elsewhere
LASTS: Final = {
    "day": timedelta(days=1),
    "month": timedelta(days=30),
    "year": timedelta(days=365),
    "": None,
}


class CodeForm(Form):
    """What somebody holds in hand: a link, or the code on the host's phone."""

    code = StringField(validators=[InputRequired(), Length(max=LONGEST_CODE)])


class DoorForm(Form):
    """Whom the code lets in, and whether they are many."""

    role = StringField(validators=[AnyOf([Role.PLAYER, Role.VIEWER])], default="player")
    wide = StringField(validators=[LEFT_OUT, AnyOf(["yes"])])

    @property
    def entry(self) -> DoorEntry:
        """What the valid form says."""
        return DoorEntry(Role(self.role.data or ""), wide=self.wide.data == "yes")


class InviteForm(Form):
    """A link: whom it lets in as what, and how long it is good."""

    role = StringField(validators=[AnyOf([Role.SCOREKEEPER, Role.PLAYER, Role.VIEWER])])
    lasts = StringField(validators=[AnyOf(list(LASTS))], default="month")
    game = StringField(validators=[LEFT_OUT, wtforms.validators.UUID()])
    name = StringField(validators=[Length(max=LONGEST_NAME)])

    @property
    def entry(self) -> InviteEntry:
        """What the valid form says."""
        return InviteEntry(
            Role(self.role.data or ""),
            LASTS[self.lasts.data or ""],
            UUID(self.game.data) if self.game.data else None,
            name=self.name.data or "",
        )


class WhoForm(Form):
    """Which player somebody is, or the name of somebody new."""

    player = StringField(validators=[Length(max=40)])
    name = StringField(validators=[Length(max=LONGEST_NAME)])

    @property
    def who(self) -> UUID | None:
        """The player that was chosen; ``None`` for somebody new.

        :raises ValueError: it is no id.
        """
        chosen = self.player.data or ""
        return UUID(chosen) if chosen else None
