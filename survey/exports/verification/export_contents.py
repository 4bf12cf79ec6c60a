"""An export as its file gives it: the questionnaire, the responses and the signed notes."""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import from_canonical_json
from survey.core.responses.leaves import Leaves
from survey.core.responses.response import Response, check_response, parse_response
from survey.core.responses.statement import leaves
from survey.core.responses.tally import Tally, tally
from survey.errors import DataError, InstrumentInvalid, ReportRejected
from survey.exports.verification.listed_entries import ListedEntries, PackedResponses

NOT_AN_EXPORT = (
    "This is not a survey's export as JSON: please give the file of “Everything (JSON)”, or of "
    "survey export CODE --format json."
)


@dataclass(frozen=True)
class ListedResponses:
    """The responses that a file lists; `notes` is None in files of releases that had none.

    `responses` are those that the questionnaire allows; `faults` describe the others.
    """

    document: dict[str, Any]
    instrument: Instrument
    responses: PackedResponses
    faults: tuple[str, ...]

    @property
    def code(self) -> Any:
        return self.document.get("code")

    @property
    def notes(self) -> Sequence[Any] | None:
        notes = self.document.get("statements")
        return notes if isinstance(notes, list) or notes is None else [notes]

    @cached_property
    def tally(self) -> Tally:
        return tally(self.instrument, (reports for _, reports in self.responses))

    @cached_property
    def leaves(self) -> Leaves:
        """The hashes of the responses, in their own order."""
        return leaves(self.instrument, self.responses)


def read_listed(document: Any) -> ListedResponses:
    """Reads an export; raises DataError for any other document."""
    try:
        given = json.dumps(document["instrument"], sort_keys=True)
        instrument = from_canonical_json(given)
        entries = document["reports"]
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError, InstrumentInvalid):
        raise DataError(NOT_AN_EXPORT) from None
    if (
        not isinstance(entries, list | ListedEntries)
        or type(document.get("confidence")) is not float
    ):
        raise DataError(NOT_AN_EXPORT)
    if isinstance(entries, list):
        entries = ListedEntries(entries)
    responses, faults = _checked_responses(instrument, entries)
    if instrument.digest != document.get("instrument_sha256"):
        faults.insert(0, f"The questionnaire's digest is {instrument.digest}, not the one given.")
    if given != json.dumps(instrument.document(), sort_keys=True):
        faults.insert(0, "The questionnaire is not written as its digest is computed.")
    return ListedResponses(document, instrument, responses, tuple(faults))


def _checked_responses(
    instrument: Instrument, entries: ListedEntries
) -> tuple[PackedResponses, list[str]]:
    """The responses that the instrument allows, and a sentence for each fault of the others."""
    faults: dict[int, str] = {}  # by the numbers of the entries
    for number, entry in enumerate(entries, start=1):
        try:
            check_response(_response(instrument.digest, entry), instrument)
        except ReportRejected as error:
            faults[number] = f"Response {number} of the list: {error.message}"
    responses = entries.packed
    if faults or entries.others:
        numbered = enumerate(entries, start=1)
        allowed = (each for number, each in numbered if number not in faults)
        as_sent = (_response(instrument.digest, each) for each in allowed)
        responses = PackedResponses((each.response_id, each.reports) for each in as_sent)
    return responses, [*faults.values(), *_repeated(responses, faults)]


def _response(digest: str, entry: Any) -> Response:
    """An entry as a sent response; raises ReportRejected if the wire format forbids it."""
    if isinstance(entry, tuple):  # packed, so the wire format allows it
        return Response(digest, *entry)
    if not isinstance(entry, dict) or entry.keys() != {"response_id", "reports"}:
        raise ReportRejected("it must hold response_id and reports.")
    return parse_response(json.dumps({**entry, "instrument": digest}).encode())


def _repeated(responses: PackedResponses, faulty: Collection[int]) -> Iterator[str]:
    """A sentence for each response with an earlier one's id, not counting the `faulty` entries."""
    if not responses.repeated:
        return
    known = set()
    numbers = (number for number in count(1) if number not in faulty)
    for number, (response_id, _) in zip(numbers, responses, strict=False):
        if response_id in known:
            yield f"Response {number} of the list has the id of another one."
        known.add(response_id)
