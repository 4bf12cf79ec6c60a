"""The suspicion before and after a report, "30 → 56%", computed in one way everywhere.

Someone who held an answer for true with a chance g = 30 % and sees reports whose odds A/B multiply
to r >= 1 holds it for true with at most

    g r / (g r + 1 − g),

however many options there are (core.mechanism.privacy). static/client/protection/suspicion.js
is its mirror.

The limits on the odds of one question are here, too: above one no survey may go, above the other an
instructor must confirm. The odds A/B are what one report multiplies anybody's odds on an answer by,
at most.
"""

from collections.abc import Iterable
from fractions import Fraction

from survey.core.instrument.instrument import Instrument, Question
from survey.core.mechanism.privacy import (
    GUESS,
    LARGEST_ODDS,
    LARGEST_UNCONFIRMED_ODDS,
    after_report,
    largest_gamma,
    odds_above,
    product_of_odds,
)
from survey.core.mechanism.randomize import Odds
from survey.errors import PrivacyTooWeak
from survey.text.translator import ENGLISH, Translator
from survey.translations.marked import N_

ALMOST_ALL = Fraction(999, 1000)
NO_WHOLE_PERCENT = Fraction(995, 1000)  # from here on it would be rounded to 100%


def suspicion_after(odds: Iterable[Odds]) -> Fraction:
    """The chance after reports with all these odds, at worst: from 30 % to below 1."""
    product = product_of_odds(odds)
    return after_report((product.numerator, product.denominator), True)


def suspicion_in_words(odds: Iterable[Odds], say: Translator = ENGLISH) -> str:
    """ "30 → 56%", on one line; above 99.9 % "30 → over", and then "99.9%".

    The arrow points the way that the language is read, so that "over" stands before its figure.
    """
    arrow = "←" if say.locale.text_direction == "rtl" else "→"
    return f"{say.whole(int(100 * GUESS))}\xa0{arrow}\xa0{_share(suspicion_after(odds), say)}"


def _share(share: Fraction, say: Translator) -> str:
    if share > ALMOST_ALL:
        return say.gettext("over {share}").format(share=say.exact_percent(ALMOST_ALL))
    return say.percent(share) if share < NO_WHOLE_PERCENT else say.exact_percent(share)


INSTEAD = N_("Choose γ = %(gamma)s or less.")


def check_odds(
    instrument: Instrument, confirmed: bool, confirm_by: str, say: Translator = ENGLISH
) -> None:
    """Raises PrivacyTooWeak unless this may be published; `confirmed` allows weak odds.

    `confirm_by` says what to do to confirm them.
    """
    if refusal := odds_refused(instrument, say):
        raise PrivacyTooWeak(f"{refusal} {instead(say)}")
    if (warnings := weak_odds_warnings(instrument, say)) and not confirmed:
        smaller = say.gettext(
            "Or choose γ = %(gamma)s or less.", gamma=str(largest_gamma(LARGEST_UNCONFIRMED_ODDS))
        )
        raise PrivacyTooWeak(f"{warnings[0]} {confirm_by}. {smaller}")


def instead(say: Translator = ENGLISH) -> str:
    """What to do if respondents' clients refuse the odds."""
    return say.gettext(INSTEAD, gamma=str(largest_gamma()))


def odds_refused(instrument: Instrument, say: Translator = ENGLISH) -> str | None:
    """Why clients refuse this instrument, if the odds of a question are above 99; or None."""
    for number, question in enumerate(instrument.questions, start=1):
        if odds_above(question.gamma, LARGEST_ODDS):
            return say.gettext(
                "Question %(number)s has odds of %(odds)s to 1. Above %(most)s to 1 a report is as "
                "good as the answer, and no client sends it.",
                number=str(number),
                odds=say.odds(question.gamma),
                most=str(LARGEST_ODDS),
            )
    return None


def weak_odds_warnings(instrument: Instrument, say: Translator = ENGLISH) -> list[str]:
    """A warning for each question whose odds are above 9."""
    numbered = enumerate((weak_odds(each, say) for each in instrument.questions), start=1)
    return [
        say.gettext("Question %(number)s: %(warning)s", number=str(number), warning=warning)
        for number, warning in numbered
        if warning
    ]


def weak_odds(question: Question, say: Translator = ENGLISH) -> str | None:
    """The warning for a question with odds above 9; None for lower odds."""
    if not odds_above(question.gamma, LARGEST_UNCONFIRMED_ODDS):
        return None
    return say.gettext(
        "A report is strong evidence of the answer: at worst, suspicion %(change)s.",
        change=suspicion_in_words([question.odds], say),
    )
