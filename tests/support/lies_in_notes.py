"""Lies in cosigned notes beside a true export, about witnesses that have not cosigned it."""

from collections.abc import Callable
from dataclasses import replace

from doctored_results import OTHER_SURVEY, TRUE, Case, forged, restated, signed

from survey.wire.cosignature import Cosignature, cosign
from survey.wire.keys import SigningKey
from survey.wire.signed_note import read_signed_statement

WITNESS, ANOTHER = SigningKey("03" * 32), SigningKey("04" * 32)
OTHER_LIST = signed(TRUE, TRUE.rows[1:])
SECOND_CLOSING = replace(
    OTHER_LIST, notes=tuple(restated(OTHER_LIST, closing=2)["statements"])
)  # which follows nothing


def cosignature(key: SigningKey = WITNESS, name: str = "anna", survey=TRUE) -> Cosignature:
    return cosign(key, name, read_signed_statement(survey.notes[-1]), 1_700_000_000)


def _noted(*lines: str, survey=TRUE, cosigner: str = "") -> Case:
    """The true export, and a note of this survey with these lines added."""
    return Case(TRUE.document, note=survey.notes[-1] + "".join(lines), cosigner=cosigner)


NOTES: dict[str, Callable[[], Case]] = {
    "a cosignature that does not hold": lambda: _noted(forged(cosignature().line)),
    "a cosignature of another time": lambda: _noted(replace(cosignature(), seconds=1).line),
    "a cosignature of another survey": lambda: _noted(cosignature(survey=OTHER_SURVEY).line),
    "a cosignature of another list": lambda: _noted(cosignature(survey=OTHER_LIST).line),
    "another key in a witness's name": lambda: _noted(
        replace(cosignature(), key=ANOTHER.public.hex).line
    ),
    "one witness under two names": lambda: _noted(
        cosignature().line, cosignature(name="bert").line
    ),
    "the server as its own witness": lambda: _noted(cosignature(TRUE.key).line),
    "somebody else in a witness's place": lambda: _noted(
        cosignature(ANOTHER).line, cosigner=WITNESS.public.fingerprint
    ),
    "no witness, to who expects one": lambda: _noted(cosigner=WITNESS.public.fingerprint),
    "a cosigned note of another survey": lambda: _noted(
        cosignature(survey=OTHER_SURVEY).line, survey=OTHER_SURVEY
    ),
    "a cosigned note of another list": lambda: _noted(
        cosignature(survey=OTHER_LIST).line, survey=OTHER_LIST
    ),
    "a cosigned note of another list, as closing 2 that follows nothing": lambda: _noted(
        cosignature(survey=SECOND_CLOSING).line, survey=SECOND_CLOSING
    ),
    "a cosigned note that is forged": lambda: Case(
        TRUE.document, note=forged(TRUE.notes[0]) + cosignature().line
    ),
    "a witness's signature as the server's": lambda: Case(
        TRUE.document, note=TRUE.notes[0].rpartition("\n\n")[0] + f"\n\n{cosignature().line}"
    ),
}
