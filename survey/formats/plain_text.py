"""A list of questions as people type and paste it: one a line, its options indented below.

A first line with a blank one after it is the title, unless it ends as a sentence does or is
numbered. A question without options is yes/no, one with options a choice. "(several)" or "(choose
all that apply)", after a question or among its options, makes it that kind. A range as the only
option is a rating if it goes from 1 to 10 at most, else a whole number: 1–5, 0–40.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from survey.core.instrument.limits import MOST_QUESTIONS
from survey.core.instrument.parsing import validate
from survey.core.kinds.number import NUMBER
from survey.core.kinds.rating import HIGHEST_RATING, LOWEST_RATING, RATING
from survey.core.kinds.several import SEVERAL
from survey.core.kinds.yes_no import YES_NO
from survey.errors import InstrumentInvalid
from survey.formats.taken_over import FileQuestionnaire, one_of, shown

# Fifty questions of twenty options with blank lines between have 2,100; bounds the time.
MOST_LINES = 5000

ALONE = "This question has one option. Add another one below it, or remove it to ask for yes or no."
NO_OPTIONS = "Write the options below this question, one a line and indented."

_BLANKS = " \t\u00a0\u3000"  # not control characters, which are refused and not dropped
_NUMBERING = re.compile(r"Q?\d{1,3}[.)][ \t\u00a0]+")
# Below a question that has none, a bullet or "a)" makes an option without an indent, too.
# -5 is a number.
_BULLET = re.compile(r"(?:[-–*•·](?!\d)|[A-Za-z]\))[ \t\u00a0]*")
_RANGE = re.compile(r"([-−]?\d{1,12}) *(?:-|–|—|to|\.\.\.?|…) *([-−]?\d{1,12})")
_ALL_THAT_APPLY = r"(?:choose|select|check|tick|mark) all that apply[.:]?"
_SEVERAL_AT_END = re.compile(rf"[(\[](?:several|{_ALL_THAT_APPLY})[)\]]$", re.IGNORECASE)
_SEVERAL_LINE = re.compile(
    rf"[(\[](?:several|{_ALL_THAT_APPLY})[)\]]|{_ALL_THAT_APPLY}", re.IGNORECASE
)
_SENTENCE_ENDS = (".", "?", "!", "…", "？", "。", "؟")


@dataclass(frozen=True)
class _Line:
    """A line that is not blank: its number from 1, its text, and how far it is indented."""

    number: int
    text: str
    indent: int

    @property
    def place(self) -> str:
        """With its words, since a field to paste into shows no numbers of lines."""
        return f"line {self.number} (“{shown(self.text)}”)"


@dataclass
class _QuestionLines:
    """A question's line, its text without a number, and the texts of the lines below it."""

    line: _Line
    text: str
    options: list[str] = field(default_factory=list)


def read_plain_text(text: str, default_title: str, gamma: str) -> FileQuestionnaire:
    """The questionnaire, each question with this γ; InstrumentInvalid names every line at fault.

    It has `default_title` if the list has no title; "" is left for the reader to fill in.
    """
    lines = _lines(text)
    titled = _is_title(lines)
    asked = _questions(lines[1:] if titled else lines)
    if len(asked) > MOST_QUESTIONS:
        raise InstrumentInvalid({"list": f"At most {MOST_QUESTIONS} questions fit in a survey."})
    title = lines[0].text if titled else default_title
    taken = FileQuestionnaire({"title": title, "questions": []})
    faults = {}
    for each in asked:
        question = _question(each)
        if isinstance(question, str):
            faults[each.line.place] = question
        else:
            taken.ask(f"line {each.line.number}", question, None, gamma)
    if faults:
        raise InstrumentInvalid(faults)
    try:
        validate(taken.document | {"title": title or "…"})
    except InstrumentInvalid as error:
        raise InstrumentInvalid(
            {_place(name, lines[0], asked): sentence for name, sentence in error.errors.items()}
        ) from None
    return taken


def _lines(text: str) -> list[_Line]:
    """The lines that are not blank; raises InstrumentInvalid if there are none, or too many."""
    whole = text.replace("\r\n", "\n").replace("\r", "\n")
    if whole.count("\n") > MOST_LINES:
        raise InstrumentInvalid(
            {"list": f"This has more than {MOST_LINES:,} lines. Leave in only the questions, "
             f"{MOST_QUESTIONS} at most."}
        )  # fmt: skip
    lines = []
    for number, line in enumerate(whole.split("\n"), start=1):
        text_alone = line.lstrip(_BLANKS)
        indent = len(line[: len(line) - len(text_alone)].expandtabs())
        if text_alone:
            lines.append(_Line(number, text_alone.rstrip(_BLANKS), indent))
    if not lines:
        raise InstrumentInvalid({"list": "There is no question here. Write one a line."})
    return lines


def _is_title(lines: list[_Line]) -> bool:
    """Whether the first line is no question, and stands apart from one below it."""
    if len(lines) < 2:
        return False
    first, second = lines[:2]
    return (
        second.number > first.number + 1
        and not first.text.endswith(_SENTENCE_ENDS)
        and not _NUMBERING.match(first.text)
        and not _BULLET.match(first.text)
        and not _SEVERAL_AT_END.search(first.text)
        # What is further in are options, unless all questions are: then they have numbers.
        and (second.indent <= first.indent or bool(_NUMBERING.match(second.text)))
    )


def _questions(lines: list[_Line]) -> list[_QuestionLines]:
    """The questions, each with its options; a line further in than the first is an option."""
    outermost, bulleted = lines[0].indent, bool(_BULLET.match(lines[0].text))
    asked: list[_QuestionLines] = []
    for line in lines:
        bullet = _BULLET.match(line.text)
        # Only one mark goes: "- 1. Semester" begins with a number.
        mark = bullet or _NUMBERING.match(line.text)
        text = line.text[mark.end() if mark else 0 :]
        if line.indent <= outermost and (bulleted or not bullet):
            asked.append(_QuestionLines(line, text))
        else:
            asked[-1].options.append(text)
    return asked


def _question(asked: _QuestionLines) -> dict[str, Any] | str:
    """The raw values of a question, or the sentence that says what to change."""
    text = asked.text
    options = [each for each in asked.options if not _SEVERAL_LINE.fullmatch(each)]
    said_after = _SEVERAL_AT_END.search(text)
    if said_after:
        text = text[: said_after.start()].rstrip(_BLANKS)
    if said_after or len(options) < len(asked.options):
        return {"text": text, "kind": SEVERAL.name, "options": options} if options else NO_OPTIONS
    if len(options) == 1:
        ends = _RANGE.fullmatch(options[0])
        return {"text": text, **_range(ends)} if ends else ALONE
    return {"text": text, **(one_of(options) if options else {"kind": YES_NO.name})}


def _range(ends: re.Match[str]) -> dict[str, Any]:
    low, high = (int(each.replace("−", "-")) for each in ends.groups())
    if low == LOWEST_RATING < high <= HIGHEST_RATING:
        return {"kind": RATING.name, "highest": high}
    return {"kind": NUMBER.name, "low": low, "high": high}


def _place(name: str, first: _Line, asked: list[_QuestionLines]) -> str:
    match name.split("."):
        case ["questions", number, "text"]:
            return asked[int(number) - 1].line.place
        case ["questions", number, part]:
            return f"{asked[int(number) - 1].line.place}, {part}"
    return first.place  # the title's
