"""Reads pasted lists and uploads in a process beside the server, with a deadline."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from queue import Full
from typing import Any

from survey.core.instrument.limits import MOST_QUESTIONS
from survey.core.instrument.translation_memory import Phrases
from survey.errors import InstrumentInvalid
from survey.formats.import_result import FileQuestionnaire, in_sentences
from survey.formats.plain_text import read_plain_text
from survey.formats.questionnaire_file import read_questionnaire
from survey.translations.marked import N_
from survey.web.http.side_process import side_process

SECONDS = 60  # seconds; the slowest file takes 1 on an idle processor
TOO_LONG = N_("This takes too long to read. Keep only the questions.")
BUSY = N_("The server is busy with other files and lessons. Please try again in a few seconds.")


@dataclass(frozen=True)
class Upload:
    """A questionnaire's raw values, its translations, and a sentence for all that was left out.

    `look_at` has the doubts about each question, by its number from 1. `faults` has a sentence
    for each place that cannot be read; if it has any, the other fields are incomplete. `busy` is
    True if only too many waiting uploads prevented the reading.
    """

    document: dict[str, Any] = field(default_factory=dict)
    phrases: Phrases = field(default_factory=Phrases)
    left_out: tuple[str, ...] = ()
    look_at: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)
    busy: bool = False


def read_upload(name: str | None, content: bytes, gamma: str) -> Upload:
    """Reads the content of a file with this name, or of a pasted list, whose name is None.

    Each question without a γ of its own gets `gamma`.
    """
    whole = N_("list") if name is None else N_("file")
    try:
        with side_process().turn():
            return side_process().call(SECONDS, read_here, name, content, gamma)
    except Full:
        return Upload(faults={whole: BUSY}, busy=True)
    except TimeoutError:
        return Upload(faults={whole: TOO_LONG})


def read_here(name: str | None, content: bytes, gamma: str) -> Upload:
    """`read_upload` in this process, however long it takes."""
    left_out: tuple[str, ...] = ()
    try:
        taken = _read(name, content, gamma)
        left_out = tuple(in_sentences(taken.left_out))
        if (
            "waves_of" in taken.document
            or not 0 < len(taken.document["questions"]) <= MOST_QUESTIONS
        ):
            taken.instrument()  # raises InstrumentInvalid, whose sentence says so
    except InstrumentInvalid as error:
        return Upload(left_out=left_out, faults=error.errors)
    return Upload(taken.document, taken.phrases, left_out, _look_at(taken))


def _look_at(taken: FileQuestionnaire) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for place, why in taken.look_at:
        number = taken.places.index(place) + 1
        found[number] = (*found.get(number, ()), why)
    return found


def _read(name: str | None, content: bytes, gamma: str) -> FileQuestionnaire:
    if name is None:
        return read_plain_text(content.decode(), "", gamma)
    return read_questionnaire(name, content, gamma)
