"""The results of `survey simulate`: truth beside estimate, and how the server kept up."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import click
import numpy as np

from survey.core.estimation.results import DEFAULT_CONFIDENCE, Mean, QuestionResult
from survey.core.estimation.shares import Estimate
from survey.core.intervals.registry import ANNOUNCED
from survey.exports.results_json import question_document
from survey.text.number_format import number, percent

# A question's result with the true value of each of its statements.
Compared = tuple[QuestionResult, list[float]]


@dataclass
class Delivered:
    """The outcome of posting: how often each status came, and each response's seconds."""

    statuses: Counter[int] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)


def _covered(truth: float, statement: Estimate | Mean) -> bool:
    ends = statement.interval(ANNOUNCED)
    return ends is not None and ends[0] <= truth <= ends[1]


def _milliseconds(delivered: Delivered) -> dict[str, float]:
    p50, p95, p99 = np.percentile(delivered.latencies, [50, 95, 99]) * 1000
    return {
        "p50": round(p50, 1),
        "p95": round(p95, 1),
        "p99": round(p99, 1),
        "max": round(max(delivered.latencies) * 1000, 1),
    }


def comparison_document(
    respondents: int, seconds: float, delivered: Delivered, compared: list[Compared]
) -> dict[str, Any]:
    return {
        "respondents": respondents,
        "seconds": round(seconds, 3),
        "milliseconds": _milliseconds(delivered),
        "statuses": {str(status): count for status, count in delivered.statuses.items()},
        "confidence": DEFAULT_CONFIDENCE,
        "questions": [_question(result, truths) for result, truths in compared],
    }


def _question(result: QuestionResult, truths: list[float]) -> dict[str, Any]:
    """The question's document, with the truth beside each of its statements."""
    document = question_document(result, (ANNOUNCED,))
    places = document.get("options") or ([] if result.mean else [document])
    places = places + ([document["mean"]] if result.mean else [])
    for place, truth, statement in zip(places, truths, result.statements, strict=True):
        place |= {"truth": truth, "covered": _covered(truth, statement)}
    return document


def print_comparison(
    respondents: int, seconds: float, delivered: Delivered, compared: list[Compared]
) -> None:
    click.echo(f"{'':<6}{'truth':>8}{'estimate':>10}   95% interval")
    for result, truths in compared:
        said = [f"  {each.option}" if len(result.shares) > 1 else "" for each in result.shares]
        said += ["  mean"] if result.mean else []
        for truth, statement, words in zip(truths, result.statements, said, strict=True):
            low, high = statement.interval(ANNOUNCED) or (None, None)
            verdict = "holds the truth" if _covered(truth, statement) else "misses the truth"
            figures = [_shown(each, statement) for each in (truth, statement.estimate, low, high)]
            click.echo(
                f"{result.name:<6}{figures[0]:>8}{figures[1]:>10}   "
                f"{figures[2]} to {figures[3]} ({verdict}){words}"
            )
    times = _milliseconds(delivered)
    click.echo(
        f"{respondents:,} responses in {seconds:.1f} s ({respondents / seconds:,.0f} a second); "
        f"99% within {times['p99']:.0f} ms, all within {times['max']:.0f} ms."
    )


def _shown(value: float | None, statement: Estimate | Mean) -> str:
    return percent(value, 1) if isinstance(statement, Estimate) else number(value)
