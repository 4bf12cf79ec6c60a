"""The words for each interval, in one place and marked for translation.

The words of exports stay English, since they travel with the file.
"""

from dataclasses import dataclass

from survey.core.intervals.registry import (
    ANYTIME,
    ANYTIME_RATING,
    CLASS,
    CLOSED_MEAN,
    HOEFFDING,
    HORIZON,
    POPULATION,
)
from survey.translations.marked import N_


@dataclass(frozen=True)
class IntervalWords:
    """The words of an interval on pages and in exports.

    `sentence` states when the interval is right; `of_numbers` does so for a mean of numbers, if
    that differs. `definition` is for exports. `spoken` is the interval's name within sentences, if
    they use it.
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
        N_("exact for these people, if nobody closed the survey because of its figures"),
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
    HORIZON.name: IntervalWords(
        N_("Horizon"),
        N_(
            "right however often you look and whenever you close, where at most a fixed number of "
            "responses can come"
        ),
        "where at most N responses can come, fixed before the first, valid however often one looks "
        "and whenever one closes: every true number t of yes with |reported_yes - t keep - "
        "(respondents - t) other| <= c (0.9 + 0.1 respondents/N) sqrt(N v), as shares; v = (t keep "
        "(1 - keep) + (respondents - t) other (1 - other)) / respondents; c in steps of 0.001 is "
        "the least from 0.5 for which, over all answers in any order that may depend on the "
        "reports before, the chance that the true t is ever left out is at most alpha; empty if "
        "there is none. For a mean the same with the sum of the reports less what is expected of "
        "them, and v the largest variance of a report; cut to its range. Where the design makes "
        "finding c too long it is estimate -+ sqrt(N ln(2 / alpha) / 2) / (respondents (keep - "
        "other)), of a share of more than two options the anytime interval for N, and of a rating "
        "the anytime_rating interval for N",
        spoken=N_("however often you look, and whenever you close"),
    ),
    CLOSED_MEAN.name: IntervalWords(
        N_("Class, of a mean"),
        N_(
            "for the mean rating of these people, if nobody closed the survey because of its "
            "figures"
        ),
        "for the mean rating of this very class, read once: every mean with |D| <= X; D = sum of "
        "(reports - 1) - respondents other k (k - 1)/2 - (keep - other) sum of (ratings - 1); X is "
        "the least, in steps of 1 / (A + (k - 1) B), for which, over all ratings in any order that "
        "may depend on the reports before, the chance that |D| > X at the end or > 3 X before is "
        "at most alpha; cut to 1..k; empty if there is none. Where finding X takes too long it "
        "is the anytime_rating interval",
        spoken=N_("for exactly this class"),
    ),
    ANYTIME_RATING.name: IntervalWords(
        N_("Anytime, of a rating"),
        N_("of a mean rating: still right however often you look while responses arrive"),
        "for a mean rating, valid however often one looks: every mean 1 + (k - 1) u for which "
        "sum_i w_i exp(l_i s - respondents ((1 - u) K_0(l_i) + u K_(k-1)(l_i))) < 1 / alpha; s the "
        "sum of (report - 1)/(k - 1), K_v(l) = ln(other sum_j e^(l j/(k-1)) + (keep - other) e^(l "
        "v/(k-1))), j = 0..k-1; l_i and w_i as for the anytime interval, with v the variance of "
        "(report - 1)/(k - 1) from those whose rating is 1; empty if there is none",
        spoken=N_("however often you look"),
    ),
}
