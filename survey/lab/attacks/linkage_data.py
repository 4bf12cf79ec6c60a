"""Two toy tables: hospital visits without names, and a list of voters with names; known cases.

All people of the tables are invented; the cases are as their sources report them. Each
visit keeps the patient's name, which no release would, so that the lesson can say which matches
are right.
"""

from dataclasses import dataclass
from datetime import date

from survey.translations.marked import N_


@dataclass(frozen=True)
class Traits:
    """What both tables hold about a person: ZIP code, date of birth and sex."""

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


@dataclass(frozen=True)
class Known:
    """What was known of the governor, and how many of Cambridge's voters had all of it."""

    fact: str
    left: int


# L. Sweeney (2002), section 2: the list had 54,805 voters and cost twenty dollars.
GOVERNOR = (
    Known(N_("a voter of Cambridge"), 54_805),
    Known(N_("and the birth date"), 6),
    Known(N_("and a man"), 3),
    Known(N_("and the ZIP code"), 1),
)


@dataclass(frozen=True)
class Case:
    """A release, what was joined to it, and what came of that, as the source says."""

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
