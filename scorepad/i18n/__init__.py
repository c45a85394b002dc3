"""Words, numbers and dates in every language Scorepad speaks.

English is the source: a message is its English sentence, and a language without a
translation of it shows that. Catalogues are in ``catalogues/``, written by
``./scripts/words``; both ``.po`` and ``.mo`` are committed, so that running needs no
build step.
"""
