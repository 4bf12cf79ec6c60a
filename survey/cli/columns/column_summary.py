"""A column with its estimates, as JSON and as a paragraph for the terminal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click

from survey.cli.columns.column_spec import ReportColumn
from survey.cli.columns.csv_table import printable
from survey.core.estimation.results import Mean, QuestionResult
from survey.core.estimation.shares import Estimate
from survey.core.instrument.questions import Question
from survey.exports.results_json import question_document
from survey.text.number_format import (
    epsilon_in_words,
    exact_percent,
    gamma_in_words,
    number,
    percent,
)
from survey.text.summaries import ends_in_words, read_aloud


@dataclass(frozen=True)
class Answered:
    """A column, the estimates from its reports, and how many of those are missing."""

    column: ReportColumn
    result: QuestionResult
    missing: int

    def document(self, intervals: Sequence[str]) -> dict[str, Any]:
        document = question_document(self.result, intervals) | {"missing": self.missing}
        del document["text"]  # a column's name, which "question" says already
        return document

    def paragraph(self, intervals: Sequence[str]) -> str:
        result, question = self.result, self.column.question
        rows = [
            ("respondents", f"{result.statements[0].respondents:,}"),
            ("missing", f"{self.missing:,}"),
        ]
        for share in result.shares:
            rows += _share_rows(share.estimate, "" if question.yes_no else share.option, intervals)
        if result.mean is not None:
            rows += _mean_rows(result.mean, intervals)
        rows.append(("privacy", _privacy(question)))
        width = max(len(label) for label, _ in rows)
        lines = [click.style(printable(self.column.name), bold=True)]
        lines += [f"  {label:<{width}}  {value}" for label, value in rows]
        lines.append(f"  {read_aloud(result)}")
        return "\n".join(lines)


def _privacy(question: Question) -> str:
    return f"γ = {gamma_in_words(question.gamma)}, ε = {epsilon_in_words(question.epsilon)}"


def _share_rows(estimate: Estimate, option: str, intervals: Sequence[str]) -> list[tuple[str, str]]:
    reported = f"{estimate.reported_yes:,} ({percent(estimate.share, 1)})"
    value = percent(estimate.estimate, 1) + _not_clipped(estimate)
    if option:
        head = [(printable(option), f"{value}, reported {reported}")]
    else:
        head = [("reported yes", reported), ("estimate", value)]
    return head + _interval_rows(estimate, intervals)


def _mean_rows(mean: Mean, intervals: Sequence[str]) -> list[tuple[str, str]]:
    return [("mean", number(mean.estimate)), *_interval_rows(mean, intervals)]


def _interval_rows(statement: Estimate | Mean, intervals: Sequence[str]) -> list[tuple[str, str]]:
    confidence = exact_percent(statement.confidence)
    return [
        (f"{interval} {confidence}", ends_in_words(statement, interval)) for interval in intervals
    ]


def _not_clipped(result: Estimate) -> str:
    if result.estimate is None or 0 <= result.estimate <= 1:
        return ""
    return " (not clipped: chance can carry an unbiased estimate outside 0% to 100%)"
