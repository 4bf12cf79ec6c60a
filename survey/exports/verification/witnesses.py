"""The witnesses that have cosigned the statement of a list, from their notes beside an export."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from survey.core.responses.statement import Statement
from survey.exports.verification.verify import Verification
from survey.wire.cosignature import Cosignature
from survey.wire.cosigned_note import CosignedNote


@dataclass(frozen=True)
class Witnesses:
    """The `cosignatures` of this list, the first one of each key, and the notes' faults.

    `compared` are the fingerprints that the caller knew from elsewhere.
    """

    cosignatures: tuple[Cosignature, ...]
    compared: tuple[str, ...]
    faults: tuple[str, ...]
    unchecked: tuple[str, ...]


def check_witnesses(
    notes: Sequence[CosignedNote], found: Verification, wanted: Sequence[str] = ()
) -> Witnesses:
    """Reads the notes of one list together; `wanted` are fingerprints that must have cosigned it.

    A note of another statement counts as a fault.
    """
    ours = [note for note in notes if found.statement and note.statement == found.statement]
    faults = [_another(note.statement, found) for note in notes if note not in ours]
    by_key: dict[str, Cosignature] = {}
    for cosignature in (each for note in ours for each in note.cosignatures):
        first = by_key.setdefault(cosignature.key, cosignature)
        if first.name != cosignature.name:
            faults.append(f"{first.name} and {cosignature.name} are one key, and so one witness.")
    if found.statement and by_key.pop(found.statement.key, None):
        faults.append("The server has cosigned its own statement: that is no witness.")
    faults += dict.fromkeys(
        f"The cosignature of {name} does not hold." for note in ours for name in note.broken
    )
    there = {each.fingerprint for each in by_key.values()}
    faults += [f"{each} has not cosigned this list." for each in wanted if each not in there]
    unchecked = dict.fromkeys(_unchecked(ours, [each for each in there if each not in wanted]))
    return Witnesses(tuple(by_key.values()), tuple(wanted), tuple(faults), tuple(unchecked))


def _another(statement: Statement, found: Verification) -> str:
    """A sentence on the note of another statement than the list's."""
    last = found.statement
    if last is None:
        return "The file has no statement that a note could be of."
    if statement in found.statements:
        return f"The note is of closing {statement.closing}, and the list of {last.closing}."
    if statement.survey == last.survey:
        return (
            f"The note is of another list, root {statement.short_root}, and one key has signed "
            "both for this survey. Keep both files: they prove that there are two lists."
        )
    return f"The note is of another survey or server: {statement.code}, “{statement.title}”."


def _unchecked(notes: Sequence[CosignedNote], unknown: Sequence[str]) -> Iterator[str]:
    if unknown:
        yield "Whose keys have cosigned: ask the witnesses for their fingerprints (--cosigner)."
    for name in (each for note in notes for each in note.unknown):
        yield f"The signature of {name}, whose key the note does not hold."
