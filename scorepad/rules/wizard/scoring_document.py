"""How a table scores, as JSON: the name of a scoring, or the table's own formula."""

from typing import Any

from scorepad.rules.json_fields import Fields, WrongField, shown, whole_number
from scorepad.rules.wizard.game import CUSTOM, AnyScoring, HouseScoring, Scoring

SCORING_KEYS = ("scoring", "formula")
LARGEST = 1000

_FORMULA_KEYS = ("base", "per_trick", "per_miss", "kept_zero")
_NUMBER = whole_number(-LARGEST, LARGEST)


def read_scoring(fields: Fields) -> AnyScoring:
    """Read ``scoring``, and the ``formula`` that goes with a custom one."""
    name = fields.optional("scoring", _name, Scoring.CLASSIC.value)
    if name == CUSTOM:
        return fields.required("formula", _formula)
    if fields.optional("formula", _nothing, default=False):
        found = f"does not go with scoring {shown(name)}"
        raise WrongField(fields.path_of("formula"), found, 'scoring "custom"')
    return Scoring(name)


def scoring_as_json(scoring: AnyScoring) -> dict[str, Any]:
    """The same two fields of a *scoring*; without a formula it is ``None``."""
    if isinstance(scoring, Scoring):
        return {"scoring": scoring.value, "formula": None}
    formula = {key: getattr(scoring, key) for key in _FORMULA_KEYS}
    return {"scoring": CUSTOM, "formula": formula}


def _name(value: object, path: str) -> str:
    names = [*(scoring.value for scoring in Scoring), CUSTOM]
    if isinstance(value, str) and value in names:
        return value
    raise WrongField(path, f"is {shown(value)}", f"one of {', '.join(names)}")


def _nothing(value: object, _path: str) -> bool:
    return value is not None


def _formula(value: object, path: str) -> HouseScoring:
    """A kept zero is worth the base where nothing else is said."""
    fields = Fields(value, path, _FORMULA_KEYS)
    base = fields.required("base", _NUMBER)
    return HouseScoring(
        base=base,
        per_trick=fields.required("per_trick", _NUMBER),
        per_miss=fields.required("per_miss", _NUMBER),
        kept_zero=fields.optional("kept_zero", _NUMBER, base),
    )
