"""Moodle's XML: the questions of a quiz, and the items of a feedback activity."""

from xml.etree.ElementTree import Element

from survey.core.kinds.number import NUMBER
from survey.core.numerals import whole_number
from survey.errors import InstrumentInvalid
from survey.formats import reasons
from survey.formats.import_result import FileQuestionnaire, shown
from survey.formats.moodle import found_questions
from survey.formats.moodle.found_questions import FoundQuestion, ask, leave_out_grades
from survey.formats.xml_root import xml_root
from survey.translations.marked import N_

UNREADABLE = N_(
    "This is no XML of Moodle, or it is damaged. Export there the questions of a quiz, or the "
    "template of a feedback."
)

# Why a question of this type is not asked here.
REASONS = {
    **dict.fromkeys(("shortanswer", "essay", "cloze", "textfield", "textarea"), reasons.WRITTEN),
    **dict.fromkeys(("numerical", "calculated", "calculatedsimple"), reasons.RANGE),
    **dict.fromkeys(("matching", "ddmatch", "gapselect", "ddwtos"), found_questions.MATCHING),
    **dict.fromkeys(("description", "label", "info"), reasons.SHOWN),
    "captcha": N_("who answers is not checked here"),
    "pagebreak": N_("questions stand on one page"),
    "category": reasons.GROUP,
}


def read_moodle_xml(content: bytes, title: str, gamma: str) -> FileQuestionnaire:
    """The questionnaire, each question with this γ; raises InstrumentInvalid for other files."""
    root = xml_root(content, UNREADABLE)
    taken = FileQuestionnaire({"title": title, "questions": []})
    if root.tag == "quiz":
        for number, question in enumerate(root.iterfind("question"), start=1):
            _take_quiz(f"question {number}", question, taken, gamma)
    elif root.tag == "FEEDBACK":
        for number, item in enumerate(root.iterfind("ITEMS/ITEM"), start=1):
            _take_feedback(f"item {number}", item, taken, gamma)
    else:
        raise InstrumentInvalid({"file": UNREADABLE})
    return taken


def _text(of: Element | None) -> str:
    return "" if of is None else "".join(of.itertext()).strip()


def _take_quiz(place: str, question: Element, taken: FileQuestionnaire, gamma: str) -> None:
    kind = question.get("type", "")
    if kind not in {"multichoice", "truefalse"}:
        _leave_out(place, kind, taken)
        return
    rows = question.findall("answer")
    answers = [_text(row.find("text")) for row in rows]
    if kind == "truefalse":
        answers = list(found_questions.TRUE_FALSE)
    several = _text(question.find("single")).lower() in {"false", "0"}
    feedback = any(_text(row.find("feedback")) for row in rows)
    leave_out_grades(place, taken, feedback or bool(_text(question.find("generalfeedback"))))
    if question.find("questiontext/file") is not None:
        taken.leave_out(place, "file", reasons.MEDIA)
    text = _text(question.find("questiontext/text"))
    ask(FoundQuestion(place, text, answers, several), taken, gamma)


def _take_feedback(place: str, item: Element, taken: FileQuestionnaire, gamma: str) -> None:
    kind, presentation = item.get("TYPE", ""), _text(item.find("PRESENTATION"))
    text = _text(item.find("ITEMTEXT"))
    if _text(item.find("DEPENDITEM")) not in {"", "0"}:
        taken.leave_out(place, "dependence", reasons.SKIPPED)
    if item.get("REQUIRED") == "1":
        taken.leave_out(place, "required", reasons.ANSWERED)
    match kind:
        case "multichoice" | "multichoicerated":
            # r>>>>>First|Second<<<<<1: radio, check or drop-down, and whether it is horizontal.
            look, _, listed = presentation.rpartition(">>>>>")
            listed = listed.partition("<<<<<")[0]
            # 3#### stands before an answer that is rated.
            answers = [each.rpartition("####")[2].strip() for each in listed.split("|")]
            if kind == "multichoicerated":
                taken.leave_out(place, "points", N_("answers have no points of their own"))
            ask(FoundQuestion(place, text, answers, look == "c"), taken, gamma)
        case "numeric":
            ends = [whole_number(each.strip()) for each in presentation.split("|")]
            if len(ends) != 2 or None in ends:
                taken.leave_out(place, "numeric", reasons.RANGE)
                return
            asked = {"kind": NUMBER.name, "low": ends[0], "high": ends[1]}
            ask(FoundQuestion(place, text, kind=asked), taken, gamma)
        case _:
            _leave_out(place, kind, taken)


def _leave_out(place: str, kind: str, taken: FileQuestionnaire) -> None:
    taken.leave_out(place, f"type {shown(kind)}", REASONS.get(kind, reasons.UNKNOWN_TYPE))
