"""Shares and means from a column of reports."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from survey.core.estimates.quantity import Setting
from survey.core.intervals.registry import ANNOUNCED, ONCE_CLOSED, method_named
from survey.core.library.column_values import question_asked, reports
from survey.core.library.html_table import HtmlTable
from survey.core.results.results import QuestionResult, named_intervals, question_result


@dataclass(frozen=True, repr=False)
class Estimates(HtmlTable):
    """The estimates of one column, in a notebook shown as a table.

    `result` holds all that is known of them; `missing` counts the cells without a report.
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
        """A row for each share, and for the mean: of it, estimate, and (low, high) by interval."""
        return [
            {"of": each.of or "mean", "respondents": each.respondents, "estimate": each.estimate}
            | {name: each.interval(name) for name in self.intervals}
            for each in self.result.quantities
        ]

    @property
    def _caption(self) -> str:
        question = self.result.question
        return (
            f"{self.result.respondents:,} reports, {self.missing:,} missing; γ = {question.gamma}, "
            f"ε = {question.epsilon:.2f}; {100 * self.result.confidence:g}% intervals"
        )


def estimate(
    column: Iterable[Any],
    gamma: str | Fraction,
    kind: str = "yes/no",
    confidence: float = 0.95,
    intervals: str | Iterable[str] = (ANNOUNCED, ONCE_CLOSED),
    expected: int = 100,
    cap: int | None = None,
    **fields: Any,
) -> Estimates:
    """The unbiased shares of a column of reports, or their mean, with intervals.

    `gamma` is exact: "1/4", "0.25" or a Fraction. `kind` is "yes/no"; "choice" with its
    `options`; "rating" with its `highest`; "number" with its `low` and `high`, whose reports are
    0 for the low end and 1 for the high one. `intervals` are names among
    survey.core.intervals.registry.INTERVALS, or "all". `expected` respondents, chosen before the
    data, tune the anytime interval; at most `cap` could respond, which the horizon interval needs
    and which was fixed before the first did. Missing cells are left out and counted. Raises
    ParameterError.
    """
    question = question_asked(gamma, kind, fields)
    counted = Counter(reports(column, question))
    missing = counted.pop(None, 0)
    counts = [counted[report] for report in range(question.options)]
    named = (intervals,) if isinstance(intervals, str) else tuple(intervals)
    setting = Setting(confidence, expected, cap=cap)
    result = question_result("q1", question, [counts], setting)
    names = tuple(named_intervals([result])) if named == ("all",) else named
    for name in names:
        method_named(name)
    return Estimates(result, missing, names)
