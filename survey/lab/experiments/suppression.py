"""Suppression: the fewest cells to blank out so that each row looks like k − 1 others.

A. Meyerson and R. Williams, On the complexity of optimal k-anonymity, PODS 2004.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from survey.errors import ParameterError
from survey.translations.marked import N_

Row = tuple[str, ...]
Partition = tuple[tuple[int, ...], ...]

STAR = "*"
# The search tries up to 3^rows pairs: the rows that are left, and a group of them.
MOST_ROWS = 12

# First name, last name, age, race: the example of Meyerson and Williams.
FOUR_COLUMNS = (N_("First"), N_("Last"), N_("Age"), N_("Race"))
FOUR_ROWS = (
    ("Harry", "Stone", "34", N_("Afr-Am")),
    ("John", "Reyser", "36", N_("Cauc")),
    ("Beatrice", "Stone", "34", N_("Afr-Am")),
    ("John", "Ramos", "22", N_("Hisp")),
)


def stars_of(rows: Sequence[Row]) -> int:
    """The cells that make these rows equal: all of each column in which they differ."""
    return len(rows) * sum(len(set(column)) > 1 for column in zip(*rows, strict=True))


def cheapest_partition(rows: Sequence[Row], k: int) -> Partition:
    """The rows' numbers in groups of at least k, so that the fewest cells are suppressed.

    Exact: tries, for the first row that is left, every group of k to 2k − 1 rows. It needs
    no larger ones, since splitting a group never costs more. Raises ParameterError unless
    1 ≤ k ≤ number of rows ≤ 12.

    Takes time exponential in the rows, and for k ≥ 3 it is NP-hard. Take a hypergraph whose
    edges, all different, have k vertices each. A table has a row for each vertex and a
    column for each edge: 0 if the vertex lies in it, else a value that no other row has.
    Then k rows agree in one column at most, if they are that edge, and more rows in none.
    So vertices · (edges − 1) stars suffice exactly if some edges cover each vertex once:
    k-dimensional perfect matching. For k = 2 that is matching in a graph, and
    2-anonymity, in groups of two and three, takes polynomial time too (J. Blocki and
    R. Williams, ICALP 2010).
    """
    if not 1 <= k <= len(rows) <= MOST_ROWS:
        raise ParameterError(f"Give 1 ≤ k ≤ the number of rows ≤ {MOST_ROWS}.", "k")

    @cache
    def cheapest(left: tuple[int, ...]) -> tuple[int, Partition] | None:
        if not left:
            return 0, ()
        first, *others = left
        found = []
        for size in range(k, min(2 * k - 1, len(left)) + 1):
            for company in combinations(others, size - 1):
                group = (first, *company)
                rest = cheapest(tuple(row for row in left if row not in group))
                if rest is not None:
                    cost = stars_of([rows[row] for row in group])
                    found.append((cost + rest[0], (group, *rest[1])))
        return min(found, default=None)

    found = cheapest(tuple(range(len(rows))))
    assert found is not None  # k rows or more can always be put into such groups
    return found[1]


def suppressed(rows: Sequence[Row], partition: Partition) -> tuple[Row, ...]:
    """The rows, with a star for every cell in a column in which its group differs."""
    result = list(rows)
    for group in partition:
        same = [len(set(column)) == 1 for column in zip(*(rows[row] for row in group), strict=True)]
        for row in group:
            cells = zip(rows[row], same, strict=True)
            result[row] = tuple(cell if kept else STAR for cell, kept in cells)
    return tuple(result)


def fewest_stars(rows: Sequence[Row], k: int) -> int:
    """The fewest cells to suppress for k-anonymity; k and rows as in `cheapest_partition`."""
    return sum(row.count(STAR) for row in suppressed(rows, cheapest_partition(rows, k)))
