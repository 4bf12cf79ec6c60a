"""The reports of one response: one for each item, None for one that was not asked.

Where each respondent is asked one question, all items of the others have None, which is null in
JSON and an empty cell in a table.
"""

from collections.abc import Sequence

from survey.core.instrument.instrument import Instrument, Question
from survey.core.kinds.item import Item
from survey.errors import ReportRejected

Report = int | None
Reports = tuple[Report, ...]

RESPONSE_ID = "response_id"  # the column of the ids, beside those of the items

# A question, and its items with the reports on them.
Answered = tuple[Question, list[tuple[Item, int]]]


def report_columns(instrument: Instrument) -> list[str]:
    """The columns of a table of reports: that of the ids, then one for each item."""
    return [RESPONSE_ID, *(item.name for item in instrument.items)]


def answered(instrument: Instrument, reports: Sequence[Report]) -> list[Answered]:
    """Each question that was asked, in order, with its items' reports."""
    left = iter(reports)
    found: list[Answered] = []
    for question, items in instrument.questions_with_items:
        said = [(item, report) for item in items if (report := next(left)) is not None]
        if said:
            found.append((question, said))
    return found


def only(instrument: Instrument, place: int, reports: Sequence[int]) -> Reports:
    """The reports of a response that answers only the question at `place`, counted from 0."""
    before = instrument.first_items[place]
    after = len(instrument.items) - before - len(reports)
    return (*[None] * before, *reports, *[None] * after)


def check_answered(instrument: Instrument, reports: Sequence[Report]) -> None:
    """Raises ReportRejected unless all questions are answered, or one with one question each."""
    if not instrument.one_question_each:
        if None in reports:
            raise ReportRejected("reports must be a list of whole numbers.", "reports")
        return
    asked = answered(instrument, reports)
    if len(asked) != 1 or len(asked[0][1]) != asked[0][0].item_count:
        raise ReportRejected(
            "reports must answer one question: null for every item of the others.", "reports"
        )


def reports_in_words(instrument: Instrument, reports: Sequence[Report]) -> list[tuple[str, str]]:
    """(question, its reports in words) for each question that was asked, in order."""
    lines = []
    for question, sent in answered(instrument, reports):
        lines.append((question.text, "; ".join(item.said(report) for item, report in sent)))
    return lines
