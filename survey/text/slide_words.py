"""The words of a slide: few, in natural frequencies, legible from the last row of a room."""

from survey.core.instrument.instrument import Instrument
from survey.core.mechanism.privacy import protection_level
from survey.text.translator import ENGLISH, Translator
from survey.translations.marked import N_

WEAK_QUESTION = N_(
    "Weak protection: each report to this question is strong evidence of the answer."
)

# How far all reports of one respondent together reveal the answers, by the level of protection.
PROTECTION = {
    "strong": N_("A report is no proof: the coin makes many of them."),
    "fair": N_("A report is a hint, and no proof: the coin may have made it."),
    "weak": N_(
        "Weak protection: all reports of a person together are strong evidence of the answers."
    ),
    "hardly_any": N_(
        "Hardly any protection: all reports of a person together nearly reveal the answers."
    ),
}


def protection_in_words(instrument: Instrument, say: Translator = ENGLISH) -> str:
    """How much all reports of one respondent together reveal, never understated."""
    level = protection_level(item.odds for item in instrument.exposed_items)
    return say.gettext(PROTECTION[level])
