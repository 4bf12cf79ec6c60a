"""The limits fixed before the first response, and the margin of each choice, in words."""

from survey.core.instrument.instrument import Instrument, Question
from survey.core.intervals.counts import LARGEST_CAP
from survey.core.intervals.registry import ANYTIME, HORIZON, told_interval
from survey.core.planning.planner import item_half_width
from survey.text.question_meanings import CONFIDENCE, distance_in_words
from survey.text.translator import ENGLISH, Translator
from survey.translations.marked import N_

NOTHING = N_("hardly anything")
WAIT = N_("Figures wait until it has closed.")
SEEN = N_("Figures are seen while it runs.")


def limits_in_words(cap: int | None, hidden_until_closed: bool, say: Translator = ENGLISH) -> str:
    """ "Figures are seen while it runs. It closes by itself with 44 responses." """
    figures = say.gettext(WAIT if hidden_until_closed else SEEN)
    if cap is None:
        return figures
    closes = say.gettext("It closes by itself with %(cap)s responses.", cap=say.whole(cap))
    return f"{figures} {closes}"


def margin_in_words(
    instrument: Instrument,
    cap: int | None,
    hidden_until_closed: bool,
    say: Translator = ENGLISH,
) -> str:
    """ "Give or take 16 to 24 points." for all questions; "" if their units differ."""
    widths = half_widths(instrument, cap, hidden_until_closed)
    told = [distance_in_words(*each, say) for each in widths]
    if not all(told):
        return ""
    if len(set(told)) == 1:
        return say.gettext("Give or take %(distance)s.", distance=told[0])
    if told != [say.gettext("%(points)s points", points=say.points(each)) for _, each in widths]:
        return ""
    least, *_, most = sorted(width for _, width in widths)
    return say.gettext(
        "Give or take %(least)s to %(most)s points.",
        least=say.points(least),
        most=say.points(most),
    )


def proposed_cap(class_size: int) -> int:
    """The cap to propose: a tenth more than the class, for people who were not expected."""
    return min(-(-11 * class_size // 10), LARGEST_CAP)


def margins(
    instrument: Instrument, cap: int | None, hidden_until_closed: bool, say: Translator = ENGLISH
) -> list[str]:
    """ "20 points", or for a number "5.5": the margin of each question, at 95 %.

    It is "hardly anything" if the interval would hardly rule out anything.
    """
    return [
        distance_in_words(*each, say) or say.gettext(NOTHING)
        for each in half_widths(instrument, cap, hidden_until_closed)
    ]


def half_widths(
    instrument: Instrument, cap: int | None, hidden_until_closed: bool
) -> list[tuple[Question, float]]:
    """Each question with the half-width to expect, as a part of its scale.

    The interval is the one told with these limits, if the whole class answers, but `cap` at most;
    None is no cap.
    """
    told = told_interval(hidden_until_closed, cap)
    if told == HORIZON.name and instrument.parts > 1:
        told = ANYTIME.name  # no horizon interval is known of a part of the class
    size, parts = min(instrument.asked_size, cap or LARGEST_CAP), instrument.parts

    return [
        (each, item_half_width(each.item, told, size, CONFIDENCE, parts, cap))
        for each in instrument.questions
    ]
