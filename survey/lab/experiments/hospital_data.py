"""A toy hospital's twelve patients, and how much each release level shows of them.

The table has the structure of the one in Machanavajjhala, Kifer, Gehrke and Venkitasubramaniam,
l-diversity: privacy beyond k-anonymity, ACM Transactions on Knowledge Discovery from Data 1(1)
(2007); the rows are invented.
"""

from dataclasses import dataclass

from survey.translations.marked import N_


@dataclass(frozen=True)
class Patient:
    """A patient. Others can know ZIP code, age in years and nationality; the rest is sensitive."""

    zip_code: str
    age: int
    nationality: str
    condition: str
    nights: int


PATIENTS = (
    Patient("47602", 27, N_("Brazilian"), N_("heart disease"), 2),
    Patient("47614", 29, N_("Canadian"), N_("heart disease"), 1),
    Patient("47618", 22, N_("Kenyan"), N_("infection"), 4),
    Patient("47605", 24, N_("Canadian"), N_("infection"), 3),
    Patient("47903", 52, N_("Indian"), N_("cancer"), 8),
    Patient("47903", 56, N_("Brazilian"), N_("heart disease"), 6),
    Patient("47907", 44, N_("Canadian"), N_("infection"), 5),
    Patient("47907", 48, N_("Canadian"), N_("infection"), 7),
    Patient("47602", 31, N_("Canadian"), N_("cancer"), 9),
    Patient("47605", 38, N_("Indian"), N_("cancer"), 12),
    Patient("47614", 36, N_("Kenyan"), N_("cancer"), 10),
    Patient("47618", 33, N_("Canadian"), N_("cancer"), 11),
)

EXACT, DECADE, FOUR_DIGITS, THREE_DIGITS, TWO_AGES, NOTHING = range(6)
LEVELS = (
    N_("everything exact"),
    N_("decade of age, whole ZIP"),
    N_("decade of age, 4 ZIP digits"),
    N_("3 ages, 3 ZIP digits"),
    N_("2 ages, 4 ZIP digits"),
    N_("neither age nor ZIP code"),
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
        return (
            f"{zip_code[:3]}••",
            N_("under 30") if age < 30 else decade if age < 40 else N_("40 up"),
            "•",
        )
    if level == TWO_AGES:
        return f"{zip_code[:4]}•", N_("to 40") if age <= 40 else N_("over 40"), "•"
    return "•", "•", "•"
