"""The receipt of coin mode: the reports, and the conclusions that others may draw.

It has the same words as the client's receipt (static/client/page/), whose values stand in braces.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from survey.core.instrument.instrument import Instrument
from survey.core.kinds.item import Item
from survey.core.mechanism.privacy import LARGEST_UNCONFIRMED_ODDS, odds_above, protection_level
from survey.core.mechanism.randomize import Odds
from survey.core.responses.reports import Report, answered
from survey.text.kinds.item_words import words_of
from survey.text.survey_protection import WORDS
from survey.text.suspicion import suspicion_in_words
from survey.web.i18n.page_language import page_translator


@dataclass(frozen=True)
class ReportMeaning:
    """The text of one report; `option` is the option that the item asks about, or "".

    `of_the_page` is whether the page, and not the instrument, has the label's text.
    """

    option: str
    label: str
    of_the_page: bool


@dataclass(frozen=True)
class QuestionReceipt:
    """A question on a coin receipt: its reports, and how they can change somebody's guess."""

    question: str
    said: list[ReportMeaning]
    strong: bool
    concluded: str


@dataclass(frozen=True)
class ReceiptText:
    """A line for each answered question, in order, and the number of `reports`.

    `together` says how far several reports are protected together.

    `each_says_whose` is true if each line says whether its report may be the answer or the coin's.
    """

    lines: list[QuestionReceipt]
    reports: int
    together: str
    each_says_whose: bool


def coin_receipt(instrument: Instrument, reports: Sequence[Report]) -> ReceiptText:
    asked = answered(instrument, reports)
    lines = [_line(question.text, sent) for question, sent in asked]
    unlike = any(line.strong for line in lines)
    exposed = [item.odds for _, sent in asked for item, _ in sent]
    together = _together(exposed) if len(exposed) > 1 else ""
    return ReceiptText(lines, len(exposed), together, unlike or len(lines) == 1)


def _together(exposed: Sequence[Odds]) -> str:
    say = page_translator()
    level = say.gettext(WORDS[protection_level(exposed)])
    after = say.gettext("Suspicion {change}.").format(change=suspicion_in_words(exposed, say))
    together = say.gettext("Together, at worst: {level}.").format(level=level)
    return f"{together} {after}"


def _line(question: str, sent: list[tuple[Item, int]]) -> QuestionReceipt:
    item, report = sent[0]
    return QuestionReceipt(
        question,
        [_said(item, report) for item, report in sent],
        odds_above(item.gamma, LARGEST_UNCONFIRMED_ODDS),
        words_of(item).concluded(item, report, page_translator()),
    )


def _said(item: Item, report: int) -> ReportMeaning:
    words = words_of(item)
    label = words.report(item, report, page_translator())
    return ReportMeaning(item.particulars.get("option", ""), label, words.of_the_page)
