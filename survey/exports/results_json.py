"""Results as plain JSON values, which pages offer and commands print."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from survey.core.estimates.quantity import Quantity
from survey.core.instrument.instrument import Instrument
from survey.core.intervals.registry import INTERVALS
from survey.core.responses.reports import Report
from survey.core.responses.tally import Tally, TallyCounter
from survey.core.results.results import QuestionResult
from survey.exports.result_terms import DEFAULT_TERMS, ResultTerms
from survey.text.question_text import QuestionText


def intervals_document(
    quantity: Quantity, intervals: Sequence[str]
) -> dict[str, list[float] | None]:
    """The ends of each interval by its name; null where there is none."""
    named = quantity.named(intervals)
    return {each: list(ends) if (ends := quantity.interval(each)) else None for each in named}


def question_document(
    result: QuestionResult, intervals: Sequence[str] = INTERVALS, closed: bool = False
) -> dict[str, Any]:
    """One question's quantities: flat for one share, otherwise a list of options, a mean or both.

    Nothing is clipped; an estimate is null where n = 0. The sentence is the one on the pages.
    """
    question, headline = result.question, result.headline
    common: dict[str, Any] = {
        "kind": str(question.kind),
        "text": question.text,
        "odds": list(question.odds),
        "sentence": QuestionText(result, closed=closed).sentence,
    }
    document: dict[str, Any] = {
        "question": result.name,
        "respondents": result.respondents,
        "gamma": str(question.gamma),
        "epsilon": question.epsilon,
    }
    if headline is not None and headline.scale.share:
        return {**document, **common, **_quantity_document(headline, intervals)}
    document |= common
    if result.rows:
        document["options"] = [
            {"name": row.name, "option": row.of, **_quantity_document(row, intervals)}
            for row in result.rows
        ]
    if headline is not None:
        document |= {"low": headline.scale.low, "high": headline.scale.high}
        document["mean"] = {
            "estimate": headline.estimate,
            "intervals": intervals_document(headline, intervals),
        }
        if headline.count is not None:
            document["reported_high"] = headline.count.reported
    return document


def _quantity_document(quantity: Quantity, intervals: Sequence[str]) -> dict[str, Any]:
    document: dict[str, Any] = {}
    if quantity.count is not None:
        document["reported_yes"] = quantity.count.reported
        document["reported_share"] = quantity.received
    document |= {
        "estimate": quantity.estimate,
        "intervals": intervals_document(quantity, intervals),
    }
    if quantity.projected is not None:
        document["projected"] = quantity.projected
    return document


def results_document(
    instrument: Instrument, tally: Tally, terms: ResultTerms = DEFAULT_TERMS
) -> dict[str, Any]:
    """All results as plain JSON values, with the instrument and every definition."""
    results = terms.results(instrument, tally)
    return {
        "instrument": instrument.document(),
        "instrument_sha256": instrument.digest,
        "responses": tally.responses,
        **terms.limits,
        "confidence": terms.confidence,
        "simultaneous": terms.simultaneous,
        "confidence_each": results[0].confidence,
        "epsilon": instrument.epsilon,
        "items": [item.name for item in instrument.items],
        "questions": [
            question_document(result, terms.intervals, terms.closed) for result in results
        ],
        "definitions": dict(terms.definitions),
    }


def everything_json(
    instrument: Instrument,
    responses: Iterable[tuple[str, Sequence[Report]]],
    terms: ResultTerms = DEFAULT_TERMS,
    signed: Mapping[str, Any] | None = None,
) -> Iterator[str]:
    """The file to download: every report, then the results, as JSON in pieces of text.

    It holds all that anyone needs to recompute every figure with another tool; `signed`, the
    survey's `code` and its signed `statements`, shows that everybody gets the same list, and
    the last of these signs the definitions of `terms`.
    The estimates are counted from the reports in the file itself, so both agree even while
    responses arrive. The reports are never all in memory.
    """
    counting = TallyCounter(instrument)
    between = "\n"
    yield '{\n "reports": ['
    for response_id, reports in responses:
        counting.add(reports)
        listed = json.dumps({"response_id": response_id, "reports": list(reports)})
        yield f"{between}  {listed}"
        between = ",\n"
    document = results_document(instrument, counting.tally(), terms)
    document |= signed or {}
    yield "\n ],\n" + json.dumps(document, ensure_ascii=False, indent=1).removeprefix("{\n") + "\n"
