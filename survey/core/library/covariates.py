"""Covariates of a regression: numbers unchanged, texts as 0/1 columns for all but the first."""

import re
from collections.abc import Sequence

from survey.core.kinds.kind import MOST_OPTIONS
from survey.errors import DataError

# The fit needs squares, which of larger numbers would overflow.
LARGEST = 1e100

# Either a number with three decimals, or one with a sign between thousands.
_UNCLEAR = re.compile(r"[+-]?[1-9][0-9]{0,2}([.,])[0-9]{3}")


def design_columns(
    name: str, cells: Sequence[str], spoken: str, in_words: bool = False
) -> dict[str, list[float]]:
    """The columns of the design by their names; no cell may be missing.

    `spoken` names the covariate in errors; with `in_words` numbers are groups, too.
    Raises DataError for more groups than a question may have options, and as check_signs does.
    """
    numbers = None if in_words else _numbers(cells, spoken)
    if numbers is not None:
        return {name: numbers}
    levels = sorted(set(cells))
    if len(levels) > MOST_OPTIONS:
        raise DataError(
            f"{spoken} holds more than {MOST_OPTIONS} different texts: give a covariate in "
            "numbers or in fewer groups."
        )
    return {f"{name} = {level}": [float(cell == level) for cell in cells] for level in levels[1:]}


def number(cell: str) -> float:
    """The number in a cell, a decimal comma allowed; raises ValueError if it is none."""
    return float(cell.replace(",", "."))


def check_signs(cells: Sequence[str], spoken: str) -> None:
    """Raises DataError for numbers such as 1,234, which may be 1.234 or 1234.

    If another cell of the column has a decimal comma (1,5), the comma is clear and the point
    is not. A column with points alone has decimal points.
    """
    unclear = {cell: found[1] for cell in cells if (found := _UNCLEAR.fullmatch(cell))}
    decimal = "," if any("," in cell for cell in cells if cell not in unclear) else "."
    others = set(unclear.values()) - {decimal}
    if others:
        example = f"1{others.pop()}234"
        raise DataError(
            f"{spoken} holds numbers such as {example}, which may be 1.234 or 1234: write them "
            "with a decimal point, and no sign between thousands."
        )


def _numbers(cells: Sequence[str], spoken: str) -> list[float] | None:
    """The cells as numbers below LARGEST; None if one is none. Raises as check_signs does."""
    try:
        numbers = [number(cell) for cell in cells]
    except ValueError:
        return None
    # This makes "inf" and "nan" words like any other.
    if not all(abs(each) < LARGEST for each in numbers):
        return None
    check_signs(cells, spoken)
    return numbers
