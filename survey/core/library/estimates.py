"""Shares and means from a column of reports."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral
from typing import Any

from survey.core.estimates.quantity import Setting
from survey.core.intervals.registry import ANNOUNCED, ONCE_CLOSED, method_named
from survey.core.kinds.registry import DEFAULT_KIND
from survey.core.library.arguments import texts
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
    intervals: str | Iterable[str] | None = None,
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
    None of these is guessed.
    `coded` says that cells are the codes 0..k−1 of the app's files, and `coded=False` that they are
    ratings or options: a column of ratings that can be read both ways is refused without it.
    `intervals` are names among survey.core.intervals.registry.INTERVALS, or "all"; by default
    Hoeffding's, and the one that the app tells, of data of others the class interval. `expected`
    respondents, 100 by default, chosen before the data, tune the anytime interval; at most `cap`
    could respond, which the horizon interval needs and which was fixed before the first did.
    `design` stands in place of γ for data of others: "warner:0.7", "forced:1/6,1/6" (yes, no),
    "crosswise:1/4" (reports say that both answers are alike), "unrelated:0.7,1/4", or
    "channel:0.8,0.2" with P(yes | yes) and P(yes | no). Missing cells are left out and counted.
    Raises ParameterError.
    """
    setting, named = _checked(column, confidence, intervals, expected, cap)
    if isinstance(column, ExportedColumn) and kind is not None:
        fields["kind"] = kind  # which read_column refuses
    coded = fields.pop("coded", None)
    question, read = read_column(column, gamma, design, kind or DEFAULT_KIND.name, fields, coded)
    if cap is not None:
        question.item.check_cap()
    counted = Counter(read)
    counts = [counted[report] for report in range(question.options)]
    name = column.name if isinstance(column, ExportedColumn) else "q1"
    result = question_result(name, question, [counts], setting)
    if named == ["all"]:
        named = named_intervals([result])
    if not named:
        exported = isinstance(column, ExportedColumn)
        told = [each.told for each in result.quantities] if exported else [ONCE_CLOSED]
        named = list(dict.fromkeys([ANNOUNCED, *told]))
    return Estimates(result, counted[None], tuple(named))


def _checked(
    column: Iterable[Any],
    confidence: float,
    intervals: str | Iterable[str] | None,
    expected: int | None,
    cap: int | None,
) -> tuple[Setting, list[str]]:
    """The setting of the estimates, and the names of the intervals; raises ParameterError."""
    asked_of = column.asked_of if isinstance(column, ExportedColumn) else AskedOf()
    cap = asked_of.cap if cap is None else cap
    expected = asked_of.expected if expected is None else expected
    if not isinstance(expected, Integral) or expected < 1:
        raise ParameterError("expected must be a whole number of respondents from 1.", "expected")
    named = [intervals] if isinstance(intervals, str) else texts("intervals", intervals or [])
    for each in [] if named == ["all"] else named:
        method_named(each)
    return Setting(confidence, expected, asked_of.drawn_from, asked_of.told, cap), named
