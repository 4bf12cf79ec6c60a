"""Turns the copied text of a page of Google Forms or Microsoft Forms into a list of questions.

The page's own words are left out, options are indented below their questions, and every line
keeps its number. Google's questions have no numbers there: a line that asks, or that is required,
begins one.
"""

import re
from dataclasses import dataclass, field

from survey.core.kinds.rating import HIGHEST_RATING
from survey.formats import reasons
from survey.formats.list_lines import BLANKS, NUMBERING, QUESTION_MARKS
from survey.translations.marked import N_

# Words of these pages that no questionnaire has.
_SIGNS = re.compile(
    r"^(?:\* ?Indicates required question|Clear selection|This is a required question|"
    r"Never submit passwords through Google Forms\.?|Mark only one oval\.?|"
    r"This content is created by the owner of the form.*|Never give out your password.*)$",
    re.IGNORECASE | re.MULTILINE,
)
_PAGE = re.compile(
    r"(?:\* ?Indicates required question|\* ?Required|Required|Clear selection|Clear form|Submit|"
    r"Next|Back|This is a required question|Mark only one oval\.?|Single choice\.?|"
    r"Sign in to Google to save your progress.*|Your email|Switch account|Not shared|"
    r"Never submit passwords through Google Forms\.?|Never give out your password.*|"
    r"This content is (?:neither created nor endorsed by|created by).*|Report Abuse.*|"
    r"Powered by Microsoft Forms.*|The owner of this form.*|Google Forms|Page \d+ of \d+)",
    re.IGNORECASE,
)
_WRITTEN = re.compile(
    r"(?:Your answer|Enter your answer|Short answer text|Long answer text|Date|Time|"
    r"Please input date.*|The value must be a number)",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"(?:Check|Select|Tick) all that apply\.?|Multiple choice\.?", re.IGNORECASE)
_OTHER = re.compile(r"(?:Other|Option \d+)[:…]?", re.IGNORECASE)
REQUIRED = "*"  # at the end of a question

ENDS = N_("the ends of a scale have no words of their own")


@dataclass
class _Question:
    number: int
    text: str
    several: bool = False
    written: bool = False
    options: list[tuple[int, str]] = field(default_factory=list)


@dataclass
class CopiedForm:
    """The list of a copied page, its introduction, and (line, text, reason) of left-out lines."""

    text: str
    introduction: str
    left_out: list[tuple[int, str, str]]


def is_copied_form(text: str) -> bool:
    """Whether the text has words that only such a page has."""
    return _SIGNS.search(text) is not None


def read_copied_form(text: str) -> CopiedForm:
    """The page as a list: its title, and each question with its options indented below it."""
    lines = [line.strip(BLANKS) for line in text.split("\n")]
    left_out: list[tuple[int, str, str]] = []
    said = [(number, line) for number, line in enumerate(lines, start=1)
            if line and not _PAGE.fullmatch(line)]  # fmt: skip
    numbered = sum(bool(NUMBERING.match(line)) for _, line in said) > 1
    written = [""] * len(lines)
    questions: list[_Question] = []
    introduction: list[str] = []
    for place, (number, line) in enumerate(said):
        if not place:
            written[number - 1] = f"# {line}"  # the title, above any other line
        elif _begins(line, numbered):
            questions.append(_Question(number, line.removesuffix(REQUIRED).rstrip(BLANKS)))
            if line.endswith(REQUIRED):
                left_out.append((number, "required", reasons.ANSWERED))
        elif not questions:
            introduction.append(line)
        else:
            _add(questions[-1], number, line, left_out)
    for each in questions:
        _write(each, written, left_out)
    return CopiedForm("\n".join(written), "\n\n".join(introduction), left_out)


def _begins(line: str, numbered: bool) -> bool:
    if numbered:
        return NUMBERING.match(line) is not None
    return line.endswith((*QUESTION_MARKS, REQUIRED))


def _add(question: _Question, number: int, line: str, left_out: list[tuple[int, str, str]]) -> None:
    """Reads a line below a question: an option, or a hint how to answer."""
    if _SEVERAL.fullmatch(line):
        question.several = True
    elif _WRITTEN.fullmatch(line):
        question.written = True
    elif _OTHER.fullmatch(line):
        left_out.append((number, "other", reasons.OTHER))
    else:
        question.options.append((number, line))


def _write(question: _Question, written: list[str], left_out: list[tuple[int, str, str]]) -> None:
    """Writes the question and its options on their lines, or lists the question as left out."""
    if question.written and not question.options:
        left_out.append((question.number, "question", reasons.WRITTEN))
        return
    options = question.options
    values = [text for _, text in options if text.isascii() and text.isdecimal()]
    scale = [str(value) for value in range(1, len(values) + 1)]
    if 2 <= len(values) <= HIGHEST_RATING and values == scale:
        ends = [(number, text) for number, text in options if text not in values]
        left_out += [(number, "end of a scale", ENDS) for number, _ in ends]
        first = next(number for number, text in options if text == "1")
        options = [(first, f"1–{len(values)}")]
    several = " (several)" if question.several else ""
    written[question.number - 1] = f"{question.text}{several}"
    for number, text in options:
        written[number - 1] = f"  {text}"
