"""The Laplace law: its density, its tails for one answer and for many, and sensitivities.

Also a table of queries on a few people, whose sensitivities are found by trying all neighbours.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from statistics import median

from survey.lab.figures import short
from survey.lab.lesson import Table
from survey.lab.words import said
from survey.translations.marked import N_

Database = tuple[int, ...]
Query = Callable[[Database], Sequence[float]]
PEOPLE = 3
RATINGS = (0, 1, 2, 3)


def density(x: float, scale: float) -> float:
    """e^(−|x|/b) / (2b), b = `scale` > 0. Its integral over all x is 1."""
    return math.exp(-abs(x) / scale) / (2 * scale)


def scale_for(epsilon: float, sensitivity: float, answers: int = 1) -> float:
    """kΔ/ε: the scale of each of k answers that share ε, each of sensitivity Δ."""
    return answers * sensitivity / epsilon


def beyond(distance: float, scale: float) -> float:
    """P(|z| > α) = e^(−α/b), for a distance α ≥ 0."""
    return math.exp(-distance / scale)


def any_beyond(distance: float, scale: float, answers: int) -> float:
    """1 − (1 − e^(−α/b))^k: the chance that any of k independent noises is beyond α."""
    return 1 - (1 - beyond(distance, scale)) ** answers


def union_bound(distance: float, scale: float, answers: int) -> float:
    """k · e^(−α/b), at least `any_beyond`; with b = kΔ/ε it is k · e^(−αε/(kΔ))."""
    return answers * beyond(distance, scale)


@dataclass(frozen=True)
class Sensitivity:
    """max ‖q(x) − q(y)‖₁ over neighbours, and a pair that reaches it."""

    value: float
    first: Database
    second: Database


def sensitivity(query: Query, people: int, values: Sequence[int]) -> Sensitivity:
    """The ℓ₁ sensitivity by trying all neighbours: entries from `values`, one of them changed."""
    return max(
        (Sensitivity(_distance(query(x), query(y)), x, y) for x, y in _neighbours(people, values)),
        key=lambda found: found.value,
    )


def _neighbours(people: int, values: Sequence[int]) -> Iterator[tuple[Database, Database]]:
    for x in product(values, repeat=people):
        for place in range(people):
            for value in values:
                if value != x[place]:
                    yield x, (*x[:place], value, *x[place + 1 :])


def _distance(first: Sequence[float], second: Sequence[float]) -> float:
    return sum(abs(p - q) for p, q in zip(first, second, strict=True))


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
