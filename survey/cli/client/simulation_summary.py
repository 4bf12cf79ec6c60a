"""The results of `survey simulate`: truth beside estimate, and the server's speed."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import click
import numpy as np

from survey.core.estimates.quantity import Quantity
from survey.core.intervals.registry import ANNOUNCED
from survey.core.results.results import DEFAULT_CONFIDENCE, QuestionResult
from survey.exports.results_json import question_document
from survey.text.result import ResultText

# A question's result with the true value of each of its quantities.
Compared = tuple[QuestionResult, list[float]]


@dataclass
class DeliveryOutcome:
    """The outcome of posting: the count of each status, and the seconds of each response."""

    statuses: Counter[int] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)


def _covered(truth: float, quantity: Quantity) -> bool:
    ends = quantity.interval(ANNOUNCED)
    return ends is not None and ends[0] <= truth <= ends[1]


def _milliseconds(delivered: DeliveryOutcome) -> dict[str, float]:
    p50, p95, p99 = np.percentile(delivered.latencies, [50, 95, 99]) * 1000
    return {
        "p50": round(p50, 1),
        "p95": round(p95, 1),
        "p99": round(p99, 1),
        "max": round(max(delivered.latencies) * 1000, 1),
    }


def comparison_document(
    respondents: int, seconds: float, delivered: DeliveryOutcome, compared: list[Compared]
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
    """The question's document, with the truth beside each of its quantities."""
    document = question_document(result, (ANNOUNCED,))
    places = list(document.get("options", []))
    if result.headline is not None:
        places.append(document.get("mean", document))
    for place, truth, quantity in zip(places, truths, result.quantities, strict=True):
        place |= {"truth": truth, "covered": _covered(truth, quantity)}
    return document


def print_comparison(
    respondents: int, seconds: float, delivered: DeliveryOutcome, compared: list[Compared]
) -> None:
    click.echo(f"{'':<6}{'truth':>8}{'estimate':>10}   95% interval")
    for result, truths in compared:
        for truth, quantity in zip(truths, result.quantities, strict=True):
            text = ResultText(quantity)
            verdict = "holds the truth" if _covered(truth, quantity) else "misses the truth"
            alone = quantity.scale.share and len(result.quantities) == 1
            of = "" if alone else f"  {quantity.of or 'mean'}"
            click.echo(
                f"{result.name:<6}{text.written(truth, digits=1):>8}{text.exact_estimate:>10}   "
                f"{text.exact_ends(ANNOUNCED)} ({verdict}){of}"
            )
    times = _milliseconds(delivered)
    click.echo(
        f"{respondents:,} responses in {seconds:.1f} s ({respondents / seconds:,.0f} a second); "
        f"99% within {times['p99']:.0f} ms, all within {times['max']:.0f} ms."
    )
