"""The budget: an instructor's limit on the ε of one survey.

ε adds up over the questions (basic composition), so a limit on the sum is a limit on how much all
reports of one response reveal together. The sum is rounded to two decimals, as pages show it,
before it is compared.
"""

import math
from decimal import Decimal

from survey.core.instrument.instrument import Instrument
from survey.core.mechanism.privacy import largest_gamma
from survey.errors import BudgetExceeded
from survey.text.figures import rounded
from survey.text.translator import ENGLISH, Translator
from survey.translations.marked import N_

FITS = N_("γ = %(gamma)s would do.")
EVERYWHERE = N_("γ = %(gamma)s for every question would do.")
OF_ALL = N_("All questions together make ε = %(epsilon)s, above your limit of %(limit)s.")
OF_ONE = N_("The question that reveals most makes ε = %(epsilon)s, above your limit of %(limit)s.")
DECIMALS = 2
LARGEST_LIMIT = 1000


def check_budget(instrument: Instrument, limit: float | None, say: Translator = ENGLISH) -> None:
    """Raises BudgetExceeded if the instrument's ε is above `limit`; None is no limit."""
    if sentence := budget_exceeded(instrument, limit, say):
        raise BudgetExceeded(sentence)


def budget_exceeded(
    instrument: Instrument, limit: float | None, say: Translator = ENGLISH
) -> str | None:
    """A sentence with the remedy if the instrument's ε is above `limit`, otherwise None."""
    if limit is None or float(rounded(instrument.epsilon, DECIMALS)) <= limit:
        return None
    made = say.gettext(
        OF_ONE if instrument.one_question_each else OF_ALL,
        epsilon=say.epsilon(instrument.epsilon),
        limit=say.epsilon(limit),
    )
    instead = say.gettext("Ask less, choose a smaller γ, or set another limit in the settings.")
    return " ".join(filter(None, [made, instead, _gamma_that_fits(instrument, limit, say)]))


def gamma_within(limit: float, reports: int) -> Decimal:
    """The largest γ in three decimals at which this many reports stay within the limit; or 0.

    m ln((1/2+γ)/(1/2−γ)) ≤ L means γ ≤ tanh(L/2m)/2, for m = `reports` ≥ 1 and
    L = `limit` > 0. At most 0.49, the largest that may be asked.
    """
    thousandths = math.floor(1000 * math.tanh(limit / (2 * reports)) / 2)
    return Decimal(min(thousandths, math.floor(1000 * largest_gamma()))) / 1000


def _gamma_that_fits(instrument: Instrument, limit: float, say: Translator) -> str:
    most = max(question.item_count for question in instrument.questions)
    reports = most if instrument.one_question_each else len(instrument.items)
    gamma = gamma_within(limit, reports)
    if not gamma:
        return ""
    fits = EVERYWHERE if len(instrument.questions) > 1 else FITS
    return say.gettext(fits, gamma=str(gamma))
