"""Every figure of an export, recomputed from its responses."""

import json
import math
from collections.abc import Collection, Iterator
from typing import Any

from survey.core.intervals.counts import check_cap
from survey.core.intervals.registry import (
    ANNOUNCED,
    EVERYWHERE,
    INTERVALS,
    ONCE_CLOSED,
    ONLY_TOLD,
)
from survey.errors import DataError, ParameterError
from survey.exports.result_terms import ResultTerms
from survey.exports.results_json import results_document
from survey.exports.verification.export_contents import NOT_AN_EXPORT, ListedResponses
from survey.exports.verification.findings import Findings
from survey.text.earlier_definitions import RULES

# Another machine's libraries may round the last digits of a figure differently.
RELATIVE, ABSOLUTE = 1e-9, 1e-12

# Fields that other modules check: questionnaire, responses, statements and definitions.
_READ = {
    "instrument", "instrument_sha256", "reports", "code", "statements", "definitions",
    "one_question_each",
}  # fmt: skip


SENTENCES = "The sentences on results: only figures are evidence, and words change."


def check_figures(listed: ListedResponses, definitions_digest: str, findings: Findings) -> int:
    """Adds wrong figures to `findings`; returns how many numbers were compared.

    A number may differ by RELATIVE of its size or by ABSOLUTE. Not checked are intervals that the
    file lacks everywhere, that this release does not know or that had another rule under these
    definitions, and fields that this release does not know. Raises DataError for a confidence
    that no interval has.
    """
    confidence, simultaneous = listed.document["confidence"], listed.document.get("simultaneous")
    there = set(_intervals(listed.document))
    told = ONCE_CLOSED if there.intersection(ONLY_TOLD) else ANNOUNCED
    terms = ResultTerms(confidence, simultaneous is True, told=told, limits=_limits(listed))
    try:
        expected = results_document(listed.instrument, listed.tally, terms)
    except ParameterError as error:
        raise DataError(f"{NOT_AN_EXPORT} {error.message}") from None
    expected = {name: value for name, value in expected.items() if name not in _READ}
    given = {name: value for name, value in listed.document.items() if name not in _READ}
    other_rules = RULES.get(definitions_digest, frozenset())
    findings.unchecked += _not_compared(there, other_rules)
    compared = there & set(INTERVALS) - other_rules
    expected, given = _with_intervals(expected, compared), _with_intervals(given, compared)
    _take_sentences(expected)
    if _take_sentences(given):
        findings.unchecked.append(SENTENCES)
    findings.unchecked += [f"What {place} says." for place in _beyond(expected, given, "")]
    figures = 0
    for place, stated, found in _leaves(expected, given, ""):
        figures += isinstance(found, int | float) and not isinstance(found, bool)
        if not _agree(stated, found):
            findings.faults.append(
                f"{place} is {_shown(stated)}; from the reports it is {_shown(found)}."
            )
    return figures


def _limits(listed: ListedResponses) -> dict[str, Any]:
    """The survey's limits by which figures are recomputed, without an impossible cap."""
    limits = {name: listed.document.get(name) for name in ("cap", "figures")}
    try:
        check_cap(len(listed.responses), limits["cap"])
    except (ParameterError, TypeError):
        del limits["cap"]
    return {name: value for name, value in limits.items() if value is not None}


def _intervals(value: Any) -> Iterator[str]:
    """The names of all intervals in these values."""
    if isinstance(value, dict):
        named = value.get("intervals")
        yield from named if isinstance(named, dict) else ()
        for each in value.values():
            yield from _intervals(each)
    elif isinstance(value, list):
        for each in value:
            yield from _intervals(each)


def _not_compared(there: Collection[str], other_rules: Collection[str]) -> Iterator[str]:
    for name in INTERVALS:
        if name not in there and name in EVERYWHERE:
            yield f"The interval {name}: the file has none."
        elif name in other_rules:
            yield f"The interval {name}: another rule had this name when the file was made."
    for name in sorted(set(there) - set(INTERVALS)):
        yield f"The interval {name}: this release does not know it."


def _take_sentences(document: dict[str, Any]) -> int:
    """Removes the sentence of each question of a copy; returns how many there were."""
    questions = document.get("questions")
    asked = questions if isinstance(questions, list) else []
    return sum(isinstance(each, dict) and each.pop("sentence", None) is not None for each in asked)


def _with_intervals(value: Any, compared: Collection[str]) -> Any:
    """Returns a copy of the values that keeps these intervals only."""
    if isinstance(value, list):
        return [_with_intervals(each, compared) for each in value]
    if not isinstance(value, dict):
        return value
    kept = {name: _with_intervals(each, compared) for name, each in value.items()}
    if isinstance(named := kept.get("intervals"), dict):
        kept["intervals"] = {name: named[name] for name in named if name in compared}
    return kept


def _beyond(expected: Any, stated: Any, place: str) -> Iterator[str]:
    """The names of all fields that the recomputed values lack."""
    if isinstance(expected, dict) and isinstance(stated, dict):
        for name, value in stated.items():
            where = f"{place}.{name}" if place else str(name)
            if name in expected:
                yield from _beyond(expected[name], value, where)
            else:
                yield where
    elif isinstance(expected, list) and isinstance(stated, list):
        for number, (value, other) in enumerate(zip(expected, stated, strict=False), start=1):
            yield from _beyond(value, other, f"{place}.{number}")


def _leaves(expected: Any, stated: Any, place: str) -> Iterator[tuple[str, Any, Any]]:
    """(place, value in the file, recomputed value) for every value that should be there."""
    if isinstance(expected, dict):
        fields = stated if isinstance(stated, dict) else {}
        for key, value in expected.items():
            yield from _leaves(value, fields.get(key), f"{place}.{key}" if place else key)
    elif isinstance(expected, list):
        given = stated if isinstance(stated, list) else []
        if len(given) != len(expected):
            yield f"the length of {place}", len(given), len(expected)
        for number, (value, other) in enumerate(zip(expected, given, strict=False), start=1):
            yield from _leaves(value, other, f"{place}.{number}")
    else:
        yield place, stated, expected


def _agree(stated: Any, found: Any) -> bool:
    if isinstance(found, bool) or not isinstance(found, int | float):
        return type(stated) is type(found) and stated == found
    if isinstance(stated, bool) or not isinstance(stated, int | float):
        return False
    return math.isclose(stated, found, rel_tol=RELATIVE, abs_tol=ABSOLUTE)


def _shown(value: Any) -> str:
    return "missing" if value is None else json.dumps(value, ensure_ascii=False)[:80]
