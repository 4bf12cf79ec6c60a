"""The limits on a question's odds: those that no survey may have, and those to be confirmed.

The odds A/B are what one report multiplies anybody's odds on an answer by, at most.
"""

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.questions import Question
from survey.core.mechanism.privacy import (
    LARGEST_ODDS,
    LARGEST_UNCONFIRMED_ODDS,
    largest_gamma,
    odds_above,
)
from survey.errors import PrivacyTooWeak
from survey.text.protection.suspicion import suspicion_in_words
from survey.text.translator import ENGLISH

INSTEAD = f"Choose γ = {largest_gamma()} or less."


def check_odds(instrument: Instrument, confirmed: bool, confirm_by: str) -> None:
    """Raises PrivacyTooWeak unless the instrument may be published, with weak odds if `confirmed`.

    `confirm_by` says what to do to confirm them.
    """
    if refusal := odds_refused(instrument):
        raise PrivacyTooWeak(f"{refusal} {INSTEAD}")
    if (warnings := weak_odds_warnings(instrument)) and not confirmed:
        smaller = largest_gamma(LARGEST_UNCONFIRMED_ODDS)
        raise PrivacyTooWeak(f"{warnings[0]} {confirm_by}, or choose γ = {smaller} or less.")


def odds_refused(instrument: Instrument) -> str | None:
    """Why nobody answers this, if the odds of a question are above 99; else None."""
    for number, question in enumerate(instrument.questions, start=1):
        if odds_above(question.gamma, LARGEST_ODDS):
            return (
                f"Question {number} has odds of {ENGLISH.odds(question.gamma)} to 1. Above "
                f"{LARGEST_ODDS} to 1 a report is as good as the answer, and no client sends it."
            )
    return None


def weak_odds_warnings(instrument: Instrument) -> list[str]:
    """A warning for each question whose odds are above 9."""
    numbered = enumerate(map(weak_odds, instrument.questions), start=1)
    return [f"Question {number}: {warning}" for number, warning in numbered if warning]


def weak_odds(question: Question) -> str | None:
    """What odds above 9 mean for whoever answers; None for lower ones."""
    if not odds_above(question.gamma, LARGEST_UNCONFIRMED_ODDS):
        return None
    return (
        "A report is strong evidence of the answer: at worst, suspicion "
        f"{suspicion_in_words([question.odds])}."
    )
