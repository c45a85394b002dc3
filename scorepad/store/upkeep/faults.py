"""What can be wrong with the database itself, named for the floors above."""

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

FAULTS = (DBAPIError, PoolTimeoutError)
"""Every error that comes from the database and not from what was asked of it."""


def is_passing(fault: Exception) -> bool:
    """Whether trying again in a moment may help: busy, away, starting, full."""
    if isinstance(fault, DBAPIError):
        return isinstance(fault, OperationalError) or fault.connection_invalidated
    return isinstance(fault, PoolTimeoutError)


def has_hung_up(fault: Exception) -> bool:
    """Whether the connection was lost on the way; another one may do."""
    return isinstance(fault, DBAPIError) and fault.connection_invalidated


def reason_of(fault: Exception) -> str:
    """What the database itself said, in its one first line."""
    return str(getattr(fault, "orig", fault)).splitlines()[0]
