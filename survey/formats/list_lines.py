"""The lines of a pasted list, and the marks before and in them."""

import re
from dataclasses import dataclass

from survey.core.instrument.limits import MOST_QUESTIONS
from survey.errors import InstrumentInvalid
from survey.formats.import_result import shown

# Fifty questions of twenty options with blank lines between have 2,100; bounds the time.
MOST_LINES = 5000

BLANKS = " \t\u00a0\u3000"  # not control characters, which are refused and not dropped
SENTENCE_ENDS = (".", "?", "!", "…", "？", "。", "؟")
QUESTION_MARKS = ("?", "？", "؟", "\u037e")

NUMBERING = re.compile(
    r"(?:Q(?:uestion[ \t])?|Frage[ \t])?(?P<number>\d{1,3})(?P<style>[.):])"
    r"(?:[ \t\u00a0]+|(?=[^\W\d]))"
)
# Below a question that has none, a bullet, a box or "a)" makes an option without an indent, too.
# -5 is a number.
_BULLET = re.compile(
    r"(?:[-–*•·‣◦▪▫⁃](?!\d)|\(?[A-Za-z]\)|[☐☑☒□■○◯●❏❑❍◻◽⬜]|"
    r"\[[ xX_]?\]|\([ xX_]?\)|_{2,9})[ \t\u00a0]*"
)
_BOX = re.compile(r"[☐☑☒□■○◯●❏❑❍◻◽⬜]|\[[ xX_]?\]|\([ _]?\)")
_LETTER = re.compile(r"(?P<letter>[A-Za-z])\.[ \t\u00a0]+")
HEADING = re.compile(r"#{1,6}[ \t]+")
_PART = re.compile(
    r"(?:Part|PART|Section|SECTION|Block|Teil|TEIL|Abschnitt|Partie|Sección) "
    r"(?:[A-Z]|\d{1,2}|[IVX]{1,5})(?:[ \t]*+[:.)–—-][^?]*)?"
)
ANSWER = re.compile(r"(?:answer|ans|antwort|correct answer)[ \t]*:.{0,60}", re.IGNORECASE)


@dataclass(frozen=True)
class ListLine:
    """A line that is not blank: its number from 1, its text, and how far it is indented.

    `mark` is how much of the text is a mark of an option.
    """

    number: int
    text: str
    indent: int
    mark: int = 0

    @property
    def place(self) -> str:
        """The line's number with its words, since a field to paste into shows no numbers."""
        return f"line {self.number} (“{shown(self.text)}”)"

    @property
    def asks(self) -> bool:
        return self.text.endswith(QUESTION_MARKS)

    @property
    def is_heading(self) -> bool:
        """Whether its words alone say that it heads a part of the list."""
        return bool(HEADING.match(self.text) or _PART.fullmatch(self.text))

    def options(self) -> list[str]:
        """The texts of the options in this line, which has several if it has several boxes."""
        if self.mark and _BOX.match(self.text):
            found = [each.strip(BLANKS) for each in _BOX.split(self.text)]
            return [each for each in found if each] or [""]
        numbered = None if self.mark else NUMBERING.match(self.text)
        # Only one mark goes: "- 1. Semester" begins with a number.
        return [self.text[numbered.end() if numbered else self.mark :]]


def lines_of(text: str) -> list[ListLine]:
    """The lines that are not blank; raises InstrumentInvalid if there are none, or too many."""
    whole = text.replace("\r\n", "\n").replace("\r", "\n")
    if whole.count("\n") > MOST_LINES:
        raise InstrumentInvalid(
            {"list": f"This has more than {MOST_LINES:,} lines. Leave in only the questions, "
             f"{MOST_QUESTIONS} at most."}
        )  # fmt: skip
    found = []
    for number, line in enumerate(whole.split("\n"), start=1):
        text_alone = line.lstrip(BLANKS)
        indent = len(line[: len(line) - len(text_alone)].expandtabs())
        if text_alone:
            found.append((number, _plain(text_alone.rstrip(BLANKS)), indent))
    if not found:
        raise InstrumentInvalid({"list": "There is no question here. Write one a line."})
    letters = _letters([text for _, text, _ in found])
    lines = []
    for (number, text_alone, indent), letter in zip(found, letters, strict=True):
        bullet = _BULLET.match(text_alone)
        mark = bullet.end() if bullet else letter
        lines.append(ListLine(number, text_alone, indent, mark))
    return lines


def _plain(text: str) -> str:
    """A question without the Markdown that draws it in bold, or as a heading."""
    if len(text) > 4 and text.startswith("**") and text.endswith("**"):
        text = text[2:-2].strip(BLANKS)
    heading = HEADING.match(text)
    inner = text[heading.end() :] if heading else text
    return inner if NUMBERING.match(inner) or inner.endswith(QUESTION_MARKS) else text


def _letters(texts: list[str]) -> list[int]:
    """How much of each text is a letter such as "A. " where A, B and so on follow one another."""
    found = [_LETTER.match(text) for text in texts]
    letters = [ord(each["letter"]) if each else 0 for each in found]
    marks = [0] * len(texts)
    for place, (each, letter) in enumerate(zip(found, letters, strict=True)):
        begins = letter in {ord("A"), ord("a")} and letters[place + 1 : place + 2] == [letter + 1]
        goes_on = place > 0 and marks[place - 1] > 0 and letters[place - 1] == letter - 1
        if each and (begins or goes_on):
            marks[place] = each.end()
    return marks
