"""k, l and t of a table whose rows form groups of equal looks; and suppression.

Suppression blanks out the fewest cells so that each row looks like k − 1 others.
Source: A. Meyerson and R. Williams, On the complexity of optimal k-anonymity, PODS 2004.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations

from survey.errors import ParameterError
from survey.translations.marked import N_

Groups = list[list[int]]
Sensitive = Sequence[str | int]  # all texts, or all numbers, which have an order
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


def groups_of(shown: Sequence[Hashable]) -> Groups:
    """The numbers of the rows that look the same, group by group, in order of first rows."""
    same: dict[Hashable, list[int]] = {}
    for row, values in enumerate(shown):
        same.setdefault(values, []).append(row)
    return list(same.values())


def anonymity(groups: Groups) -> int:
    """k: the size of the smallest group (Sweeney 2002)."""
    return min(len(group) for group in groups)


def dummy_rows(groups: Groups, k: int) -> int:
    """Σ max(0, k − size): the invented rows that bring every group to k, with no value hidden.

    Each of them is false, and every count includes it.
    """
    return sum(max(0, k - len(group)) for group in groups)


def diversity(groups: Groups, sensitive: Sequence[Hashable]) -> int:
    """l: the fewest distinct sensitive values in a group (Machanavajjhala et al. 2007)."""
    return min(len({sensitive[row] for row in group}) for group in groups)


def differences(group: Sensitive, table: Sensitive) -> list[Fraction]:
    """p − q for each value of the table in ascending order: the group's share less the table's.

    Every value of the group must be in the table; neither may be empty.
    """
    return [
        Fraction(group.count(value), len(group)) - Fraction(table.count(value), len(table))
        for value in sorted(set(table))
    ]


def equal_distance(group: Sensitive, table: Sensitive) -> Fraction:
    """½ Σ |p − q|, in [0, 1]: earth mover's distance if all values are equally far apart."""
    return sum(map(abs, differences(group, table)), Fraction(0)) / 2


def ordered_distance(group: Sensitive, table: Sensitive) -> Fraction:
    """Σᵢ |Σ_{j≤i} (pⱼ − qⱼ)| / (m − 1), in [0, 1], for m values in their order; 0 if m = 1.

    The earth mover's distance where neighbours are 1/(m − 1) apart, so that the
    first and last value are 1 apart (Li, Li and Venkatasubramanian 2007).
    """
    steps = differences(group, table)
    if len(steps) == 1:
        return Fraction(0)
    return sum(map(abs, accumulate(steps)), Fraction(0)) / (len(steps) - 1)


@dataclass(frozen=True)
class Heap:
    """One value's share in a group and in the table; `carried` goes on to the next value."""

    value: str | int
    group: Fraction
    table: Fraction
    carried: Fraction


def heaps(group: Sensitive, table: Sensitive) -> list[Heap]:
    """The mass that is moved to make the group's distribution the table's, value by value.

    A value's surplus is carried on to the next, in the values' order: Σ_{j≤i} (pⱼ − qⱼ). For values
    without an order the surpluses p − q alone count, and they add up to `equal_distance`.
    """
    values = sorted(set(table))
    return [
        Heap(
            value,
            Fraction(group.count(value), len(group)),
            Fraction(table.count(value), len(table)),
            carried,
        )
        for value, carried in zip(values, accumulate(differences(group, table)), strict=True)
    ]


def distances(groups: Groups, sensitive: Sensitive, *, ordered: bool) -> list[Fraction]:
    """How far each group's distribution of sensitive values is from the whole table's."""
    distance = ordered_distance if ordered else equal_distance
    return [distance([sensitive[row] for row in group], sensitive) for group in groups]


def closeness(groups: Groups, sensitive: Sensitive, *, ordered: bool) -> Fraction:
    """t: the farthest group's distance from the whole table (Li et al. 2007)."""
    return max(distances(groups, sensitive, ordered=ordered))


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
