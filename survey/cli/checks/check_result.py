"""The results of `survey doctor`: one sentence for each check, and whether to mend something."""

from collections.abc import Callable
from dataclasses import dataclass

from survey.errors import SurveyError, fault_of_system


@dataclass(frozen=True)
class Finding:
    """The outcome of one check; `says` is what it found, or what to do if it is not `well`."""

    check: str
    well: bool
    says: str


# A check: returns what it found, or raises a SurveyError that says what to mend.
Look = Callable[[], str]


def find(check: str, look: Look) -> Finding:
    """Runs a check and returns its outcome."""
    try:
        return Finding(check, True, look())
    except SurveyError as error:
        return Finding(check, False, error.message)
    except OSError as error:
        return Finding(check, False, fault_of_system(error))
