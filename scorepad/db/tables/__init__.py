"""The tables; importing this package registers them in the metadata."""

from scorepad.db.tables.games import *
from scorepad.db.tables.groups import *
