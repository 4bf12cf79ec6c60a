"""The lesson on k-anonymity, l-diversity and t-closeness, three measures of a released table."""

from survey.lab.experiments.anonymity import (
    CONDITION,
    NIGHTS,
    WORDS,
    all_levels,
    four_people,
    hospital,
    measures,
    moved,
)
from survey.lab.experiments.hospital_data import LEVELS, PATIENTS, THREE_DIGITS
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider
from survey.lab.words import FIGURES, in_a_row, said
from survey.translations.marked import N_

SHORT = (
    N_("exact"),
    N_("decades"),
    N_("ZIP 4 digits"),
    N_("three ages"),
    N_("two ages"),
    N_("nothing"),
)


def run(level: int, attribute: int) -> Outcome:
    says = _says(level, attribute)
    at_each = [measures(each, attribute)[:2] for each in range(len(LEVELS))]
    bars = tuple(
        Series(label, tuple((each, found[place]) for each, found in enumerate(at_each)), "bars")
        for place, label in enumerate((N_("k: smallest group"), N_("l: fewest values")))
    )
    chart = Chart(
        in_a_row(
            N_(
                "The same k can come with a small or a large l, and with a small or a large t: k "
                "says nothing about the sensitive values."
            ),
            says,
        ),
        Axis(N_("What is released"), -0.5, len(LEVELS) - 0.5, words=SHORT),
        Axis(N_("k, in patients, and l, in values"), 0, len(PATIENTS)),
        bars,
        mark=level,
    )
    tables = (
        hospital(level, attribute),
        moved(level, attribute),
        all_levels(level, attribute),
        four_people(),
    )
    return Outcome(says, chart, tables)


def _says(level: int, attribute: int) -> str:
    k, l_value, t = measures(level, attribute)
    return said(
        N_("Released: %(level)s; sensitive: %(attribute)s. k = %(k)s, l = %(l)s, t = %(t)s."),
        level=LEVELS[level],
        attribute=WORDS[attribute],
        k=k,
        l=l_value,
        t=FIGURES.decimal(float(t), 2),
    )


LESSON = Lesson(
    name="k-anonymity",
    title=N_("k-anonymity, l-diversity, t-closeness"),
    point=N_("To be one of four is no cover where all four have the same disease."),
    guess=Guess(
        N_(
            "A hospital has changed its table until everybody looks like three others. Can you "
            "still learn for certain what somebody has?"
        ),
        (N_("No: four share each row"), N_("Only with other tables"), N_("Yes, of some")),
        right=2,
        why=N_("Where all four of a group have the same condition, it is certain."),
    ),
    sentences=(
        N_(
            "A table is k-anonymous if every row looks like at least k − 1 others in its "
            "quasi-identifiers: all that outsiders may know."
        ),
        N_(
            "If all rows of such a group share one diagnosis, its members are exposed all the "
            "same, and so l counts the distinct values in a group."
        ),
        N_(
            "Distinct values can still be alike, or far from usual, and so t measures how far a "
            "group's distribution is from the whole table's."
        ),
    ),
    formula=(
        N_(r"$k$: size of the smallest group; $l$: fewest distinct sensitive values in a group"),
        N_(r"$t$: largest distance of a group's shares $p$ from the table's shares $q$"),
        N_(r"conditions: $\frac 1 2 \sum_i |p_i - q_i|$"),
        N_(r"$m$ ordered values: $\frac{1}{m-1} \sum_i |P_i - Q_i|$, $P_i = p_1 + … + p_i$"),
    ),
    source="A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam, l-diversity: privacy "
    "beyond k-anonymity, ACM Transactions on Knowledge Discovery from Data 1(1) (2007); N. Li, "
    "T. Li, S. Venkatasubramanian, t-closeness: privacy beyond k-anonymity and l-diversity, "
    "ICDE 2007; the table of four: A. Meyerson, R. Williams, On the complexity of optimal "
    "k-anonymity, PODS 2004",
    failure=N_(
        "With age in three classes the table is 4-anonymous, and yet everyone in their "
        "thirties has cancer: l = 1. For the nights there l = 4, but all four stay at least nine "
        "nights. None of the three measures holds against someone who has other tables or other "
        "knowledge."
    ),
    here=N_(
        "This app releases no generalized table. Each answer is randomized in the browser before "
        "it is sent, and ε bounds what a report adds to anyone's knowledge, whatever else they "
        "know. Results stay hidden below a minimum number of responses, 5 if the instructor does "
        "not change it, but the guarantee does not rest on that."
    ),
    settings=(
        Slider("level", N_("Released"), 0, len(LEVELS) - 1, default=THREE_DIGITS, words=LEVELS),
        Slider("attribute", N_("Sensitive attribute"), CONDITION, NIGHTS, CONDITION, words=WORDS),
    ),
    run=run,
    slips=N_(
        "The ordered distance is divided by m − 1; without that it is not at most 1, and t cannot "
        "be compared between attributes. And the fewest stars are NP-hard to find for k ≥ 3, by a "
        "reduction from k-dimensional perfect matching, not for every k: k = 2 is a matching "
        "problem, in groups of two and three rows, and takes polynomial time (J. Blocki, R. "
        "Williams, Resolving the complexity of some data privacy problems, ICALP 2010). For larger "
        "k, at most O(log k) times the fewest are found fast (H. Park, K. Shim, Approximate "
        "algorithms for k-anonymity, SIGMOD 2007)."
    ),
)
