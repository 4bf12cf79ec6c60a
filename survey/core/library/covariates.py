"""Covariates of a regression: numbers unchanged, texts as 0/1 columns for all but the first."""

from collections.abc import Sequence

from survey.core.kinds.kind import MOST_OPTIONS
from survey.errors import DataError

# The fit needs squares, which of larger numbers would overflow.
LARGEST = 1e100


def design_columns(
    name: str, cells: Sequence[str], spoken: str, in_words: bool = False
) -> dict[str, list[float]]:
    """The columns of the design by their names; no cell may be missing.

    `spoken` names the covariate in errors; with `in_words` numbers are groups, too.
    Raises DataError for more groups than a question may have options.
    """
    numbers = None if in_words else _numbers(cells)
    if numbers is not None:
        return {name: numbers}
    levels = sorted(set(cells))
    if len(levels) > MOST_OPTIONS:
        raise DataError(
            f"{spoken} holds more than {MOST_OPTIONS} different texts: give a covariate in "
            "numbers or in fewer groups."
        )
    return {f"{name} = {level}": [float(cell == level) for cell in cells] for level in levels[1:]}


def _numbers(cells: Sequence[str]) -> list[float] | None:
    """The cells as numbers below LARGEST, a decimal comma allowed; None if one is none."""
    try:
        numbers = [float(cell.replace(",", ".")) for cell in cells]
    except ValueError:
        return None
    # This makes "inf" and "nan" words like any other.
    return numbers if all(abs(number) < LARGEST for number in numbers) else None
