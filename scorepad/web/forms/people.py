"""What a device shall be in its group, and what is said of players."""

from wtforms import Form, StringField
from wtforms.validators import UUID, AnyOf, InputRequired

from scorepad.services.groups.rostering import PlayerEntry
from scorepad.services.permissions import Role
from scorepad.web.forms.boxes import LEFT_OUT


class RoleForm(Form):
    """One of the roles there are."""

    role = StringField(validators=[AnyOf(list(Role))])


class KindForm(Form):
    """Whether somebody is a guest, and whether they still come; unticked is no."""

    guest = StringField(validators=[LEFT_OUT, AnyOf(["yes"])])
    archived = StringField(validators=[LEFT_OUT, AnyOf(["yes"])])

    @property
    def entry(self) -> PlayerEntry:
        """What the valid form says."""
        return PlayerEntry(
            guest=self.guest.data == "yes", archived=self.archived.data == "yes"
        )


class MergeForm(Form):
    """Who somebody really is, or which group something really belongs to."""

    into = StringField(validators=[InputRequired(), UUID()])
