"""Linkage: rows without names, joined with a list that has names."""

from collections import Counter
from collections.abc import Sequence

from survey.lab.experiments.linkage_data import (
    CASES,
    GOVERNOR,
    VISITS,
    VOTERS,
    Traits,
    Visit,
    Voter,
)
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider, Table

EXACT, MONTH, YEAR, DECADE, AREA, WITHOUT_SEX = range(6)
LEVELS = (
    "ZIP code, birth date, sex",
    "ZIP code, birth month, sex",
    "ZIP code, birth year, sex",
    "ZIP code, birth decade, sex",
    "ZIP area, birth decade, sex",
    "ZIP area, birth decade",
)
SHORT = ("exact", "month", "year", "decade", "ZIP area", "no sex")


def generalized(traits: Traits, level: int) -> tuple[str, str, str]:
    """(ZIP code, birth, sex) as they are released at a level from 0 (exact) to 5 (coarsest).

    Each level hides what the one before hides, and more: rows that look the same at
    one level look the same at all later ones.
    """
    zip_code = traits.zip_code if level < AREA else f"{traits.zip_code[:3]}••"
    if level >= DECADE:
        born = f"{traits.born.year // 10}0s"
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


def run(level: int) -> Outcome:
    says = _says(level)
    at_each = [counts(VISITS, VOTERS, each) for each in range(len(LEVELS))]
    labels = ("match one voter", "match several voters", "match no voter")
    bars = [
        Series(label, tuple((each, found[place]) for each, found in enumerate(at_each)), "bars")
        for place, label in enumerate(labels)
    ]
    groups = Series(
        "smallest group k",
        tuple((each, smallest_group(VISITS, each)) for each in range(len(LEVELS))),
    )
    chart = Chart(
        "The more is generalized, the fewer medical rows match exactly one voter, and the larger "
        f"is the smallest group. {says}",
        Axis("What is released", -0.5, len(LEVELS) - 0.5, words=SHORT),
        Axis("Medical rows", 0, len(VISITS)),
        (*bars, groups),
        mark=level,
    )
    return Outcome(says, chart, (_table(level), _by_hand(), _elsewhere()))


def _by_hand() -> Table:
    return Table(
        "By hand: how many voters were left as more was known of the governor of Massachusetts. "
        "The list cost twenty dollars, and his medical record had the same three",
        ("Known of him", "Voters left"),
        tuple((known.fact, f"{known.left:,}") for known in GOVERNOR),
        frozenset({len(GOVERNOR) - 1}),
    )


def _elsewhere() -> Table:
    return Table(
        "The same elsewhere",
        ("Released without names", "Joined with", "Found", "Source"),
        tuple((each.released, each.joined, each.found, each.source) for each in CASES),
    )


def _says(level: int) -> str:
    one, several, none = counts(VISITS, VOTERS, level)
    right = right_matches(VISITS, VOTERS, level)
    truly = f" ({right or 'none'} of these rightly)" if one else ""
    unmatched = f", {none} {_verb(none)} no voter" if none else ""
    return (
        f"Released: {LEVELS[level]}. Of {len(VISITS)} medical rows, {one or 'none'} "
        f"{_verb(one)} exactly one voter{truly}, {several or 'none'} {_verb(several)} several"
        f"{unmatched}; the smallest group of rows has "
        f"k = {smallest_group(VISITS, level)}."
    )


def _verb(rows: int) -> str:
    return "match" if rows > 1 else "matches"


def _table(level: int) -> Table:
    found = matches(VISITS, VOTERS, level)
    return Table(
        "The medical rows as released, and the voters who match. Rows that match exactly one "
        "voter are marked.",
        ("Voters who match", "ZIP code", "Born", "Sex", "Condition"),
        tuple(
            (_names(row, voters), *generalized(row.traits, level), row.condition)
            for row, voters in zip(VISITS, found, strict=True)
        ),
        frozenset(place for place, voters in enumerate(found) if len(voters) == 1),
    )


def _names(row: Visit, voters: tuple[Voter, ...]) -> str:
    if not voters:
        return "none"
    if len(voters) > 2:
        return f"{len(voters)} voters"
    names = " or ".join(voter.name for voter in voters)
    if len(voters) == 2:
        return names
    verdict = "right" if names == row.patient else f"wrong: it is {row.patient}, who does not vote"
    return f"only {names} ({verdict})"


LESSON = Lesson(
    name="linkage",
    title="Linkage: a name from a ZIP code, a birthday and a sex",
    point="A table without names is not anonymous: a list of voters puts the names back.",
    guess=Guess(
        "A hospital releases 12 visits without names, but with ZIP code, birth date and sex. How "
        "many of them fit exactly one name in a public list of voters?",
        ("none", "2", "10"),
        right=2,
        why="Ten of twelve: the three together are nearly as good as a name.",
    ),
    sentences=(
        "A hospital releases its visits without names, but with ZIP code, date of birth and sex.",
        "A list of voters has the same three beside each name, so that joining the two puts "
        "names on the visits.",
        "Generalize what is released until each row looks like at least k − 1 others, and fewer "
        "rows match a single voter.",
    ),
    formula=(
        "g(x) = the ZIP code, birth and sex of x as they are released",
        "k = min over rows r of |{rows s : g(s) = g(r)}|",
        "r matches one voter if |{voters v : g(v) = g(r)}| = 1",
    ),
    source="L. Sweeney, k-anonymity: a model for protecting privacy, International Journal of "
    "Uncertainty, Fuzziness and Knowledge-Based Systems 10(5) (2002) 557–570; the 87% of the US "
    "population are from L. Sweeney, Simple demographics often identify people uniquely, Carnegie "
    "Mellon University, Data Privacy Working Paper 3 (2000)",
    failure="Removing names does not make rows anonymous: by Sweeney's estimate, ZIP code, date of "
    "birth and sex single out 87% of the US population. A single match can also be wrong, as where "
    "the patient is not on the list, and then a stranger is given the diagnosis.",
    here="A response has no free text, and so no name; a birthday or a ZIP code is in it only if "
    "the instructor asks for one. Every answer is randomized in the browser, so that a response "
    "that is linked to its respondent still holds only reports.",
    settings=(Slider("level", "Released", 0, len(LEVELS) - 1, default=EXACT, words=LEVELS),),
    run=run,
    slips="The 87% are an estimate. P. Golle (Revisiting the uniqueness of simple demographics in "
    "the US population, WPES 2006) counts fewer: 63% in the census of 2000. And k "
    "counts the rows of the release, not the people who could match one: a row with k = 1 can "
    "match several voters.",
)
