"""Languages, translated sentences, and formats of numbers and dates.

The English sentence is the msgid, and is shown where a translation is missing.
Catalogues are in ``catalogues/`` and updated by ``./scripts/words``; both ``.po`` and
``.mo`` are committed, so that running needs no build step.
"""
