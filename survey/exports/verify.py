"""Verifies an export against itself: recomputes every figure from the reports beside it.

Whoever holds the file needs nothing else. Whether the reports are those that were
sent, each respondent checks for their own, by the response id of their receipt.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from survey.core.instrument.instrument import Instrument, from_canonical_json
from survey.core.responses.response import Response, check_response, parse_response
from survey.core.responses.tally import tally
from survey.errors import DataError, InstrumentInvalid, ParameterError, ReportRejected
from survey.exports.results_json import results_document

# Another machine's libraries may round the last digits of a figure differently.
RELATIVE, ABSOLUTE = 1e-9, 1e-12
MOST_FAULTS = 20

NOT_AN_EXPORT = (
    "This is not a survey's export as JSON: please give the file of “Everything (JSON)”, or of "
    "survey export CODE --format json."
)

Responses = list[tuple[str, tuple[int, ...]]]


@dataclass(frozen=True)
class Verification:
    """The result: `figures` numbers were compared; without faults, all of the file holds."""

    instrument: Instrument
    responses: Responses
    figures: int
    faults: tuple[str, ...]

    def reports_of(self, response_id: str) -> tuple[int, ...] | None:
        """The reports with this response id; None if there are none."""
        return dict(self.responses).get(response_id)


def verify(document: Any) -> Verification:
    """Checks an export: its digest, each response, and every figure, recomputed.

    A response must have an id of its own and reports that the instrument
    allows. Figures may differ by RELATIVE of their size or by ABSOLUTE. Raises
    DataError for anything that is no export; `faults` lists every other fault,
    up to MOST_FAULTS of them.
    """
    instrument, listed, confidence, simultaneous = _parts(document)
    responses, faults = _checked_responses(instrument, listed)
    if instrument.digest != document.get("instrument_sha256"):
        faults.insert(0, f"The questionnaire's digest is {instrument.digest}, not the one given.")
    counted = tally(instrument, (reports for _, reports in responses))
    try:
        expected = results_document(instrument, counted, confidence, simultaneous)
    except ParameterError as error:
        raise DataError(f"{NOT_AN_EXPORT} {error.message}") from None
    # Definitions are no figures, and may differ between versions; the instrument was checked.
    del expected["definitions"], expected["instrument"], expected["instrument_sha256"]
    figures = 0
    for place, stated, found in _leaves(expected, document, ""):
        figures += isinstance(found, int | float) and not isinstance(found, bool)
        if not _agree(stated, found):
            faults.append(f"{place} is {_shown(stated)}; from the reports it is {_shown(found)}.")
    return Verification(instrument, responses, figures, tuple(_first(faults)))


def _parts(document: Any) -> tuple[Instrument, list[Any], float, bool]:
    try:
        instrument = from_canonical_json(json.dumps(document["instrument"]))
        listed, confidence = document["reports"], document["confidence"]
        simultaneous = document.get("simultaneous", False)
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError, InstrumentInvalid):
        raise DataError(NOT_AN_EXPORT) from None
    if not isinstance(listed, list) or type(confidence) is not float:
        raise DataError(NOT_AN_EXPORT)
    return instrument, listed, confidence, simultaneous is True


def _checked_responses(instrument: Instrument, listed: list[Any]) -> tuple[Responses, list[str]]:
    """The responses that the instrument allows, and what is wrong with the others."""
    responses, faults, known = [], [], set()
    for number, entry in enumerate(listed, start=1):
        try:
            if not isinstance(entry, dict):
                raise ReportRejected("it must hold response_id and reports.")
            # The wire's own parser: what it would have refused is no response.
            body = json.dumps({**entry, "instrument": instrument.digest}).encode()
            response: Response = parse_response(body)
            check_response(response, instrument)
        except ReportRejected as error:
            faults.append(f"Response {number} of the list: {error.message}")
            continue
        if response.response_id in known:
            faults.append(f"Response {number} of the list has the id of another one.")
        known.add(response.response_id)
        responses.append((response.response_id, response.reports))
    return responses, faults


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


def _first(faults: list[str]) -> list[str]:
    """The first MOST_FAULTS, and a line that says how many more there are."""
    more = len(faults) - MOST_FAULTS
    return faults[:MOST_FAULTS] + ([f"… and {more:,} more."] if more > 0 else [])
