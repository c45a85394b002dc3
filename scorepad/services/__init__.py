"""The use cases: one function, one transaction, one commit.

A function with a device raises :class:`~scorepad.services.errors.NotThereError` if the
device does not belong to the group, or the group has no such thing, and
:class:`~scorepad.services.errors.NotAllowedError` if its role does not permit this.
"""
