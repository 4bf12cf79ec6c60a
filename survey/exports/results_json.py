"""Results as plain JSON values, which pages offer and commands print."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from survey.core.estimation.means import NumberMean
from survey.core.estimation.results import Mean, QuestionResult, Share, question_results
from survey.core.estimation.shares import Estimate
from survey.core.instrument.instrument import Instrument
from survey.core.intervals.registry import ANNOUNCED, INTERVALS
from survey.core.responses.reports import Report
from survey.core.responses.tally import Counting, Tally
from survey.text.glossary import DEFINITIONS, ONE_QUESTION_EACH


def intervals_document(
    statement: Estimate | Mean, intervals: Sequence[str]
) -> dict[str, list[float] | None]:
    """The ends of each interval by its name; null where there is none."""
    return {each: list(ends) if (ends := statement.interval(each)) else None for each in intervals}


def estimate_document(
    name: str, estimate: Estimate, intervals: Sequence[str] = (ANNOUNCED,)
) -> dict[str, Any]:
    """The share of yes of one question, nothing clipped; null where n = 0."""
    return {
        "question": name,
        "respondents": estimate.respondents,
        "reported_yes": estimate.reported_yes,
        "gamma": str(estimate.gamma),
        "epsilon": estimate.epsilon,
        "estimate": estimate.estimate,
        "intervals": intervals_document(estimate, intervals),
    }


def question_document(
    result: QuestionResult, intervals: Sequence[str] = INTERVALS
) -> dict[str, Any]:
    """One question's estimates: flat for yes/no, else a list of options, or a mean, or both."""
    question = result.question
    common: dict[str, Any] = {
        "kind": str(question.kind),
        "text": question.text,
        "odds": list(question.odds),
    }
    if question.yes_no:
        flat = estimate_document(result.name, result.estimate, intervals)
        return {**flat, **common, "reported_share": result.estimate.share}
    document: dict[str, Any] = {
        "question": result.name,
        **common,
        "respondents": result.statements[0].respondents,
        "gamma": str(question.gamma),
        "epsilon": question.epsilon,
    }
    if result.shares:
        document["options"] = [_option_document(share, intervals) for share in result.shares]
    if result.mean is not None:
        document |= {"low": result.mean.low, "high": result.mean.high}
        document["mean"] = {
            "estimate": result.mean.estimate,
            "intervals": intervals_document(result.mean, intervals),
        }
    if isinstance(result.mean, NumberMean):
        document["reported_high"] = result.mean.bit.reported_yes
    return document


def _option_document(share: Share, intervals: Sequence[str]) -> dict[str, Any]:
    document = {
        "name": share.name,
        "option": share.option,
        "reported_yes": share.estimate.reported_yes,
        "reported_share": share.estimate.share,
        "estimate": share.estimate.estimate,
        "intervals": intervals_document(share.estimate, intervals),
    }
    if share.projected is not None:
        document["projected"] = share.projected
    return document


def results_document(
    instrument: Instrument, counted: Tally, confidence: float, simultaneous: bool = False
) -> dict[str, Any]:
    """All results as plain JSON values, with the instrument and every definition."""
    results = question_results(instrument, counted, confidence, simultaneous)
    return {
        "instrument": instrument.document(),
        "instrument_sha256": instrument.digest,
        "responses": counted.responses,
        "confidence": confidence,
        "simultaneous": simultaneous,
        "confidence_each": results[0].statements[0].confidence,
        "epsilon": instrument.epsilon,
        "items": [item.name for item in instrument.items],
        "questions": [question_document(result) for result in results],
        **({"one_question_each": ONE_QUESTION_EACH} if instrument.one_question_each else {}),
        "definitions": DEFINITIONS,
    }


def everything_json(
    instrument: Instrument,
    confidence: float,
    responses: Iterable[tuple[str, Sequence[Report]]],
    simultaneous: bool = False,
    signed: Mapping[str, Any] | None = None,
) -> Iterator[str]:
    """The file to download: every report, then the results, as JSON in pieces of text.

    It holds all that anyone needs to recompute every figure with another tool; `signed`, the
    survey's `code` and its signed `statements`, shows that everybody gets the same list.
    The estimates are counted from the very reports in the file, so that it agrees
    with itself even while responses arrive, and the reports are never all in memory.
    """
    counting = Counting(instrument)
    between = "\n"
    yield '{\n "reports": ['
    for response_id, reports in responses:
        counting.add(reports)
        listed = json.dumps({"response_id": response_id, "reports": list(reports)})
        yield f"{between}  {listed}"
        between = ",\n"
    document = results_document(instrument, counting.tally(), confidence, simultaneous)
    document |= signed or {}
    yield "\n ],\n" + json.dumps(document, ensure_ascii=False, indent=1).removeprefix("{\n") + "\n"
