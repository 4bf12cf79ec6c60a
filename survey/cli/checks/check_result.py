"""What `survey doctor` finds: one sentence a check, and whether something is to be mended."""

from collections.abc import Callable
from dataclasses import dataclass

from survey.errors import SurveyError, fault_of_system


@dataclass(frozen=True)
class Finding:
    """The outcome of one check; `says` is what to do where it is not well."""

    check: str
    well: bool
    says: str


# Says what it found; a SurveyError that it raises says what to mend.
Look = Callable[[], str]


def find(check: str, look: Look) -> Finding:
    """The outcome of looking."""
    try:
        return Finding(check, True, look())
    except SurveyError as error:
        return Finding(check, False, error.message)
    except OSError as error:
        return Finding(check, False, fault_of_system(error))
