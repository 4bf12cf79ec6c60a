"""A column of answers as a column of reports."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from survey.core.instrument.instrument import Question
from survey.core.library.column_values import cells, question_asked, reports
from survey.core.mechanism.vectorized import Values, randomize_array
from survey.errors import ParameterError


def randomize(
    column: Sequence[Any],
    gamma: str | Fraction,
    kind: str = "yes/no",
    generator: np.random.Generator | None = None,
    **fields: Any,
) -> Any:
    """One report for each answer of a column, in a column of the same sort.

    The arguments are those of `estimate`. Reports of yes/no and of numbers are 0 and 1, those of a
    choice its options, of a rating ratings. Randomness comes from the operating system; pass a
    numpy Generator for repeatable simulation, never for a live answer. Raises ParameterError, also
    for a missing answer, since leaving it out would show that it is missing.
    """
    question = question_asked(gamma, kind, fields)
    item = question.item
    places = item.places(_answers(column, question), generator)
    reports = randomize_array(places, question.odds, question.options, generator)
    return _like(column, [item.drawn[report] for report in reports.tolist()])


def _answers(column: Sequence[Any], question: Question) -> Values:
    found = question.item.answers_in(cells(column), lambda: reports(column, question, coded=False))
    if None in found:
        raise ParameterError("No answer may be missing.", "column")
    return np.asarray(found)


def _like(column: Any, drawn: list[Any]) -> Any:
    """The reports as a column of the same library, with its name and index."""
    library = type(column).__module__.partition(".")[0]
    if library == "pandas":
        return type(column)(drawn, index=column.index, name=column.name)
    if library == "polars":
        return type(column)(column.name, drawn)
    return np.array(drawn) if isinstance(column, np.ndarray) else drawn
