"""The tables of the lesson on k-anonymity: the hospital's, its measures, and one with stars."""

from fractions import Fraction

from survey.lab.experiments.group_measures import (
    FOUR_COLUMNS,
    FOUR_ROWS,
    anonymity,
    cheapest_partition,
    closeness,
    distances,
    diversity,
    dummy_rows,
    fewest_stars,
    groups_of,
    heaps,
    suppressed,
)
from survey.lab.experiments.hospital_data import LEVELS, PATIENTS, released
from survey.lab.lesson import Table
from survey.lab.words import FIGURES, said
from survey.translations.marked import N_

CONDITION, NIGHTS = range(2)
ATTRIBUTES = ("condition", "nights")
WORDS = (N_("condition"), N_("nights"))
K_OF_FOUR = 2
K_WANTED = 4  # of the dummy rows


def measures(level: int, attribute: int) -> tuple[int, int, Fraction]:
    """(k, l, t) of the hospital's table at a level, for condition (0) or nights (1)."""
    groups = groups_of([released(patient, level) for patient in PATIENTS])
    sensitive = _sensitive(attribute)
    return (
        anonymity(groups),
        diversity(groups, sensitive),
        closeness(groups, sensitive, ordered=attribute == NIGHTS),
    )


def _sensitive(attribute: int) -> list[str | int]:
    return [getattr(patient, ATTRIBUTES[attribute]) for patient in PATIENTS]


def hospital(level: int, attribute: int) -> Table:
    """The table at a level, group by group; a group with a single value is marked."""
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
        about = (len(group), values, FIGURES.decimal(float(distance), 2))
        rows += [
            (*shown[row], PATIENTS[row].condition, PATIENTS[row].nights, *about) for row in group
        ]
    return Table(
        said(
            N_(
                "The hospital's table as released. Marked rows lie in a group with one value, of "
                "what is sensitive (%(attribute)s): to know that someone is in it is to know that "
                "value."
            ),
            attribute=WORDS[attribute],
        ),
        (
            N_("ZIP code"),
            N_("Age"),
            N_("Nationality"),
            N_("Condition"),
            N_("Nights"),
            N_("Its group"),
            N_("Values"),
            N_("Distance"),
        ),
        tuple(rows),
        frozenset(marked),
    )


def moved(level: int, attribute: int) -> Table:
    """The mass that is moved in the group whose distribution is farthest from the table's."""
    sensitive = _sensitive(attribute)
    groups = groups_of([released(patient, level) for patient in PATIENTS])
    far = distances(groups, sensitive, ordered=attribute == NIGHTS)
    worst = groups[far.index(max(far))]
    found = heaps([sensitive[row] for row in worst], sensitive)
    what = (
        N_("carried past each, divided by m − 1") if attribute == NIGHTS else N_("surpluses p − q")
    )
    return Table(
        said(
            N_("What t = %(t)s moves, in the furthest group: the sum of the %(what)s"),
            t=FIGURES.decimal(float(max(far)), 2),
            what=what,
        ),
        (N_("Value"), N_("Group p"), N_("Table q"), "p − q", N_("Carried on")),
        tuple(
            (each.value, *(FIGURES.decimal(float(share), 2) for share in
             (each.group, each.table, each.group - each.table, each.carried)))
            for each in found
        ),
        frozenset(place for place, each in enumerate(found) if each.group > each.table),
    )  # fmt: skip


def all_levels(level: int, attribute: int) -> Table:
    """k, l and t of every release, and the dummy rows that it lacks."""
    rows = []
    for each, words in enumerate(LEVELS):
        k, l_value, t = measures(each, attribute)
        name = said(N_("%(level)s (as above)"), level=words) if each == level else words
        dummies = dummy_rows(groups_of([released(one, each) for one in PATIENTS]), K_WANTED)
        rows.append((name, k, l_value, FIGURES.decimal(float(t), 2), dummies))
    return Table(
        said(
            N_(
                "All releases, for %(attribute)s: the same k with a small or a large l, and with "
                "a small or a large t. Made-up dummy rows would bring each to k = %(k)s. The one "
                "above is marked"
            ),
            attribute=WORDS[attribute],
            k=K_WANTED,
        ),
        (N_("Released"), "k", "l", "t", N_("Dummy rows")),
        tuple(rows),
        frozenset({level}),
    )


def four_people() -> Table:
    """The example of Meyerson and Williams, with the fewest stars."""
    partition = cheapest_partition(FOUR_ROWS, K_OF_FOUR)
    stars, more, most = (fewest_stars(FOUR_ROWS, k) for k in (K_OF_FOUR, 3, 4))
    cells = len(FOUR_ROWS) * len(FOUR_COLUMNS)
    number = {row: place for place, group in enumerate(partition, 1) for row in group}
    return Table(
        said(
            N_(
                "A table of four, %(k)s-anonymous with the fewest stars: %(stars)s of %(cells)s "
                "cells. For k = 3 it takes %(more)s stars, and for k = 4 it takes %(most)s"
            ),
            k=K_OF_FOUR,
            stars=stars,
            cells=cells,
            more=more,
            most=most,
        ),
        (*FOUR_COLUMNS, N_("Group")),
        tuple((*row, number[place]) for place, row in enumerate(suppressed(FOUR_ROWS, partition))),
    )
