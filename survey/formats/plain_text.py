"""Reads a list of questions that people paste: one per line, its options indented below.

A first line with a blank one after it is the title, unless it ends as a sentence does or is
numbered. A question without options is yes/no, one with options a choice. "(several)" or "(choose
all that apply)", with a question or among its options, makes it a choice of several. A range as
the only option makes a rating if it goes from 1 to 10 at most, such as 1–5, otherwise a whole
number, such as 0–40.
"""

import re
from typing import Any

from survey.core.instrument.limits import MOST_QUESTIONS
from survey.core.instrument.parsing import validate
from survey.core.kinds.number import NUMBER
from survey.core.kinds.rating import HIGHEST_RATING, LOWEST_RATING, RATING
from survey.core.kinds.several import SEVERAL
from survey.core.kinds.yes_no import YES_NO
from survey.errors import InstrumentInvalid
from survey.formats.copied_forms import CopiedForm, is_copied_form, read_copied_form
from survey.formats.import_result import FileQuestionnaire, one_of
from survey.formats.list_lines import (
    BLANKS,
    HEADING,
    NUMBERING,
    QUESTION_MARKS,
    SENTENCE_ENDS,
    ListLine,
    lines_of,
)
from survey.formats.list_questions import ListQuestions, QuestionLines, numbers_decide
from survey.formats.moodle.gift import is_gift, read_gift
from survey.translations.marked import N_

ALONE = N_(
    "This question has one option. Add another one below it, or remove it to ask for yes or no."
)
NO_OPTIONS = N_("Write the options below this question, one a line and indented.")
NO_QUESTION_MARK = N_("it has neither options nor a question mark: is it a question?")

_RANGE = re.compile(r"([-−]?\d{1,12}) *(?:-|–|—|to|\.\.\.?|…) *([-−]?\d{1,12})")
_ALL_THAT_APPLY = (
    r"(?:(?:please )?(?:choose|select|check|tick|mark) (?:all|any)(?: that apply)?|"
    r"(?:choose|select|check|tick) (?:one or more|multiple|several)|"
    r"multiple (?:answers|choices|selections?)(?: (?:possible|allowed))?|several answers possible|"
    r"Mehrfachauswahl(?: möglich)?|Mehrfachnennung(?:en)?(?: möglich)?|"
    r"mehrere Antworten(?: sind)? möglich|plusieurs réponses possibles|choix multiples?|"
    r"selección múltiple|varias respuestas(?: posibles)?)[.:]?"
)
_SEVERAL_WITHIN = re.compile(rf"[(\[](?:several|{_ALL_THAT_APPLY})[)\]]", re.IGNORECASE)
_SEVERAL_AT_END = re.compile(
    r"(?<=[.?!:…] )(?:please )?(?:choose|select|check|tick|mark) all(?: that apply)?[.:!]?$|"
    r"(?<=[.?!:…] )Mehrfach(?:auswahl|nennungen)(?: möglich)?[.:!]?$",
    re.IGNORECASE,
)
_SEVERAL_LINE = re.compile(
    rf"[(\[](?:several|{_ALL_THAT_APPLY})[)\]]|{_ALL_THAT_APPLY}", re.IGNORECASE
)


def read_plain_text(text: str, default_title: str, gamma: str) -> FileQuestionnaire:
    """The questionnaire, each question with this γ.

    A list without a title gets `default_title`; "" leaves it for the instructor to fill in.
    Raises InstrumentInvalid, which names every wrong line.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # as a form sends it
    if is_gift(text):
        return read_gift(text, default_title, gamma)
    if is_copied_form(text):
        return _of_copied_form(read_copied_form(text), default_title, gamma)
    return _read_list(text, default_title, gamma)


def _of_copied_form(form: CopiedForm, default_title: str, gamma: str) -> FileQuestionnaire:
    """The questions of a form's copied text, with the sentences that were left out."""
    taken = _read_list(form.text, default_title, gamma)
    if form.introduction:
        taken.document["introduction"] = form.introduction
    for number, what, why in form.left_out:
        taken.leave_out(f"line {number}", what, why)
    return taken


def _read_list(text: str, default_title: str, gamma: str) -> FileQuestionnaire:
    lines = lines_of(text)
    titled = _is_title(lines)
    found = ListQuestions(lines[1:] if titled else lines)
    asked = found.asked
    if len(asked) > MOST_QUESTIONS:
        raise InstrumentInvalid(
            {"list": N_("At most %(most)s questions fit in a survey.", most=MOST_QUESTIONS)}
        )
    title = HEADING.sub("", lines[0].text, count=1) if titled else default_title
    taken = FileQuestionnaire({"title": title, "questions": []})
    for line, what, why in found.left_out:
        taken.leave_out(line.place, what, why)
    faults = {}
    for each in asked:
        question = _question(each)
        if isinstance(question, str):
            faults[each.line.place] = question
        else:
            place = f"line {each.line.number}"
            taken.ask(place, question, None, gamma)
            taken.look_at += [(place, doubt) for doubt in each.doubts]
    if faults:
        raise InstrumentInvalid(faults)
    try:
        validate(taken.document | {"title": title or "…"})
    except InstrumentInvalid as error:
        raise InstrumentInvalid(
            {_place(name, lines[0], asked): sentence for name, sentence in error.errors.items()}
        ) from None
    return taken


def _is_title(lines: list[ListLine]) -> bool:
    """Whether the first line is no question, and a blank line separates it from the next."""
    if len(lines) < 2:
        return False
    first, second = lines[:2]
    numbered = not second.mark and bool(NUMBERING.match(second.text))
    apart = second.number > first.number + 1 or numbers_decide(lines[1:])
    return (
        (apart or bool(HEADING.match(first.text)))
        and not first.text.endswith(SENTENCE_ENDS)
        and not NUMBERING.match(first.text)
        and not first.mark
        and not _SEVERAL_WITHIN.search(first.text)
        # Lines that are indented further are options, unless all questions are indented; then
        # they have numbers.
        and (second.indent <= first.indent or numbered)
    )


def _question(asked: QuestionLines) -> dict[str, Any] | str:
    """The raw values of a question, or a sentence that tells the instructor what to change."""
    text, said = _without_several(asked.text)
    options = [each for each in asked.options if not _SEVERAL_LINE.fullmatch(each)]
    if said or len(options) < len(asked.options):
        return {"text": text, "kind": SEVERAL.name, "options": options} if options else NO_OPTIONS
    if len(options) == 1:
        ends = _RANGE.fullmatch(options[0])
        return {"text": text, **_range(ends)} if ends else ALONE
    if options:
        return {"text": text, **one_of(options)}
    if not text.endswith(QUESTION_MARKS):
        asked.doubts.append(NO_QUESTION_MARK)
    return {"text": text, "kind": YES_NO.name}


def _without_several(text: str) -> tuple[str, bool]:
    """The text without the words that let people choose several, and whether it had them."""
    found = _SEVERAL_WITHIN.search(text) or _SEVERAL_AT_END.search(text)
    if found is None:
        return text, False
    before, after = text[: found.start()].rstrip(BLANKS), text[found.end() :].lstrip(BLANKS)
    apart = " " if before and after and after[0] not in ".?!:,;？؟" else ""
    return f"{before}{apart}{after}", True


def _range(ends: re.Match[str]) -> dict[str, Any]:
    low, high = (int(each.replace("−", "-")) for each in ends.groups())
    if low == LOWEST_RATING < high <= HIGHEST_RATING:
        return {"kind": RATING.name, "highest": high}
    return {"kind": NUMBER.name, "low": low, "high": high}


def _place(name: str, first: ListLine, asked: list[QuestionLines]) -> str:
    match name.split("."):
        case ["questions", number, "text"]:
            return asked[int(number) - 1].line.place
        case ["questions", number, part]:
            place = asked[int(number) - 1].line.place
            return N_("%(place)s, %(part)s", place=place, part=part)
    return first.place  # the place of the title
