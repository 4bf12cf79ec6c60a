"""What is published of a survey: estimates of all questions, with what they mean."""

import json
from collections.abc import Iterable
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from survey.core.estimation import Estimate
from survey.core.instrument import Instrument
from survey.core.instrument import Question
from survey.core.intervals import INTERVALS
from survey.core.tally import Tally
from survey.core.tally import tally

CONFIDENCES = (0.90, 0.95, 0.99)
DEFAULT_CONFIDENCE = 0.95

# Below this many responses an instructor sees no results unless they say so:
# estimates of so few say nothing, and invite guessing at persons.
DEFAULT_FEWEST_RESPONSES = 5

DEFINITIONS = {
    "report": "the randomized value that was sent; 1 is yes and 0 is no",
    "gamma": "a report equals the answer with probability 1/2 + gamma",
    "epsilon": "ln((1/2 + gamma) / (1/2 - gamma)): the privacy loss of one question",
    "reported_yes": "the number of reports that say yes",
    "estimate": (
        "(reported_yes / respondents - 1/2 + gamma) / (2 gamma): the unbiased share of "
        "respondents whose answer is yes; not clipped to [0, 1]"
    ),
    "hoeffding": (
        "estimate -+ sqrt(ln(2 / alpha) / (2 respondents)) / (2 gamma) "
        "with alpha = 1 - confidence; not clipped to [0, 1]"
    ),
    "class": (
        "exact for this very class: every true number t of yes for which neither tail of "
        "Bin(t, 1/2 + gamma) + Bin(respondents - t, 1/2 - gamma) at reported_yes is alpha/2 or "
        "less, as shares; empty if no class could plausibly have sent this"
    ),
    "population": (
        "for a class that is a sample of a larger population: Clopper-Pearson's interval of "
        "reported_yes / respondents, put through the estimate's formula; not clipped"
    ),
    "anytime": (
        "valid however often one looks: estimate -+ sqrt((V + rho) ln((V + rho) / (rho alpha^2))) "
        "/ (2 gamma respondents) with V = respondents gamma / epsilon and rho tuned for the "
        "class size that was expected; not clipped"
    ),
    "instrument_sha256": "the SHA-256 of the instrument's canonical JSON",
}


@dataclass(frozen=True)
class QuestionResult:
    """One question with its estimate; `name` is its column in every export."""

    name: str
    question: Question
    estimate: Estimate

    def document(self) -> dict[str, Any]:
        """As plain JSON values, the same as `survey estimate` prints, with the text."""
        return {
            **estimate_document(self.name, self.estimate, INTERVALS),
            "text": self.question.text,
            "odds": list(self.question.odds),
            "reported_share": self.estimate.share,
        }


def question_name(number: int) -> str:
    """The name of question `number` (from 1) in exports: q1, q2, …"""
    return f"q{number}"


def estimate_document(
    name: str, estimate: Estimate, intervals: Sequence[str] = ("hoeffding",)
) -> dict[str, Any]:
    """One estimate as plain JSON values, nothing clipped; null where n = 0."""
    return {
        "question": name,
        "respondents": estimate.respondents,
        "reported_yes": estimate.reported_yes,
        "gamma": str(estimate.gamma),
        "epsilon": estimate.epsilon,
        "estimate": estimate.estimate,
        "intervals": {
            each: list(ends) if (ends := estimate.interval(each)) else None for each in intervals
        },
    }


def question_results(
    instrument: Instrument, counted: Tally, confidence: float
) -> list[QuestionResult]:
    """The estimate of every question from the tally."""
    return [
        QuestionResult(
            question_name(number),
            question,
            Estimate(
                counted.responses, counts[1], question.gamma, confidence, instrument.class_size
            ),
        )
        for number, (question, counts) in enumerate(
            zip(instrument.questions, counted.counts, strict=True), start=1
        )
    ]


def results_document(
    instrument: Instrument,
    counted: Tally,
    confidence: float,
    responses: Iterable[tuple[str, Sequence[int]]] | None = None,
) -> dict[str, Any]:
    """All results as plain JSON values, with the instrument and every definition.

    With `responses` (response id, reports) it holds all that anyone needs to
    recompute every figure with another tool.
    """
    document: dict[str, Any] = {
        "instrument": instrument.document(),
        "instrument_sha256": instrument.digest,
        "responses": counted.responses,
        "confidence": confidence,
        "epsilon": instrument.epsilon,
        "questions": [
            result.document() for result in question_results(instrument, counted, confidence)
        ],
        "definitions": DEFINITIONS,
    }
    if responses is not None:
        document["reports"] = [
            {"response_id": response_id, "reports": list(reports)}
            for response_id, reports in responses
        ]
    return document


def everything_json(
    instrument: Instrument, confidence: float, responses: Iterable[tuple[str, Sequence[int]]]
) -> str:
    """The file to download: results with every report, as indented JSON.

    The estimates are counted from the very reports beside them, so that the
    file agrees with itself even while responses arrive.
    """
    listed = list(responses)
    counted = tally(instrument, (reports for _, reports in listed))
    document = results_document(instrument, counted, confidence, listed)
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
