"""Two toy tables, hospital visits without names and voters with names, joined by what both hold.

All people are invented. Each visit has the patient's name, which no release would have, so that the
lesson can tell which matches are right. The known cases are as their sources report them.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from survey.lab.drawings import Crowd
from survey.lab.lesson import Table
from survey.lab.words import FIGURES, said
from survey.translations.marked import N_

EXACT, MONTH, YEAR, DECADE, AREA, WITHOUT_SEX = range(6)


@dataclass(frozen=True)
class Traits:
    """The fields about a person in both tables: ZIP code, date of birth and sex."""

    zip_code: str
    born: date
    sex: str


@dataclass(frozen=True)
class Voter:
    name: str
    traits: Traits


@dataclass(frozen=True)
class Visit:
    """A medical row; `patient` is not released."""

    traits: Traits
    condition: str
    patient: str


def _female(zip_code: str, born: str) -> Traits:
    return Traits(zip_code, date.fromisoformat(born), N_("female"))


def _male(zip_code: str, born: str) -> Traits:
    return Traits(zip_code, date.fromisoformat(born), N_("male"))


# Ken Kale does not vote, and Hana Holly has a twin sister.
VISITS = (
    Visit(_female("02138", "1951-03-14"), N_("hypertension"), "Ada Acorn"),
    Visit(_female("02139", "1957-11-02"), N_("asthma"), "Bea Birch"),
    Visit(_male("02138", "1953-07-21"), N_("diabetes"), "Carl Cedar"),
    Visit(_male("02138", "1953-07-09"), N_("migraine"), "Dan Dill"),
    Visit(_male("02141", "1958-01-30"), N_("depression"), "Ed Elder"),
    Visit(_female("02138", "1962-05-17"), N_("fracture"), "Fay Fern"),
    Visit(_female("02138", "1962-09-03"), N_("asthma"), "Gia Grape"),
    Visit(_female("02139", "1966-12-25"), N_("anemia"), "Hana Holly"),
    Visit(_male("02139", "1964-04-11"), N_("chest pain"), "Ian Ivy"),
    Visit(_male("02139", "1964-04-28"), N_("ulcer"), "Jon Juniper"),
    Visit(_male("02138", "1969-08-19"), N_("hepatitis"), "Ken Kale"),
    Visit(_male("02141", "1961-10-05"), N_("shortness of breath"), "Max Maple"),
)

VOTERS = (
    Voter("Ada Acorn", _female("02138", "1951-03-14")),
    Voter("Bea Birch", _female("02139", "1957-11-02")),
    Voter("Carl Cedar", _male("02138", "1953-07-21")),
    Voter("Dan Dill", _male("02138", "1953-07-09")),
    Voter("Ed Elder", _male("02141", "1958-01-30")),
    Voter("Fay Fern", _female("02138", "1962-05-17")),
    Voter("Gia Grape", _female("02138", "1962-09-03")),
    Voter("Hana Holly", _female("02139", "1966-12-25")),
    Voter("Hope Holly", _female("02139", "1966-12-25")),
    Voter("Ian Ivy", _male("02139", "1964-04-11")),
    Voter("Jon Juniper", _male("02139", "1964-04-28")),
    Voter("Leo Lime", _male("02138", "1969-02-06")),
    Voter("Max Maple", _male("02141", "1961-10-05")),
    Voter("Nina Nettle", _female("02138", "1951-03-29")),
    Voter("Olga Olive", _female("02139", "1957-06-08")),
    Voter("Pat Plum", _male("02141", "1958-10-12")),
    Voter("Quin Quince", _male("02141", "1967-02-14")),
    Voter("Rosa Rue", _female("02138", "1969-01-07")),
    Voter("Sam Sage", _male("02139", "1950-06-23")),
    Voter("Tess Thyme", _female("02141", "1955-09-30")),
)


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


@dataclass(frozen=True)
class KnownFact:
    """A fact known about the governor, and how many voters fit it and all facts before."""

    fact: str
    left: int


# L. Sweeney (2002), section 2: the list had 54,805 voters and cost twenty dollars.
GOVERNOR = (
    KnownFact(N_("a voter of Cambridge"), 54_805),
    KnownFact(N_("and the birth date"), 6),
    KnownFact(N_("and a man"), 3),
    KnownFact(N_("and the ZIP code"), 1),
)


@dataclass(frozen=True)
class Case:
    """A release, the data joined to it, and the outcome, by the source."""

    released: str
    joined: str
    found: str
    source: str


CASES = (
    Case(
        N_("film ratings of 480,189 subscribers (Netflix)"),
        N_("eight ratings with dates, two of them wrong"),
        N_("99% of records are unique"),
        "Narayanan, Shmatikov (2008)",
    ),
    Case(
        N_("173 million taxi trips, numbers hashed (New York)"),
        N_("all numbers that there can be, hashed"),
        N_("every driver, within hours"),
        "Pandurangan (2014)",
    ),
    Case(
        N_("salaries by ZIP code and occupation"),
        N_("the only chief executive of a ZIP code"),
        N_("a salary"),
        N_("made up"),
    ),
)


def narrowed() -> Crowd:
    """The voters with the governor's birth date, the men among them, and the governor, as dots."""
    born, men, left = (known.left for known in GOVERNOR[1:])
    return Crowd(
        said(
            N_(
                "The %(born)s voters with the governor's birth date, a dot each. Filled: the men "
                "(%(men)s). Crossed: those of them with another ZIP code (%(others)s). He is left."
            ),
            born=born,
            men=men,
            others=men - left,
        ),
        tuple(place < men for place in range(born)),
        crossed=tuple(left <= place < men for place in range(born)),
    )


def by_hand() -> Table:
    """The table of the governor: how many voters were left after each fact."""
    return Table(
        N_(
            "By hand: how many voters were left as more was known of the governor of "
            "Massachusetts. The list cost twenty dollars, and his medical record had the same "
            "three"
        ),
        (N_("Known of him"), N_("Voters left")),
        tuple((known.fact, FIGURES.whole(known.left)) for known in GOVERNOR),
        frozenset({len(GOVERNOR) - 1}),
    )


def elsewhere() -> Table:
    """The table of other cases: film ratings, taxi trips and a salary."""
    return Table(
        N_("The same elsewhere"),
        (N_("Released without names"), N_("Joined with"), N_("Found"), N_("Source")),
        tuple((each.released, each.joined, each.found, each.source) for each in CASES),
    )
