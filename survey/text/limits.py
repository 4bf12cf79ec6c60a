"""What was fixed before the first response, and the margin that each choice tells, in words."""

from survey.core.instrument.instrument import Instrument, Question
from survey.core.intervals.counts import LARGEST_CAP
from survey.core.intervals.registry import ANYTIME, HORIZON, told_interval
from survey.core.planning.planner import item_half_width
from survey.text.question_meanings import CONFIDENCE, distance_in_words

NOTHING, POINTS = "hardly anything", " points"


def limits_in_words(cap: int | None, hidden_until_closed: bool) -> str:
    """ "Figures are seen while it runs. It closes by itself with 44 responses." """
    figures = "wait until it has closed" if hidden_until_closed else "are seen while it runs"
    closes = "" if cap is None else f" It closes by itself with {cap:,} responses."
    return f"Figures {figures}.{closes}"


def margin_in_words(instrument: Instrument, cap: int | None, hidden_until_closed: bool) -> str:
    """ "Give or take 16 to 24 points." of all questions; "" where they are of unlike units."""
    found = set(margins(instrument, cap, hidden_until_closed))
    if len(found) == 1:
        return f"Give or take {found.pop()}." if NOTHING not in found else ""
    if not all(each.endswith(POINTS) for each in found):
        return ""
    points = sorted((each.removesuffix(POINTS) for each in found), key=float)
    return f"Give or take {points[0]} to {points[-1]}{POINTS}."


def proposed_cap(class_size: int) -> int:
    """A tenth more than the class, so that somebody who was not expected can answer too."""
    return min(-(-11 * class_size // 10), LARGEST_CAP)


def margins(instrument: Instrument, cap: int | None, hidden_until_closed: bool) -> list[str]:
    """ "20 points", of a number "5.5", of each question: what to give or take, at 95 %.

    By the interval that is then told, if the whole class answers, but `cap` at most; None is no
    cap. "hardly anything" where it says no more.
    """
    told = told_interval(hidden_until_closed, cap)
    if told == HORIZON.name and instrument.parts > 1:
        told = ANYTIME.name  # no horizon interval is known of a part of the class
    size, parts = min(instrument.asked_size, cap or LARGEST_CAP), instrument.parts

    def distance(question: Question) -> str:
        width = item_half_width(question.item, told, size, CONFIDENCE, parts, cap)
        return distance_in_words(question, width) or NOTHING

    return [distance(each) for each in instrument.questions]
