"""A toy hospital's twelve patients, and how much a release shows of them.

The table has the structure of the one in Machanavajjhala, Kifer, Gehrke and
Venkitasubramaniam, l-diversity: privacy beyond k-anonymity, ACM Transactions on
Knowledge Discovery from Data 1(1) (2007); the rows are made up.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Patient:
    """ZIP code, age in years and nationality can be known to others; the rest is sensitive."""

    zip_code: str
    age: int
    nationality: str
    condition: str
    nights: int


PATIENTS = (
    Patient("47602", 27, "Brazilian", "heart disease", 2),
    Patient("47614", 29, "Canadian", "heart disease", 1),
    Patient("47618", 22, "Kenyan", "infection", 4),
    Patient("47605", 24, "Canadian", "infection", 3),
    Patient("47903", 52, "Indian", "cancer", 8),
    Patient("47903", 56, "Brazilian", "heart disease", 6),
    Patient("47907", 44, "Canadian", "infection", 5),
    Patient("47907", 48, "Canadian", "infection", 7),
    Patient("47602", 31, "Canadian", "cancer", 9),
    Patient("47605", 38, "Indian", "cancer", 12),
    Patient("47614", 36, "Kenyan", "cancer", 10),
    Patient("47618", 33, "Canadian", "cancer", 11),
)

EXACT, DECADE, FOUR_DIGITS, THREE_DIGITS, TWO_AGES, NOTHING = range(6)
LEVELS = (
    "everything exact",
    "decade of age, whole ZIP",
    "decade of age, 4 ZIP digits",
    "3 ages, 3 ZIP digits",
    "2 ages, 4 ZIP digits",
    "neither age nor ZIP code",
)


def released(patient: Patient, level: int) -> tuple[str, str, str]:
    """(ZIP code, age, nationality) as they are released at a level from 0 to 5.

    Only level 0 shows the nationality. Levels 3 and 4 are two ways to the same k:
    neither hides everything that the other does.
    """
    zip_code, age = patient.zip_code, patient.age
    decade = f"{age // 10 * 10}–{age // 10 * 10 + 9}"
    if level == EXACT:
        return zip_code, str(age), patient.nationality
    if level == DECADE:
        return zip_code, decade, "•"
    if level == FOUR_DIGITS:
        return f"{zip_code[:4]}•", decade, "•"
    if level == THREE_DIGITS:
        return f"{zip_code[:3]}••", "under 30" if age < 30 else decade if age < 40 else "40 up", "•"
    if level == TWO_AGES:
        return f"{zip_code[:4]}•", "to 40" if age <= 40 else "over 40", "•"
    return "•", "•", "•"
