"""The words for each interval, in one place and marked for translation.

The words of exports stay English, since they travel with the file.
"""

from dataclasses import dataclass

from survey.core.intervals.anytime import ANYTIME
from survey.core.intervals.class_sets import CLASS
from survey.core.intervals.hoeffding import HOEFFDING
from survey.core.intervals.population import POPULATION
from survey.translations.marked import N_


@dataclass(frozen=True)
class IntervalWords:
    """What pages and exports say of an interval.

    `sentence` says when it is right; `of_numbers` says so for a mean of numbers, if that
    differs. `definition` stands in exports. What a reader may be told by is `spoken` of within
    a sentence.
    """

    title: str
    sentence: str
    definition: str
    of_numbers: str = ""
    spoken: str = ""


# In the order of the registry; a test compares them.
INTERVAL_WORDS = {
    HOEFFDING.name: IntervalWords(
        N_("Hoeffding"),
        N_("holds for any class, looked at once, and assumes nothing more"),
        "estimate -+ sqrt(ln(2 / alpha) / (2 respondents)) / (keep - other) "
        "with alpha = 1 - confidence; not clipped; for a mean times the range of its answers",
        spoken=N_("if you look once"),
    ),
    CLASS.name: IntervalWords(
        N_("Class"),
        N_(
            "exact for this very class, where only the coins are random, unless it was closed for "
            "how the figures looked"
        ),
        "exact for this very class: each true number t of yes takes the counts s in falling order "
        "of P_t(s) / max_u P_u(s), where P_t is the law of Bin(t, keep) + "
        "Bin(respondents - t, other), ties together, until they have the confidence; from the "
        "least to the most t that took reported_yes, as shares. Beyond 1000 respondents every t "
        "for which neither tail of P_t at reported_yes is alpha/2 or less; empty if there is none",
        N_("for this very class, whatever its numbers are"),
        N_("for exactly this class"),
    ),
    POPULATION.name: IntervalWords(
        N_("Population"),
        N_("for a class that is a random sample of a larger population"),
        "for a class that is a random sample of a larger population: as the class interval, "
        "with the law Bin(respondents, q) for q from other to keep, put through the estimate's "
        "formula. Beyond 1000 respondents, and for a mean of numbers, Clopper-Pearson's interval",
    ),
    ANYTIME.name: IntervalWords(
        N_("Anytime"),
        N_("still right however often you look while responses arrive"),
        "valid however often one looks: every true number t of yes for which sum_i w_i exp(l_i "
        "reported_yes - t ln(1 + keep (e^l_i - 1)) - (respondents - t) ln(1 + other (e^l_i - 1))) "
        "< 1 / alpha, as shares; l_i = (-5 + i/20) d for i = 0..200, w_i proportional to "
        "exp(-(l_i/d)^2 / 2), d = sqrt(x / (N v)), x = -W_-1(-alpha^2/e) - 1, v = (keep (1 - keep) "
        "+ other (1 - other)) / 2, N the class size that was expected; empty if there is none",
        spoken=N_("however often you look"),
    ),
}
