"""Covariates of a regression: numbers unchanged, texts as 0/1 columns for all but the first."""

import re
from collections.abc import Sequence

from survey.core.kinds.kind import MOST_OPTIONS
from survey.errors import DataError

# The fit needs squares, which of larger numbers would overflow.
LARGEST = 1e100

LONGEST_TEXT = 40  # characters of a cell that a sentence quotes

# Either a number with three decimals, or one with a sign between thousands.
_UNCLEAR = re.compile(r"[+-]?[1-9][0-9]{0,2}([.,])[0-9]{3}")


def design_columns(
    name: str,
    cells: Sequence[str],
    spoken: str,
    in_words: bool = False,
    order: Sequence[str] = (),
) -> dict[str, list[float]]:
    """The columns of the design by their names; no cell may be missing.

    `spoken` names the covariate in errors; with `in_words` numbers are groups, too. Groups are
    compared with the first one in `order`, or by the alphabet.
    Raises DataError for more groups than a question may have options, and as check_signs does.
    """
    numbers = None if in_words else _numbers(cells, spoken)
    if numbers is not None:
        return {name: numbers}
    levels = sorted(set(cells), key=lambda each: (order.index(each) if each in order else -1, each))
    if len(levels) > MOST_OPTIONS:
        text = None if in_words else text_among_numbers(cells)
        raise DataError(
            f"{spoken} holds more than {MOST_OPTIONS} different texts: give a covariate in "
            "numbers or in fewer groups."
            + (f" Its first cell that is no number is {text!r}." if text else "")
        )
    return {f"{name} = {level}": [float(cell == level) for cell in cells] for level in levels[1:]}


def text_among_numbers(cells: Sequence[str]) -> str | None:
    """The first cell that is no number, cut to LONGEST_TEXT, if most cells are; else None.

    Such a column is read as groups, perhaps because of one typing error.
    """
    texts = [cell for cell in cells if not _is_number(cell)]
    return texts[0][:LONGEST_TEXT] if 0 < len(texts) < len(cells) / 2 else None


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


def _is_number(cell: str) -> bool:
    """Whether a cell is a number below LARGEST; "inf" and "nan" are words like any other."""
    try:
        return abs(number(cell)) < LARGEST
    except ValueError:
        return False


def _numbers(cells: Sequence[str], spoken: str) -> list[float] | None:
    """The cells as numbers below LARGEST; None if one is none. Raises as check_signs does."""
    if not all(map(_is_number, cells)):
        return None
    check_signs(cells, spoken)
    return [number(cell) for cell in cells]
