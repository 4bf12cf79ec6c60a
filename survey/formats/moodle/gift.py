"""GIFT, Moodle's text format of questions (docs.moodle.org/en/GIFT_format).

    ::Title:: Whose notes did you use? { =My own ~A friend's }

Questions are apart by blank lines. Right answers and points are left out: this app gives no grades.
"""

import re

from survey.errors import InstrumentInvalid
from survey.formats import reasons
from survey.formats.import_result import FileQuestionnaire
from survey.formats.moodle import found_questions
from survey.formats.moodle.found_questions import FoundQuestion, ask, leave_out_grades
from survey.translations.marked import N_

# An answer of Moodle's: "{=right ~wrong}", "{T}", "{#5}"; or the name of a question.
_GIFT = re.compile(r"\{\s*+(?:[=~#]|(?:T|F|TRUE|FALSE)\s*+\})|^::[^:\n]{1,200}::", re.MULTILINE)
_NAME = re.compile(r"::(?:[^:\\]|\\.|:(?!:))*+::\s*+", re.DOTALL)
_MARKUP = re.compile(r"\[(?:html|markdown|plain|moodle)\]\s*")
_BRACES = re.compile(r"(?<!\\)\{((?:[^{}\\]|\\.)*)\}", re.DOTALL)
_ANSWER = re.compile(r"(?<!\\)([=~])((?:[^=~\\]|\\.)*)", re.DOTALL)
_POINTS = re.compile(r"%-?\d+(?:\.\d+)?%")
_FEEDBACK = re.compile(r"(?<!\\)#.*", re.DOTALL)
_TRUTH = re.compile(r"\s*(?:T|F|TRUE|FALSE)\s*(?:#.*)?", re.DOTALL)
_ESCAPED = re.compile(r"\\([~=#{}:\\])")

NO_QUESTION = N_("This list in Moodle's format GIFT has no question with answers to choose from.")
GAP = "_____"  # in the place of answers within a sentence


def is_gift(text: str) -> bool:
    """Whether a text has GIFT's marks for answers or for names of questions."""
    return _GIFT.search(text) is not None


def read_gift(text: str, title: str, gamma: str) -> FileQuestionnaire:
    """The questionnaire, each question with this γ and the line on which it begins.

    Raises InstrumentInvalid if no question has answers to choose from.
    """
    taken = FileQuestionnaire({"title": title, "questions": []})
    for number, block in _blocks(text):
        place = f"line {number}"
        if block.startswith("$"):
            taken.leave_out(place, "category", reasons.GROUP)
        else:
            _take(place, block, taken, gamma)
    if not taken.places:
        raise InstrumentInvalid({"list": NO_QUESTION})
    return taken


def _blocks(text: str) -> list[tuple[int, str]]:
    """(line, text) of each question or command, without comments."""
    found: list[tuple[int, list[str]]] = []
    begun = False
    for number, line in enumerate(text.lstrip("\N{BYTE ORDER MARK}").splitlines(), start=1):
        if line.lstrip().startswith("//"):
            continue
        if not line.strip():
            begun = False
        elif begun and not line.lstrip().startswith("$CATEGORY"):
            found[-1][1].append(line)
        else:
            found.append((number, [line.lstrip()]))
            begun = not line.lstrip().startswith("$")
    return [(number, "\n".join(lines)) for number, lines in found]


def _take(place: str, block: str, taken: FileQuestionnaire, gamma: str) -> None:
    for prefix in (_NAME, _MARKUP):
        if found := prefix.match(block):
            block = block[found.end() :]
    braces = _BRACES.search(block)
    if braces is None:
        taken.leave_out(place, "description", reasons.SHOWN)
        return
    before, inside, after = block[: braces.start()], braces[1], block[braces.end() :]
    # Answers in the middle of a sentence leave a gap.
    asked = f"{before.rstrip()} {GAP} {after.lstrip()}" if after.strip() else before
    asked = _plain(" ".join(asked.split()))
    if _TRUTH.fullmatch(inside):
        leave_out_grades(place, taken, "#" in inside)
        ask(FoundQuestion(place, asked, found_questions.TRUE_FALSE), taken, gamma)
        return
    if why := _why_not(inside):
        taken.leave_out(place, "question", why)
        return
    answers = _ANSWER.findall(inside)
    several = len({sign for sign, _ in answers}) == 1 and any(
        _POINTS.match(each.strip()) for _, each in answers
    )
    leave_out_grades(place, taken, any(_FEEDBACK.search(each) for _, each in answers))
    texts = [_plain(_POINTS.sub("", _FEEDBACK.sub("", each), count=1)) for _, each in answers]
    ask(FoundQuestion(place, asked, texts, several), taken, gamma)


def _why_not(inside: str) -> str:
    """The reason why a question with these braces is left out; "" if it can be asked."""
    if not inside.strip():
        return reasons.WRITTEN
    if inside.lstrip().startswith("#"):
        return reasons.RANGE
    answers = _ANSWER.findall(inside)
    if any("->" in each for _, each in answers):
        return found_questions.MATCHING
    return "" if any(sign == "~" for sign, _ in answers) else reasons.WRITTEN


def _plain(text: str) -> str:
    return _ESCAPED.sub(r"\1", text.replace("\\n", "\n")).strip()
