"""What was sent in coin mode, and what others may conclude, as static/client/page/ has it.

What a receipt says is the same in both modes, so it has the client's messages, whose values stand
in braces.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext

from survey.core.instrument.instrument import Instrument
from survey.core.kinds.item import Item
from survey.core.mechanism.posterior import GUESS, after_report
from survey.core.mechanism.privacy import LARGEST_UNCONFIRMED_ODDS, odds_above
from survey.core.responses.reports import Report, answered
from survey.web.i18n.localized_numbers import (
    concluded_percent,
    from_left,
    labels,
    percent,
    percent_at_most,
)


@dataclass(frozen=True)
class Said:
    """What one report says; `option` is the option that it is of, if it is of one.

    `of_the_page` is whether the label is a word of the page, and not of the instrument.
    """

    option: str
    label: str
    of_the_page: bool


@dataclass(frozen=True)
class Line:
    """A question, what its reports say, and what somebody with a guess would say after them."""

    question: str
    said: list[Said]
    strong: bool
    concluded: str


@dataclass(frozen=True)
class ReceiptText:
    """A line a question that was answered, in order, and how many `reports`.

    `each_says_whose` is whether each line says whose its report may be.
    """

    lines: list[Line]
    reports: int
    each_says_whose: bool


def coin_receipt(instrument: Instrument, reports: Sequence[Report]) -> ReceiptText:
    asked = answered(instrument, reports)
    lines = [_line(question.text, sent) for question, sent in asked]
    unlike = any(line.strong for line in lines)
    sent = sum(len(line.said) for line in lines)
    return ReceiptText(lines, sent, unlike or len(lines) == 1)


def _line(question: str, sent: list[tuple[Item, int]]) -> Line:
    item, report = sent[0]
    return Line(
        question,
        [Said(*_said(item, report)) for item, report in sent],
        odds_above(item.gamma, LARGEST_UNCONFIRMED_ODDS),
        _concluded(item, report),
    )


def _said(item: Item, report: int) -> tuple[str, str, bool]:
    if item.ends is None:
        return item.option, labels(item)[report], item.yes_no
    low, high = item.ends
    end = gettext("The high end of {range}") if report else gettext("The low end of {range}")
    return item.option, end.format(range=from_left(f"{low}–{high}")), True


def _concluded(item: Item, report: int) -> str:
    before = percent(GUESS)
    yes, no = (concluded_percent(after_report(item.odds, said)) for said in (True, False))
    if item.option:
        return gettext(
            "Whoever thought a yes {before} likely before would now think {yes} after a yes, {no} "
            "after a no."
        ).format(before=before, yes=yes, no=no)
    if item.ends:
        return gettext(
            "Whoever thought any number {before} likely before would now think {after} at most."
        ).format(before=before, after=percent_at_most(after_report(item.odds, True)))
    if item.yes_no:
        return gettext(
            "Whoever thought a yes {before} likely before would now think {after}."
        ).format(before=before, after=yes if report else no)
    return gettext("Whoever thought this {before} likely before would now think {after}.").format(
        before=before, after=yes
    )
