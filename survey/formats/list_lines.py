"""The lines of a pasted list, and the marks in them, such as numbers, bullets and boxes."""

import re
from dataclasses import dataclass

from survey.core.instrument.limits import MOST_QUESTIONS
from survey.errors import InstrumentInvalid
from survey.formats.import_result import shown
from survey.translations.marked import N_

# Fifty questions of twenty options with blank lines between have 2,100 lines. The limit bounds
# the time.
MOST_LINES = 5000

BLANKS = " \t\u00a0\u3000"  # without control characters, which are refused, not dropped
SENTENCE_ENDS = (".", "?", "!", "…", "？", "。", "؟")
QUESTION_MARKS = ("?", "？", "؟", "\u037e")

NUMBERING = re.compile(
    r"(?:Q(?:uestion[ \t])?|Frage[ \t])?(?P<number>\d{1,3})(?P<style>[.):])"
    r"(?:[ \t\u00a0]+|(?=[^\W\d]))"
)
# Below a question without such a mark, a line with a bullet, a box or "a)" is an option even if
# it is not indented. -5 is a number.
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

    `mark` is the length of an option's mark at the beginning of the text.
    """

    number: int
    text: str
    indent: int
    mark: int = 0

    @property
    def place(self) -> str:
        """The line's number and words, since a field to paste into shows no line numbers."""
        return N_("line %(number)s (“%(text)s”)", number=self.number, text=shown(self.text))

    @property
    def asks(self) -> bool:
        return self.text.endswith(QUESTION_MARKS)

    @property
    def is_heading(self) -> bool:
        """Whether its words alone make it the heading of a part of the list."""
        return bool(HEADING.match(self.text) or _PART.fullmatch(self.text))

    def options(self) -> list[str]:
        """The texts of the options in this line; a line with several boxes has several options."""
        if self.mark and _BOX.match(self.text):
            found = [each.strip(BLANKS) for each in _BOX.split(self.text)]
            return [each for each in found if each] or [""]
        numbered = None if self.mark else NUMBERING.match(self.text)
        # Only one mark is removed: in "- 1. Semester" the option begins with a number.
        return [self.text[numbered.end() if numbered else self.mark :]]


def lines_of(text: str) -> list[ListLine]:
    """The lines that are not blank; raises InstrumentInvalid if there are none, or too many."""
    whole = text.replace("\r\n", "\n").replace("\r", "\n")
    if whole.count("\n") > MOST_LINES:
        raise InstrumentInvalid(
            {
                "list": N_(
                    "This has more than %(lines)s lines. Leave in only the questions, %(most)s at "
                    "most.",
                    lines=MOST_LINES,
                    most=MOST_QUESTIONS,
                )
            }
        )
    found = []
    for number, line in enumerate(whole.split("\n"), start=1):
        text_alone = line.lstrip(BLANKS)
        indent = len(line[: len(line) - len(text_alone)].expandtabs())
        if text_alone:
            found.append((number, _plain(text_alone.rstrip(BLANKS)), indent))
    if not found:
        raise InstrumentInvalid({"list": N_("There is no question here. Write one a line.")})
    letters = _letters([text for _, text, _ in found])
    lines = []
    for (number, text_alone, indent), letter in zip(found, letters, strict=True):
        bullet = _BULLET.match(text_alone)
        mark = bullet.end() if bullet else letter
        lines.append(ListLine(number, text_alone, indent, mark))
    return lines


def _plain(text: str) -> str:
    """A question without the Markdown that makes it bold or a heading."""
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
