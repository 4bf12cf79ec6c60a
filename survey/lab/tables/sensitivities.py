"""Some queries of a few people, and their sensitivities by trying all neighbours."""

from functools import cache
from statistics import median

from survey.lab.experiments.laplace_law import Database, Query, sensitivity
from survey.lab.figures import short
from survey.lab.lesson import Table
from survey.lab.words import said
from survey.translations.marked import N_

PEOPLE = 3
RATINGS = (0, 1, 2, 3)


def bars(x: Database) -> tuple[int, ...]:
    """The histogram: how many chose each rating."""
    return tuple(x.count(each) for each in RATINGS)


QUERIES: tuple[tuple[str, Query, tuple[int, ...]], ...] = (
    (N_("how many say yes"), lambda x: (sum(x),), (0, 1)),
    (N_("share who say yes"), lambda x: (sum(x) / len(x),), (0, 1)),
    (N_("sum of ratings 0 to 3"), lambda x: (sum(x),), RATINGS),
    (N_("median rating"), lambda x: (median(x),), RATINGS),
    (N_("histogram of ratings"), bars, RATINGS),
    (N_("yes, and no"), lambda x: (x.count(1), x.count(0)), (0, 1)),
)


@cache
def sensitivity_table() -> Table:
    rows = []
    for name, query, values in QUERIES:
        found = sensitivity(query, PEOPLE, values)
        rows.append((name, short(found.value), f"{_listed(found.first)} → {_listed(found.second)}"))
    return Table(
        said(
            N_(
                "Sensitivity is a maximum over all neighbours: found by trying all, of %(people)s "
                "people"
            ),
            people=PEOPLE,
        ),
        (N_("Query"), N_("Δ, by ℓ₁"), N_("Reached by")),
        tuple(rows),
    )


def _listed(x: Database) -> str:
    return ", ".join(map(str, x))
