"""The tables of the bench: its mechanisms side by side, databases as vectors, and errors."""

import math
from fractions import Fraction

from survey.lab.experiments.bench import (
    EXAMPLES,
    MECHANISMS,
    OBLIVIOUS,
    hamming,
    largest_factor,
    least_delta,
    mean_error,
    pair,
    yes_count,
)
from survey.lab.figures import short
from survey.lab.lesson import Table
from survey.lab.words import FIGURES, said
from survey.translations.marked import N_

SAME = 1e-12  # probabilities that differ by less are equal: the rounding of their sums


def mechanisms_table(epsilon: Fraction, mechanism: int, chosen: range) -> Table:
    rows = []
    for each in MECHANISMS:
        first, second = pair(each, float(epsilon))
        delta = least_delta(first, second, float(epsilon))
        factor = largest_factor(first, second)
        rows.append(
            (
                each.name,
                FIGURES.decimal(first[chosen].sum(), 3),
                FIGURES.decimal(second[chosen].sum(), 3),
                "∞" if math.isinf(factor) else FIGURES.decimal(factor, 3),
                short(delta) if delta > SAME else "0",
            )
        )
    return Table(
        said(
            N_("All seven, for the same S; e^ε = %(factor)s. The one above is marked"),
            factor=FIGURES.decimal(math.exp(epsilon), 3),
        ),
        (N_("Published"), "P(S)", "P′(S)", N_("Largest factor"), N_("δ it takes")),
        tuple(rows),
        frozenset({mechanism}),
    )


def databases_table() -> Table:
    """Databases compared with the first one: their distance, and the query's value for each."""
    rows = tuple((" ".join(each), hamming(EXAMPLES[0], each), yes_count(each)) for each in EXAMPLES)
    return Table(
        N_(
            "A database is a vector with an entry a person, ⊥ for who is absent; a query f, here "
            "how many 1 there are, is computed from it. The neighbours of the first are marked"
        ),
        ("x", N_("Distance d"), "f(x)"),
        rows,
        frozenset(place for place, (_, distance, _) in enumerate(rows) if distance == 1),
    )


def errors_table(epsilon: Fraction, mechanism: int) -> Table:
    """The errors of the oblivious mechanisms, whose law depends on the query's value alone."""
    errors = ((each.name, mean_error(each, float(epsilon))) for each in OBLIVIOUS)
    rows = tuple((name, FIGURES.decimal(error, 2)) for name, error in errors)
    return Table(
        N_(
            "Oblivious mechanisms: what they publish depends on x through f(x) alone. Of those "
            "that keep the promise, whole-number noise is optimal for a count, whatever is "
            "believed before"
        ),
        (N_("Published"), N_("Off by, on average")),
        rows,
        frozenset(place for place, each in enumerate(OBLIVIOUS) if each == MECHANISMS[mechanism]),
    )
