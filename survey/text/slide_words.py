"""What a slide says of a result: few words, in natural frequencies, for the last row of a room."""

from survey.core.estimation.results import Estimated
from survey.core.estimation.scale import fills_the_scale, possible
from survey.core.estimation.shares import Estimate
from survey.core.instrument.instrument import Instrument
from survey.core.intervals.anytime import ANYTIME
from survey.core.intervals.class_sets import CLASS
from survey.core.intervals.interval import misses
from survey.core.mechanism.protection import protection_level
from survey.text.number_format import exact_percent, plain
from survey.text.rounding import fixed, without_zeros
from survey.text.summaries import estimate_in_words, is_off_the_scale, possible_ends_in_words

# When the interval that a room is told is right, in its words.
HOLDS = {ANYTIME.name: "however often we look", CLASS.name: "for this class"}

WEAK_QUESTION = "Weak protection: each report to this question is strong evidence of the answer."

# What all reports of one respondent together say of the answers, by the level of protection.
PROTECTION = {
    "strong": "A report is no proof: the coin makes many of them.",
    "fair": "A report is a hint, and no proof: the coin may have made it.",
    "weak": "Weak protection: all reports of a person together are strong evidence of the answers.",
    "hardly_any": "Hardly any protection: all reports of a person together nearly tell all.",
}


def protection_in_words(instrument: Instrument) -> str:
    """What all reports of one respondent together say of the answers, no weaker than it is."""
    return PROTECTION[protection_level(item.odds for item in instrument.exposed_items)]


def range_in_words(estimated: Estimated, name: str, of_100: bool = True) -> str:
    """The interval of this name: "between 4 and 58 of 100", or "at most 12 of 100".

    Without `of_100` a row of several says "between 4 and 58". Empty where the interval holds
    nothing that is possible: what is wrong there is said by a warning.
    """
    ends = estimated.interval(name)
    if ends is None or misses(ends, possible(estimated)):
        return ""
    words = possible_ends_in_words(estimated, spoken=True, name=name)
    return f"{words} of 100" if of_100 and isinstance(estimated, Estimate) else words


def surely(estimated: Estimated, name: str) -> str:
    """How surely the interval holds, and when: "with 95% confidence, however often we look"."""
    return f"with {exact_percent(estimated.confidence)} confidence, {HOLDS[name]}"


def chance_carried(estimated: Estimated, name: str) -> str:
    """Where chance carried an estimate that is shown at the end of its scale; "" for all others."""
    if fills_the_scale(estimated, name) or not is_off_the_scale(estimated):
        return ""
    carried = estimate_in_words(estimated)
    return f"Chance carried the estimate to {carried}, beyond what a class can have."


def of_hundred(share: float) -> str:
    """A share as so many of a hundred, with one decimal at most: "15.5"."""
    return without_zeros(fixed(100 * share, 1))


def scale_in_words(estimated: Estimated) -> str:
    """The scale of a mean: "on 0 to 40"; nothing for a share."""
    if isinstance(estimated, Estimate):
        return ""
    return f"on {plain(estimated.low)} to {plain(estimated.high)}"
