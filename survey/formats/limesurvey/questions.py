"""Reads a question of a LimeSurvey file by its type."""

from dataclasses import dataclass
from typing import Any

from survey.core.kinds.number import NUMBER
from survey.core.kinds.rating import RATING
from survey.core.kinds.several import SEVERAL
from survey.core.kinds.yes_no import YES_NO
from survey.core.numerals import whole_number
from survey.formats import reasons
from survey.formats.import_result import FileOmission, one_of, shown
from survey.formats.limesurvey.texts import FileTexts
from survey.translations.marked import N_

# Why a question of this type is not asked here; types are single characters.
REASONS = {
    **dict.fromkeys("STUQ;D", reasons.WRITTEN),
    **dict.fromkeys("ABCEFH1:", reasons.ROWS),
    "R": reasons.ORDER,
    "K": N_("it asks for several numbers; ask each as a question of its own"),
    "X": reasons.SHOWN,
    "*": reasons.COMPUTED,
    "|": reasons.SENT,
    "I": N_("respondents get the language of their browser"),
    "G": N_("its options are LimeSurvey's own; write them out in a list"),
}


@dataclass(frozen=True)
class FileQuestion:
    """A question's row, the ids of the texts of its options, and its attributes."""

    place: str
    row: dict[str, str]
    options: list[str]
    attributes: dict[str, str]

    @property
    def type(self) -> str:
        return self.row.get("type", "")


def question_of(question: FileQuestion, texts: FileTexts) -> dict[str, Any] | FileOmission:
    """The kind of question and its options or range; or the reason why it is left out."""
    place, kind = question.place, question.type
    match kind:
        case "Y":
            return {"kind": YES_NO.name}
        case "5":
            return {"kind": RATING.name, "highest": 5}
        case "N":
            names = ("min_num_value_n", "max_num_value_n")
            low, high = (whole_number(question.attributes.get(each, "")) for each in names)
            if low is None or high is None:
                return FileOmission(place, "number", reasons.RANGE)
            return {"kind": NUMBER.name, "low": low, "high": high}
        case "L" | "!" | "O" | "M" | "P":
            options = texts.texts(question.options, place)
            if not options:
                return FileOmission(place, "list", reasons.NO_OPTIONS)
            if kind in "OP":
                texts.taken.leave_out(place, "comment", reasons.WRITTEN)
            if kind in "MP":
                return {"kind": SEVERAL.name, "options": options}
            return one_of(options)
    return FileOmission(place, f"type {shown(kind)}", REASONS.get(kind, reasons.UNKNOWN_TYPE))
