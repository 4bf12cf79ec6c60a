"""Exports of several surveys as groups to pool: whole, of the same questions, once each."""

from collections.abc import Sequence
from pathlib import Path

from survey.core.instrument.same_questions import questions_digest
from survey.core.pooling.pooled import Group
from survey.errors import DataError
from survey.exports.verification.export_contents import NOT_AN_EXPORT
from survey.exports.verification.strict_json import read_strictly
from survey.exports.verification.verify import verify


def read_groups(files: Sequence[Path]) -> list[Group]:
    """The groups in the order of the files.

    Raises DataError for a file that is no sound export, asks something else than the first, or
    holds a response that an earlier one holds.
    """
    groups: list[Group] = []
    known: dict[str, Path] = {}
    for file in files:
        try:
            found = verify(read_strictly(file.read_bytes(), NOT_AN_EXPORT))
        except DataError as error:
            raise DataError(f"{file}: {error.message}") from None
        if found.faults:
            raise DataError(f"{file}: {found.faults[0]} survey verify tells all.")
        instrument, document = found.instrument, found.listed.document
        if groups and questions_digest(instrument) != questions_digest(groups[0].instrument):
            raise DataError(f"{file} does not ask the same questions as {files[0]}.")
        for response_id, _ in found.responses:
            if other := known.get(response_id):
                raise DataError(f"{file} and {other} hold the same response: pool each once.")
            known[response_id] = file
        told = ("cap", "figures") if found.statement is not None else ("cap",)
        limits = {name: document.get(name) for name in told}
        groups.append(Group.under(instrument.title, instrument, found.listed.tally, limits))
    return groups
