"""The words for each interval, in one place and marked for translation.

The words of exports stay English, since they travel with the file.
"""

from dataclasses import dataclass

from survey.core.intervals.anytime import ANYTIME
from survey.core.intervals.class_sets import CLASS
from survey.core.intervals.hoeffding import HOEFFDING
from survey.core.intervals.population import POPULATION
from survey.text.translator import N_


@dataclass(frozen=True)
class IntervalWords:
    """What pages and exports say of an interval.

    `sentence` says when it is right; `of_numbers` says so for a mean of numbers, if that
    differs. `definition` stands in exports. An interval that a reader may be told also has a
    `legend` for pictures and a sentence for the `report`.
    """

    title: str
    sentence: str
    definition: str
    legend: str = ""
    report: str = ""
    of_numbers: str = ""


# In the order of the registry; a test compares them.
INTERVAL_WORDS = {
    HOEFFDING.name: IntervalWords(
        N_("Hoeffding"),
        N_("holds for any class, looked at once, and assumes nothing more"),
        "estimate -+ sqrt(ln(2 / alpha) / (2 respondents)) / (keep - other) "
        "with alpha = 1 - confidence; not clipped; for a mean times the range of its answers",
    ),
    CLASS.name: IntervalWords(
        N_("Class"),
        N_(
            "exact for this very class, where only the coins are random, unless it was closed for "
            "how the figures looked"
        ),
        "exact for this very class: every true number t of yes for which neither tail of "
        "Bin(t, keep) + Bin(respondents - t, other) at reported_yes is alpha/2 or "
        "less, as shares; empty if no class could plausibly have sent this",
        N_("class interval"),
        "The class interval is exact for this very class, where only the coins are random.",
        N_("for this very class, whatever its numbers are"),
    ),
    POPULATION.name: IntervalWords(
        N_("Population"),
        N_("for a class that is a random sample of a larger population"),
        "for a class that is a random sample of a larger population: Clopper-Pearson's interval of "
        "reported_yes / respondents, put through the estimate's formula; not clipped",
    ),
    ANYTIME.name: IntervalWords(
        N_("Anytime"),
        N_("still right however often you look while responses arrive"),
        "valid however often one looks: estimate -+ sqrt((V + rho) ln((V + rho) / (rho alpha^2))) "
        "/ ((keep - other) respondents) with V = respondents times a variance proxy (gamma / "
        "epsilon for yes/no) and rho tuned for the class size that was expected; not clipped",
        N_("anytime interval"),
        "The anytime interval stays right however often one looks while responses arrive.",
    ),
}
