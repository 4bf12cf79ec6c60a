"""Two tables joined by what both hold: which rows match one voter, and how alike rows look."""

from collections import Counter
from collections.abc import Sequence

from survey.lab.attacks.linkage_data import Traits, Visit, Voter
from survey.lab.words import said
from survey.translations.marked import N_

EXACT, MONTH, YEAR, DECADE, AREA, WITHOUT_SEX = range(6)


def generalized(traits: Traits, level: int) -> tuple[str, str, str]:
    """(ZIP code, birth, sex) as they are released at a level from 0 (exact) to 5 (coarsest).

    Each level hides what the one before hides, and more: rows that look the same at
    one level look the same at all later ones.
    """
    zip_code = traits.zip_code if level < AREA else f"{traits.zip_code[:3]}••"
    if level >= DECADE:
        born: str = said(N_("%(decade)ss"), decade=f"{traits.born.year // 10}0")
    else:
        born = traits.born.isoformat()[: {EXACT: 10, MONTH: 7, YEAR: 4}[level]]
    return zip_code, born, traits.sex if level < WITHOUT_SEX else "•"


def smallest_group(rows: Sequence[Visit], level: int) -> int:
    """k: the fewest rows that share all their generalized values; `rows` must not be empty.

    L. Sweeney, k-anonymity (2002): the release is k-anonymous for this k and no larger one.
    """
    return min(Counter(generalized(row.traits, level) for row in rows).values())


def matches(rows: Sequence[Visit], voters: Sequence[Voter], level: int) -> list[tuple[Voter, ...]]:
    """For each row the voters with the same generalized values: the join of both tables."""
    same: dict[tuple[str, str, str], list[Voter]] = {}
    for voter in voters:
        same.setdefault(generalized(voter.traits, level), []).append(voter)
    return [tuple(same.get(generalized(row.traits, level), ())) for row in rows]


def counts(rows: Sequence[Visit], voters: Sequence[Voter], level: int) -> tuple[int, int, int]:
    """How many rows match exactly one voter, several, and none; they add up to the rows."""
    found = [len(each) for each in matches(rows, voters, level)]
    one, none = found.count(1), found.count(0)
    return one, len(found) - one - none, none


def right_matches(rows: Sequence[Visit], voters: Sequence[Voter], level: int) -> int:
    """How many of the rows that match exactly one voter have that voter as their patient."""
    pairs = zip(rows, matches(rows, voters, level), strict=True)
    return sum([voter.name for voter in found] == [row.patient] for row, found in pairs)
