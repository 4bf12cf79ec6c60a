"""Whether a draft needs nothing more than a press of Publish."""

from survey.core.instrument.instrument import Instrument
from survey.text.odds_limits import weak_odds_warnings
from survey.text.privacy_budget import budget_exceeded
from survey.text.support_line import support_missing
from survey.web.accounts.sign_in import current_instructor


def publishable_at_once(instrument: Instrument) -> bool:
    """Whether nothing is to be confirmed, mended or added before; the draft's page says what."""
    return not (
        weak_odds_warnings(instrument)
        or support_missing(instrument)
        or budget_exceeded(instrument, current_instructor().largest_epsilon)
    )
