"""A question from any kind of Moodle file: its text, and the answers to choose from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from survey.core.kinds.several import SEVERAL
from survey.formats import reasons
from survey.formats.html_words import HTML, words_of
from survey.formats.import_result import FileQuestionnaire, one_of, single_line
from survey.translations.marked import N_

TRUE_FALSE = ("True", "False")
MATCHING = N_("pairs are not asked; ask each of them as a question of its own")


@dataclass(frozen=True)
class FoundQuestion:
    """A question to take over; `kind` holds its kind and range if it has no list of answers."""

    place: str
    text: str
    answers: Sequence[str] = ()
    several: bool = False
    kind: dict[str, Any] | None = None


def ask(found: FoundQuestion, taken: FileQuestionnaire, gamma: str) -> None:
    """Takes the question over, and lists parts of its HTML that are no words."""
    said = [words_of(each) for each in (found.text, *found.answers)]
    if any(drawn for _, drawn in said):
        taken.leave_out(found.place, "HTML", HTML)
    (text, *answers) = (words for words, _ in said)
    options = [single_line(each) for each in answers]
    kind = found.kind
    if kind is None:
        kind = {"kind": SEVERAL.name, "options": options} if found.several else one_of(options)
    taken.ask(found.place, {"text": text, **kind}, None, gamma)


def leave_out_grades(place: str, taken: FileQuestionnaire, feedback: bool) -> None:
    """Lists grades and feedback as left out."""
    taken.leave_out(place, "right answer", reasons.RIGHT)
    if feedback:
        taken.leave_out(place, "feedback", reasons.SENT)
