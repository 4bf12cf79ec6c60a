"""Every figure of an export, recomputed from its responses, and every definition."""

import json
import math
from collections.abc import Iterator
from typing import Any

from survey.errors import DataError, ParameterError
from survey.exports.results_json import results_document
from survey.exports.verification.findings import Findings
from survey.exports.verification.listed import NOT_AN_EXPORT, Listed

# Another machine's libraries may round the last digits of a figure differently.
RELATIVE, ABSOLUTE = 1e-9, 1e-12

# Read elsewhere: as the questionnaire, as the responses and as the statements.
_READ = {"instrument", "instrument_sha256", "reports", "code", "statements"}


def check_figures(listed: Listed, findings: Findings) -> int:
    """How many numbers were compared; each may differ by RELATIVE of its size or by ABSOLUTE.

    A definition in other words is a fault, in a file of an older release a caution. Raises
    DataError for a confidence that no interval has.
    """
    confidence, simultaneous = listed.document["confidence"], listed.document.get("simultaneous")
    try:
        expected = results_document(
            listed.instrument, listed.tally, confidence, simultaneous is True
        )
    except ParameterError as error:
        raise DataError(f"{NOT_AN_EXPORT} {error.message}") from None
    expected = {name: value for name, value in expected.items() if name not in _READ}
    given = {name: value for name, value in listed.document.items() if name not in _READ}
    findings.unchecked += [f"What {place} says." for place in _beyond(expected, given, "")]
    _check_definitions(listed, expected.pop("definitions"), findings)
    figures = 0
    for place, stated, found in _leaves(expected, given, ""):
        figures += isinstance(found, int | float) and not isinstance(found, bool)
        if not _agree(stated, found):
            findings.faults.append(
                f"{place} is {_shown(stated)}; from the reports it is {_shown(found)}."
            )
    return figures


def _check_definitions(listed: Listed, expected: dict[str, str], findings: Findings) -> None:
    """Compares them with this release's; files that never had a statement may be older."""
    given = listed.document.get("definitions")
    wrong = [
        place for place, stated, found in _leaves(expected, given, "definitions") if stated != found
    ]
    told = findings.faults if listed.notes is not None else findings.cautions
    told += [f"{place} is not defined in this release's words." for place in wrong]


def _beyond(expected: Any, stated: Any, place: str) -> Iterator[str]:
    """The names of all fields that should not be there."""
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
