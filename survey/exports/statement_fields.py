"""What every file carries of the last statement of a closed survey's results."""

from collections.abc import Sequence

from survey.core.instrument.digest_forms import fingerprint
from survey.wire.signed_note import read_signed_statement


def stated_facts(statements: Sequence[str], responses: int) -> dict[str, str]:
    """`root` and `fingerprint`, both as their short forms, of the last of these signed notes.

    Nothing without one, or if there are more responses: an earlier release opened it again.
    Raises DataError if it is no statement, or its signature does not hold.
    """
    if not statements:
        return {}
    last = read_signed_statement(statements[-1])
    if last.tally.responses != responses:
        return {}
    return {"root": last.short_root, "fingerprint": fingerprint(last.key)}
