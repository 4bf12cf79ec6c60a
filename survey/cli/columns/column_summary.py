"""A column with its estimates, as JSON and as a paragraph for the terminal."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click

from survey.cli.columns.column_spec import ReportColumn
from survey.cli.output import finite_or_null
from survey.core.instrument.instrument import Question
from survey.core.results.results import QuestionResult
from survey.exports.reading.csv_table import printable
from survey.exports.results_json import question_document
from survey.text.caveats import notes_on_options
from survey.text.figures import design_in_words
from survey.text.interval_words import INTERVAL_WORDS
from survey.text.question_text import QuestionText
from survey.text.result import ResultText
from survey.text.translator import ENGLISH


@dataclass(frozen=True)
class ColumnSummary:
    """A column with the estimates from its reports; `missing` counts the cells without one."""

    column: ReportColumn
    result: QuestionResult
    missing: int

    def document(self, intervals: Sequence[str]) -> dict[str, Any]:
        document = question_document(self.result, intervals) | {"missing": self.missing}
        del document["text"]  # a column's name, which "question" says already
        item = self.column.question.item
        chances = {name: str(chance) for name, chance in item.design.items()}
        document |= {"gamma": None} | chances | {"epsilon": finite_or_null(document["epsilon"])}
        return document | {"sentence": self._sentence(intervals)}

    def paragraph(self, intervals: Sequence[str]) -> str:
        result, question = self.result, self.column.question
        rows = [("respondents", f"{result.respondents:,}"), ("missing", f"{self.missing:,}")]
        text = QuestionText(result)
        for row in text.rows:
            rows += [_row(row), *_interval_rows(row, intervals)]
        if text.headline is not None:
            rows += [*_headline_rows(text.headline), *_interval_rows(text.headline, intervals)]
        rows.append(("privacy", _privacy(question)))
        width = max(len(label) for label, _ in rows)
        lines = [click.style(printable(self.column.name), bold=True)]
        lines += [f"  {label:<{width}}  {value}" for label, value in rows]
        lines += [f"  {self._sentence(intervals)}"]
        if self._told(intervals):
            lines += [f"  {each}" for each in notes_on_options(text)]
        lines += self._lacking(intervals)
        return "\n".join(lines)

    def _sentence(self, intervals: Sequence[str]) -> str:
        """The app's sentence by the told interval, or the range of the single one asked for.

        No sentence of the app tells the interval of a larger population.
        """
        text = QuestionText(self.result)
        words = INTERVAL_WORDS[intervals[0]]
        if self._told(intervals):
            return text.sentence
        if text.headline is None:
            return f"The {intervals[0]} interval is {words.sentence}."
        ends, confidence = text.headline.exact_ends(intervals[0]), text.headline.confidence
        return f"The {intervals[0]} interval: {ends} ({confidence}), {words.sentence}."

    def _told(self, intervals: Sequence[str]) -> bool:
        """Whether a sentence of the app tells one of these intervals."""
        spoken = len(intervals) > 1 or bool(INTERVAL_WORDS[intervals[0]].spoken)
        return spoken or not self.result.respondents

    def _lacking(self, intervals: Sequence[str]) -> list[str]:
        """A line if the single interval asked for is not known of this column."""
        if len(intervals) > 1 or any(each.named(intervals) for each in self.result.quantities):
            return []
        (name,) = intervals
        return [f"  This has no {name} interval, which is {INTERVAL_WORDS[name].sentence}."]


def _privacy(question: Question) -> str:
    chances = design_in_words(question.item.design)
    if not math.isfinite(question.epsilon):
        return f"{chances}: a report may prove an answer"
    return f"{chances}, ε = {ENGLISH.epsilon(question.epsilon)}"


def _headline_rows(text: ResultText) -> list[tuple[str, str]]:
    if not text.quantity.scale.share:
        return [("mean", text.exact_estimate)]
    return [("reported yes", _reported(text)), ("estimate", _estimate(text))]


def _row(text: ResultText) -> tuple[str, str]:
    """An option's name and its estimate, as the two cells of a row."""
    return printable(text.quantity.of), f"{_estimate(text)}, reported {_reported(text)}"


def _interval_rows(text: ResultText, intervals: Sequence[str]) -> list[tuple[str, str]]:
    named = text.quantity.named(intervals)
    return [(f"{name} {text.confidence}", text.exact_ends(name)) for name in named]


def _reported(text: ResultText) -> str:
    count = text.quantity.count
    return text.received if count is None else f"{count.reported:,} ({text.received})"


def _estimate(text: ResultText) -> str:
    scale, estimate = text.quantity.scale, text.quantity.estimate
    if estimate is None or not scale.share or scale.nearest(estimate) == estimate:
        return text.exact_estimate
    said = "not clipped: chance can carry an unbiased estimate outside 0% to 100%"
    return f"{text.exact_estimate} ({said})"
