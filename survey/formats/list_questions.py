"""Finds the beginning and the options of each question in a pasted list.

If most questions have numbers, numbers decide: the lines between two numbers belong to the first.
Otherwise a question is a line that is indented no further than the first line, and has no mark of
an option.
"""

from dataclasses import dataclass, field

from survey.formats import reasons
from survey.formats.list_lines import ANSWER, HEADING, NUMBERING, QUESTION_MARKS, ListLine
from survey.translations.marked import N_

UNORDERED = N_(
    "its number does not follow that of the question above it: is every line in its place?"
)
JOINED = N_("its words stood on several lines: do they belong together?")
UNNUMBERED = N_("it has no number, as others have: is it a question of its own?")

PART = N_("questions follow one another without headings; put what matters into a question")


@dataclass
class QuestionLines:
    """A question's line, its text without a number, the options below it, and odd points."""

    line: ListLine
    text: str
    options: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)


class ListQuestions:
    """The questions of these lines, and (line, text, reason) of lines outside any question."""

    def __init__(self, lines: list[ListLine]):
        self.asked: list[QuestionLines] = []
        self.left_out: list[tuple[ListLine, str, str]] = []
        self._lines = lines
        self._bulleted = bool(lines[0].mark)
        outer = [each for each in lines if not self._is_inner(each)]
        self._numbered_options = _numbers_mark_options(outer)
        self._by_number = not self._numbered_options and numbers_decide(outer)
        self._run = ("", 0)  # style and number of the numbered option above
        for place, line in enumerate(lines):
            self._read(place, line)

    def _is_inner(self, line: ListLine) -> bool:
        further_in = line.indent > self._lines[0].indent
        return further_in or (bool(line.mark) and not self._bulleted)

    def _read(self, place: int, line: ListLine) -> None:
        if ANSWER.fullmatch(line.text) and self.asked:
            self.left_out.append((line, "ANSWER", reasons.RIGHT))
        elif self._is_inner(line) and self.asked:
            self.asked[-1].options += line.options()
        elif numbered := None if line.mark else NUMBERING.match(line.text):
            self._read_numbered(line, numbered["style"], int(numbered["number"]))
        elif self._heads(place, line) or (self._by_number and not self.asked):
            self.left_out.append((line, "heading", PART))
        elif self._by_number:
            self._read_between(place, line)
        else:
            text = HEADING.sub("", line.text, count=1)
            self.asked.append(QuestionLines(line, text[line.mark :]))

    def _heads(self, place: int, line: ListLine) -> bool:
        """Whether the line is a heading of a part of the list, not a question with options."""
        below = self._lines[place + 1 : place + 2]
        return line.is_heading and not (below and self._is_inner(below[0]))

    def _read_numbered(self, line: ListLine, style: str, number: int) -> None:
        if self.asked and (self._numbered_options or self._is_option(style, number)):
            self._run = (style, number)
            self.asked[-1].options += line.options()
            return
        question = QuestionLines(line, line.options()[0])
        above = self.asked[-1].line if self.asked else None
        before = NUMBERING.match(above.text) if above else None
        if self._by_number and before and number not in {1, int(before["number"]) + 1}:
            question.doubts.append(UNORDERED)
        self._run = ("", 0)
        self.asked.append(question)

    def _is_option(self, style: str, number: int) -> bool:
        """Whether this is an option's number, such as 1) and 2) below a question with 3."""
        above = NUMBERING.match(self.asked[-1].line.text)
        if not self._by_number or above is None or above["style"] == style:
            return False
        return number == 1 or self._run == (style, number - 1)

    def _read_between(self, place: int, line: ListLine) -> None:
        """Reads a line without a number in a list in which numbers decide."""
        question = self.asked[-1]
        unasked = not question.text.endswith(QUESTION_MARKS)
        if line.asks and unasked and self._at_once(place, question):
            question.text = " ".join([question.text, *question.options, line.text])
            question.options.clear()
            question.doubts.append(JOINED)
        elif line.asks and question.options:
            self.asked.append(QuestionLines(line, line.text, doubts=[UNNUMBERED]))
        elif self._stands_apart(place, question):
            self.left_out.append((line, "heading", PART))
        else:
            question.options += line.options()

    def _at_once(self, place: int, question: QuestionLines) -> bool:
        """Whether this line follows the question without a blank line."""
        return self._lines[place].number - question.line.number <= len(question.options) + 1

    def _stands_apart(self, place: int, question: QuestionLines) -> bool:
        """Whether this line, before a numbered one, has a wider gap above it than options have."""
        after = self._lines[place + 1 : place + 2]
        if not after or self._is_inner(after[0]) or not NUMBERING.match(after[0].text):
            return False
        gap = self._lines[place].number - self._lines[place - 1].number
        above = self._lines[place - 1].number - self._lines[place - 2].number if place > 1 else 1
        return gap > (above if question.options else 1)


def numbers_decide(outer: list[ListLine]) -> bool:
    """Whether numbers mark where questions begin: most lines that ask have one."""
    numbered = [each for each in outer if not each.mark and NUMBERING.match(each.text)]
    asking = sum(each.asks for each in outer) - sum(each.asks for each in numbered)
    from_the_first = bool(numbered) and numbered[0] is outer[0]
    return (from_the_first or len(numbered) > 1) and len(numbered) >= asking


def _numbers_mark_options(outer: list[ListLine]) -> bool:
    """Whether the numbers are options', since they begin again below each line that asks."""
    numbers = [NUMBERING.match(each.text) for each in outer]
    heads = [
        (outer[place - 1], numbers[place - 1])
        for place, each in enumerate(numbers)
        if each and int(each["number"]) == 1 and place
    ]
    asking = [line for line, number in zip(outer, numbers, strict=True) if number and line.asks]
    return (
        bool(heads) and not asking and all(line.asks and number is None for line, number in heads)
    )
