"""What a device shall be in its group."""

from wtforms import Form, StringField
from wtforms.validators import AnyOf

from scorepad.services.admitting import Role


class RoleForm(Form):
    """One of the roles there are."""

    role = StringField(validators=[AnyOf(list(Role))])
