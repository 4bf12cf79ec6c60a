"""Shares and means from a column of reports."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from survey.core.estimation.results import Estimated, QuestionResult, Setting, question_result
from survey.core.intervals.registry import ANNOUNCED, INTERVALS, ONCE_CLOSED, method_named
from survey.core.library.column_values import question_asked, reports
from survey.core.library.html_table import Tabular


@dataclass(frozen=True, repr=False)
class Estimates(Tabular):
    """The estimates of one column, in a notebook shown as a table.

    `result` holds all that is known of them; `missing` counts the cells without a report.
    """

    result: QuestionResult
    missing: int
    intervals: tuple[str, ...]

    @property
    def estimate(self) -> float | None:
        """The share of yes or of the first option, or the mean of a number; not clipped."""
        mean = self.result.mean
        return mean.estimate if mean and not self.result.shares else self.result.estimate.estimate

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each share, and for the mean: of it, estimate, and (low, high) by interval."""
        statements: list[tuple[str, Estimated]] = [
            (share.option, share.estimate) for share in self.result.shares
        ]
        if self.result.mean is not None:
            statements.append(("mean", self.result.mean))
        return [
            {"of": of, "respondents": each.respondents, "estimate": each.estimate}
            | {name: each.interval(name) for name in self.intervals}
            for of, each in statements
        ]

    @property
    def _caption(self) -> str:
        statement = self.result.statements[0]
        question = self.result.question
        return (
            f"{statement.respondents:,} reports, {self.missing:,} missing; γ = {question.gamma}, "
            f"ε = {question.epsilon:.2f}; {100 * statement.confidence:g}% intervals"
        )


def estimate(
    column: Iterable[Any],
    gamma: str | Fraction,
    kind: str = "yes/no",
    confidence: float = 0.95,
    intervals: str | Iterable[str] = (ANNOUNCED, ONCE_CLOSED),
    expected: int = 100,
    **fields: Any,
) -> Estimates:
    """The unbiased shares of a column of reports, or their mean, with intervals.

    `gamma` is exact: "1/4", "0.25" or a Fraction. `kind` is "yes/no"; "choice" with its
    `options`; "rating" with its `highest`; "number" with its `low` and `high`, whose reports are
    0 for the low end and 1 for the high one. `intervals` are names among
    survey.core.intervals.registry.INTERVALS, or "all". `expected` respondents, chosen before the
    data, tune the anytime interval. Missing cells are left out and counted. Raises ParameterError.
    """
    question = question_asked(gamma, kind, fields)
    counted = Counter(reports(column, question))
    missing = counted.pop(None, 0)
    counts = [counted[report] for report in range(question.options)]
    named = (intervals,) if isinstance(intervals, str) else tuple(intervals)
    names = INTERVALS if named == ("all",) else named
    for name in names:
        method_named(name)
    return Estimates(
        question_result("q1", question, [counts], Setting(confidence, expected)), missing, names
    )
