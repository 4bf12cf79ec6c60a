"""k-anonymity, l-diversity, t-closeness: three measures of one released table."""

from fractions import Fraction

from survey.lab.experiments.group_measures import (
    anonymity,
    closeness,
    distances,
    diversity,
    groups_of,
    heaps,
)
from survey.lab.experiments.hospital_data import LEVELS, PATIENTS, THREE_DIGITS, released
from survey.lab.experiments.suppression import (
    FOUR_COLUMNS,
    FOUR_ROWS,
    cheapest_partition,
    fewest_stars,
    suppressed,
)
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider, Table

SHORT = ("exact", "decades", "ZIP 4 digits", "three ages", "two ages", "nothing")
CONDITION, NIGHTS = range(2)
ATTRIBUTES = ("condition", "nights")
K_OF_FOUR = 2


def measures(level: int, attribute: int) -> tuple[int, int, Fraction]:
    """(k, l, t) of the hospital's table at a level, for condition (0) or nights (1)."""
    groups = groups_of([released(patient, level) for patient in PATIENTS])
    sensitive = _sensitive(attribute)
    return (
        anonymity(groups),
        diversity(groups, sensitive),
        closeness(groups, sensitive, ordered=attribute == NIGHTS),
    )


def run(level: int, attribute: int) -> Outcome:
    says = _says(level, attribute)
    at_each = [measures(each, attribute)[:2] for each in range(len(LEVELS))]
    bars = tuple(
        Series(label, tuple((each, found[place]) for each, found in enumerate(at_each)), "bars")
        for place, label in enumerate(("k: smallest group", "l: fewest values"))
    )
    chart = Chart(
        "The same k can come with a small or a large l, and with a small or a large t: "
        f"k says nothing about the sensitive values. {says}",
        Axis("What is released", -0.5, len(LEVELS) - 0.5, words=SHORT),
        Axis("k, in patients, and l, in values", 0, len(PATIENTS)),
        bars,
        mark=level,
    )
    tables = (
        _hospital(level, attribute),
        _moved(level, attribute),
        _all_levels(level, attribute),
        _four(),
    )
    return Outcome(says, chart, tables)


def _sensitive(attribute: int) -> list[str | int]:
    return [getattr(patient, ATTRIBUTES[attribute]) for patient in PATIENTS]


def _says(level: int, attribute: int) -> str:
    k, l_value, t = measures(level, attribute)
    return (
        f"Released: {LEVELS[level]}; for the {ATTRIBUTES[attribute]} that gives "
        f"k = {k}, l = {l_value}, t = {float(t):.2f}."
    )


def _hospital(level: int, attribute: int) -> Table:
    shown = [released(patient, level) for patient in PATIENTS]
    sensitive = _sensitive(attribute)
    groups = groups_of(shown)
    rows: list[tuple[str | int, ...]] = []
    marked: set[int] = set()
    far = distances(groups, sensitive, ordered=attribute == NIGHTS)
    for group, distance in zip(groups, far, strict=True):
        values = len({sensitive[row] for row in group})
        if values == 1:
            marked.update(range(len(rows), len(rows) + len(group)))
        size = f"{_count(len(group), 'row')}, {_count(values, 'value')}"
        about = f"{size}, distance {float(distance):.2f}"
        rows += [
            (*shown[row], PATIENTS[row].condition, PATIENTS[row].nights, about) for row in group
        ]
    return Table(
        f"The hospital's table as released. Marked rows lie in a group with one value of the "
        f"{ATTRIBUTES[attribute]}: to know that someone is in it is to know that value.",
        ("ZIP code", "Age", "Nationality", "Condition", "Nights", "Its group"),
        tuple(rows),
        frozenset(marked),
    )


def _moved(level: int, attribute: int) -> Table:
    """The mass that is moved in the group that is furthest from the table."""
    sensitive = _sensitive(attribute)
    groups = groups_of([released(patient, level) for patient in PATIENTS])
    far = distances(groups, sensitive, ordered=attribute == NIGHTS)
    worst = groups[far.index(max(far))]
    found = heaps([sensitive[row] for row in worst], sensitive)
    what = "carried past each, divided by m − 1" if attribute == NIGHTS else "surpluses p − q"
    return Table(
        f"What t = {float(max(far)):.2f} moves, in the furthest group: the sum of the {what}",
        ("Value", "Group p", "Table q", "p − q", "Carried on"),
        tuple(
            (each.value, *(f"{float(share):.2f}" for share in
             (each.group, each.table, each.group - each.table, each.carried)))
            for each in found
        ),
        frozenset(place for place, each in enumerate(found) if each.group > each.table),
    )  # fmt: skip


def _all_levels(level: int, attribute: int) -> Table:
    rows = []
    for each, words in enumerate(LEVELS):
        k, l_value, t = measures(each, attribute)
        name = f"{words} (as above)" if each == level else words
        rows.append((name, k, l_value, f"{float(t):.2f}"))
    return Table(
        f"All releases and the {ATTRIBUTES[attribute]}: the same k with a small or a large l, and "
        "with a small or a large t. The one above is marked",
        ("Released", "k", "l", "t"),
        tuple(rows),
        frozenset({level}),
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _four() -> Table:
    partition = cheapest_partition(FOUR_ROWS, K_OF_FOUR)
    stars, more, most = (fewest_stars(FOUR_ROWS, k) for k in (K_OF_FOUR, 3, 4))
    cells = len(FOUR_ROWS) * len(FOUR_COLUMNS)
    number = {row: place for place, group in enumerate(partition, 1) for row in group}
    return Table(
        f"A table of four, {K_OF_FOUR}-anonymous with the fewest stars: {stars} of {cells} cells. "
        f"For k = 3 it takes {more} stars, and for k = 4 it takes {most}",
        (*FOUR_COLUMNS, "Group"),
        tuple((*row, number[place]) for place, row in enumerate(suppressed(FOUR_ROWS, partition))),
    )


LESSON = Lesson(
    name="k-anonymity",
    title="k-anonymity, l-diversity, t-closeness",
    point="To be one of four is no cover where all four have the same disease.",
    guess=Guess(
        "A hospital has changed its table until everybody looks like three others. Can you still "
        "learn for certain what somebody has?",
        ("No: four share each row", "Only with other tables", "Yes, of some"),
        right=2,
        why="Where all four of a group have the same condition, it is certain.",
    ),
    sentences=(
        "A table is k-anonymous if every row looks like at least k − 1 others in its "
        "quasi-identifiers: all that outsiders may know.",
        "If all rows of such a group share one diagnosis, its members are exposed all the same, "
        "and so l counts the distinct values in a group.",
        "Distinct values can still be alike, or far from usual, and so t measures how far a "
        "group's distribution is from the whole table's.",
    ),
    formula=(
        "k = size of the smallest group; l = fewest distinct sensitive values in a group",
        "t = largest distance of a group's shares p from the table's shares q",
        "distance = ½ Σ |pᵢ − qᵢ| for conditions",
        "distance = Σᵢ |(p₁ + … + pᵢ) − (q₁ + … + qᵢ)| / (m − 1) for m ordered values such as "
        "nights",
    ),
    source="A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam, l-diversity: privacy "
    "beyond k-anonymity, ACM Transactions on Knowledge Discovery from Data 1(1) (2007); N. Li, "
    "T. Li, S. Venkatasubramanian, t-closeness: privacy beyond k-anonymity and l-diversity, "
    "ICDE 2007; the table of four: A. Meyerson, R. Williams, On the complexity of optimal "
    "k-anonymity, PODS 2004",
    failure="With age in three classes the table is 4-anonymous, and yet everyone in their "
    "thirties has cancer: l = 1. For the nights there l = 4, but all four stay at least nine "
    "nights. None of the three measures holds against someone who has other tables or other "
    "knowledge.",
    here="This app releases no generalized table. Each answer is randomized in the browser before "
    "it is sent, and ε bounds what a report adds to anyone's knowledge, whatever else they know. "
    "Results stay hidden below a minimum number of responses, 5 if the instructor does not change "
    "it, but the guarantee does not rest on that.",
    settings=(
        Slider("level", "Released", 0, len(LEVELS) - 1, default=THREE_DIGITS, words=LEVELS),
        Slider("attribute", "Sensitive attribute", CONDITION, NIGHTS, CONDITION, words=ATTRIBUTES),
    ),
    run=run,
    slips="The ordered distance is divided by m − 1; without that it is not at most 1, and t "
    "cannot be compared between attributes. And the fewest stars are NP-hard to find for k ≥ 3, by "
    "a reduction from k-dimensional perfect matching, not for every k: k = 2 is a matching "
    "problem, in groups of two and three rows, and takes polynomial time (J. Blocki, R. Williams, "
    "Resolving the complexity of some data privacy problems, ICALP 2010). For larger k, at most "
    "O(log k) times the fewest are found fast (H. Park, K. Shim, Approximate algorithms for "
    "k-anonymity, SIGMOD 2007).",
)
