"""Instructors' names, which the operator of an installation gives and instructors type."""

import re

from survey.errors import ParameterError

INSTRUCTOR = "instructor"  # who runs an installation until another is added
LONGEST_NAME = 40

_NAME = re.compile(rf"[a-z0-9][a-z0-9.-]{{0,{LONGEST_NAME - 1}}}")


def check_name(name: str) -> str:
    """The name itself; raises ParameterError for a name that is hard to type or tell apart."""
    if not _NAME.fullmatch(name):
        raise ParameterError(
            f"An instructor's name is 1 to {LONGEST_NAME} lower-case letters (a to z), digits, "
            "dots and hyphens, and begins with a letter or a digit, such as ada or ada.lovelace."
        )
    return name
