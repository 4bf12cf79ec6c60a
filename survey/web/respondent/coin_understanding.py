""" "Is that proof?": the card after a receipt in coin mode, as static/client/page/ has it.

Without a script nothing judges what somebody thinks: the card asks, and unfolds the explanation.
"""

from fractions import Fraction

from flask_babel import gettext

from survey.core.instrument.instrument import Instrument
from survey.core.kinds.item import Item
from survey.core.mechanism.privacy import LARGEST_UNCONFIRMED_ODDS, odds_above
from survey.web.i18n.localized_numbers import percent, percent_at_least


def why_no_proof(instrument: Instrument, item: Item) -> str | None:
    """Why a report on this item is none: how often another answer gives the same, B/(A+(k−1)B).

    None where the instrument does not ask.
    """
    if not instrument.check_understanding:
        return None
    a, b = item.odds
    share = Fraction(b, a + (item.options - 1) * b)
    if odds_above(item.gamma, LARGEST_UNCONFIRMED_ODDS):
        evidence = gettext("It is no proof, but strong evidence.")
    else:
        evidence = gettext("It is no proof.")
    if item.ends:
        others = gettext(
            "With any other number, the same report still comes in at least {share} of cases."
        ).format(share=percent_at_least(share))
    else:
        others = gettext(
            "With another answer, the same report still comes in {share} of cases."
        ).format(share=percent(share))
    return f"{evidence} {others}"
