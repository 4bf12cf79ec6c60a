"""What a slide says of a result: few words, in natural frequencies, for the last row of a room."""

from survey.core.instrument.instrument import Instrument
from survey.core.mechanism.privacy import protection_level
from survey.text.figures import rounded, without_zeros
from survey.text.translator import ENGLISH

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


def of_hundred(share: float) -> str:
    """A share as so many of a hundred, with one decimal at most: "15.5"."""
    return ENGLISH.exact(without_zeros(rounded(100 * share, 1)))
