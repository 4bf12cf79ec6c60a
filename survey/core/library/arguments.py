"""Checks of what a caller of the library gives, before anything is computed: each is a sentence."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from survey.core.kinds.registry import KINDS
from survey.core.mechanism.privacy import check_gamma, parse_gamma
from survey.errors import ParameterError

# The kinds that a single column can hold: one option of "choose all that apply" is yes/no.
OF_A_COLUMN = [name for name, kind in KINDS.items() if "kind" not in kind.column(0, {})]


def exact_gamma(gamma: Any) -> Fraction:
    """γ from a text such as "1/4" or a Fraction; raises ParameterError for anything else."""
    if isinstance(gamma, str):
        return parse_gamma(gamma)
    if isinstance(gamma, Fraction):
        return check_gamma(gamma)
    raise ParameterError(
        f'γ must be exact. Write it as text: gamma="{_as_fraction(gamma)}".', "gamma"
    )


def check_fields(kind: Any, fields: Mapping[str, Any]) -> None:
    """Raises ParameterError unless `fields` are exactly those of this kind of column.

    A questionnaire may leave out the ends of a scale; a column was asked with some that nobody can
    guess.
    """
    if kind not in OF_A_COLUMN:
        raise ParameterError(f"The kind must be one of {', '.join(OF_A_COLUMN)}.", "kind")
    known = KINDS[kind].fields
    for name in fields:
        if name not in {field.name for field in known}:
            raise ParameterError(f'kind="{kind}" has no {name}.', name)
    missing = [field for field in known if field.name not in fields]
    if missing:
        such = [f"{field.name}={field.example}" for field in missing]
        raise ParameterError(
            f'kind="{kind}" needs {" and ".join(field.name for field in missing)}, such as '
            f"{', '.join(such)}.",
            missing[0].name,
        )
    if "options" in fields:
        texts("options", fields["options"])


def texts(argument: str, given: Any) -> list[str]:
    """Several texts as a list; raises ParameterError for one text, and for anything else."""
    found = list(given) if isinstance(given, Iterable) and not isinstance(given, str) else None
    if found is None or not all(isinstance(each, str) for each in found):
        raise ParameterError(f'{argument} must be a list of texts, such as ["a", "b"].', argument)
    return found


def column_of(frame: Any, name: str, argument: str) -> Any:
    """A column of an export, of a frame of pandas or polars, or of a dict of lists, by its name."""
    known = getattr(frame, "columns", frame)
    if not isinstance(frame, Mapping) and known is frame:
        raise ParameterError("Give an export, a data frame, or a dict of columns.", "frame")
    columns = list(known)
    if name not in columns:
        listed = ", ".join(map(str, columns[:20])) or "none"
        raise ParameterError(f"There is no column {name!r}; the columns are {listed}.", argument)
    return frame[name]


def check_lengths(columns: Mapping[str, Sequence[Any]]) -> None:
    """Raises ParameterError unless all columns have equally many cells."""
    lengths = {name: len(cells) for name, cells in columns.items()}
    if len(set(lengths.values())) > 1:
        said = ", ".join(f"{name} has {length:,}" for name, length in lengths.items())
        raise ParameterError(f"Columns must have equally many cells: {said}.", "frame")


def _as_fraction(value: Any) -> Fraction:
    """The fraction that a number was probably meant to be; 1/4 for what is no γ."""
    try:
        number = float(value)
        near = Fraction(number).limit_denominator(1000)
        meant = near if float(near) == number else Fraction(str(number))
        return check_gamma(meant)
    except (TypeError, ValueError, OverflowError, ParameterError):
        return Fraction(1, 4)
