"""Rows of numbers in a SurveyJS element, such as 1 to 5, as rates or as options."""

from typing import Any

from survey.core.kinds.number import NUMBER
from survey.core.kinds.rating import HIGHEST_RATING, RATING
from survey.core.numerals import whole_number
from survey.formats.import_result import FileOmission, one_of
from survey.formats.surveyjs.properties import Properties, as_text
from survey.translations.marked import N_

MOST_NUMBERS = 1000  # offered beside other options; far fewer fit into a question
WORDS = N_("a choice among words has no mean; a rating from 1 has one")


def as_numbers(element: Properties, values: list[Any], texts: list[str]) -> dict[str, Any] | None:
    """A rating or a number, if these rates are whole numbers in a row; lists it if only most are.

    `values` are the rates in the file, `texts` the words that respondents read.
    """
    if (row := _row(texts)) is not None:
        low, high = row
        if low == 1 and high <= HIGHEST_RATING:
            return {"kind": RATING.name, "highest": high}
        return {"kind": NUMBER.name, "low": low, "high": high}
    plain = [as_text(each.get("value") if isinstance(each, dict) else each) for each in values]
    if _row(plain) is not None:
        element.taken.leave_out(element.place, "mean of rateValues", WORDS)
    return None


def _row(texts: list[str]) -> tuple[int, int] | None:
    """(lowest, highest) of whole numbers of which each is one more than the one before."""
    numbers = [whole_number(text) for text in texts]
    low = numbers[0] if numbers else None
    if low is None or len(numbers) < 2 or numbers != [*range(low, low + len(numbers))]:
        return None
    return low, low + len(numbers) - 1


def dropdown(element: Properties, options: list[str]) -> dict[str, Any] | FileOmission | None:
    """The question of a dropdown that offers numbers after these options; None without numbers."""
    names = ("choicesMin", "choicesMax", "choicesStep")
    if not any(name in element.values for name in names):
        return None
    given = {
        name: whole_number(as_text(element.values.get(name, default)).removesuffix(".0"))
        for name, default in zip(names, (0, 0, 1), strict=True)
    }
    low, high, step = given.values()
    if low is None or high is None or step is None or step < 1:
        why = N_("its numbers need whole numbers as choicesMin, choicesMax and choicesStep")
        return FileOmission(element.place, "dropdown", why)
    for name in names:
        element.take(name)
    if high <= low:
        return None
    if not options and step == 1:
        return {"kind": NUMBER.name, "low": low, "high": high}
    numbers = range(low, high + 1, step)
    if len(numbers) > MOST_NUMBERS:
        return FileOmission(element.place, "dropdown", N_("it offers more numbers than fit"))
    return one_of([*options, *map(str, numbers)])
