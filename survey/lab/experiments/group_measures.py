"""k, l and t of a table whose rows fall into groups that look the same."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

Groups = list[list[int]]
Sensitive = Sequence[str | int]  # all words, or all numbers: they have an order


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
    """Σ max(0, k − size): the made-up rows that bring every group to k, with no value hidden.

    Each of them is false, and counted by whoever counts.
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

    What a value has too much of is carried on, in the values' order: Σ_{j≤i} (pⱼ − qⱼ). For values
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
