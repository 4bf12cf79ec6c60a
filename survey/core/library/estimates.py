"""Shares and means from a column of reports."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from survey.core.estimates.quantity import Setting
from survey.core.instrument.instrument import Question
from survey.core.intervals.registry import ANNOUNCED, ONCE_CLOSED, method_named
from survey.core.kinds.registry import DEFAULT_KIND
from survey.core.library.column_values import in_short, read_column
from survey.core.library.exported import AskedOf, ExportedColumn
from survey.core.library.html_table import HtmlTable
from survey.core.mechanism.channel import Channel
from survey.core.results.results import QuestionResult, named_intervals, question_result
from survey.errors import ParameterError


@dataclass(frozen=True, repr=False)
class Estimates(HtmlTable):
    """The estimates of one column, shown as a table in a notebook.

    `result` holds all figures and intervals; `missing` counts the cells without a report.
    """

    result: QuestionResult
    missing: int
    intervals: tuple[str, ...]

    @property
    def estimate(self) -> float | None:
        """The share of yes or of the first option, or the mean of a number; not clipped."""
        return self.result.quantities[0].estimate

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row per share or mean: its name, its estimate, and (low, high) of each interval."""
        return [
            {"of": each.of or "mean", "respondents": each.respondents, "estimate": each.estimate}
            | {name: each.interval(name) for name in self.intervals}
            for each in self.result.quantities
        ]

    @property
    def _caption(self) -> str:
        question = self.result.question
        return (
            f"{self.result.respondents:,} reports, {self.missing:,} missing; "
            f"{in_short(question)}, ε = {question.epsilon:.2f}; "
            f"{100 * self.result.confidence:g}% intervals"
        )


def estimate(
    column: Iterable[Any],
    gamma: str | Fraction | None = None,
    kind: str | None = None,
    confidence: float = 0.95,
    intervals: str | Iterable[str] = (ANNOUNCED, ONCE_CLOSED),
    expected: int | None = None,
    cap: int | None = None,
    design: str | Channel | None = None,
    **fields: Any,
) -> Estimates:
    """The unbiased shares of a column of reports, or their mean, with intervals.

    A column of `read_export` says itself what it holds and of whom it was asked, so that the
    figures are those of the app. Of any other, `gamma` is exact: "1/4", "0.25" or a Fraction.
    `kind` is "yes/no" unless it says "choice" with its `options`; "rating" with its `highest`;
    "number" with its `low` and `high`, whose reports are 0 for the low end and 1 for the high one.
    `coded` says that cells are the codes 0..k−1 of the app's files, and `coded=False` that they are
    ratings or options: a column of ratings that can be read both ways is refused without it.
    `intervals` are names among survey.core.intervals.registry.INTERVALS, or "all". `expected`
    respondents, 100 by default, chosen before the data, tune the anytime interval; at most `cap`
    could respond, which the horizon interval needs and which was fixed before the first did.
    `design` stands in place of γ for data of others: "warner:0.7", "forced:1/6,1/6" (yes, no),
    "crosswise:1/4" (reports say that both answers are alike), "unrelated:0.7,1/4", or
    "channel:0.8,0.2" with P(yes | yes) and P(yes | no). Missing cells are left out and counted.
    Raises ParameterError.
    """
    question, counted, asked_of = _counted(column, gamma, kind, design, fields)
    if cap is not None:
        question.item.check_cap()
    missing = counted.pop(None, 0)
    counts = [counted[report] for report in range(question.options)]
    named = (intervals,) if isinstance(intervals, str) else tuple(intervals)
    setting = Setting(
        confidence, expected or asked_of.expected, asked_of.drawn_from, cap=cap or asked_of.cap
    )
    name = column.name if isinstance(column, ExportedColumn) else "q1"
    result = question_result(name, question, [counts], setting)
    names = tuple(named_intervals([result])) if named == ("all",) else named
    for each in names:
        method_named(each)
    return Estimates(result, missing, names)


def _counted(
    column: Iterable[Any],
    gamma: str | Fraction | None,
    kind: str | None,
    design: str | Channel | None,
    fields: dict[str, Any],
) -> tuple[Question, Counter[int | None], AskedOf]:
    """The question of a column, the count of each report, and the respondents asked."""
    asked_of = column.asked_of if isinstance(column, ExportedColumn) else None
    if asked_of and (gamma is not None or kind is not None or design is not None or fields):
        raise ParameterError(
            "A column of an export says itself what it holds: leave out γ, kind, its fields and "
            "design.",
            "column",
        )
    coded = fields.pop("coded", None)
    kind = kind or DEFAULT_KIND.name
    if design is not None and (gamma is not None or fields or kind != DEFAULT_KIND.name):
        raise ParameterError(
            "A design is of a yes/no column: leave out γ, kind and its fields.", "design"
        )
    question, read = read_column(column, gamma, design, kind, fields, coded)
    return question, Counter(read), asked_of or AskedOf()
