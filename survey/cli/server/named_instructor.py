"""The instructor for whom a command acts: the one named, or the only one."""

import click

from survey.errors import InstructorNotFound, ParameterError
from survey.store import Instructor, Store

instructor_option = click.option(
    "--instructor", metavar="NAME", help="For whom; needed if there are several instructors."
)


def named_instructor(store: Store, name: str | None) -> Instructor:
    """The instructor; raises InstructorNotFound, and ParameterError if a name is needed."""
    if name is None:
        only, *others = store.instructors.all()
        if others:
            raise ParameterError("There are several instructors. Name one with --instructor.")
        return only
    found = store.instructors.get(name)
    if found is None:
        raise InstructorNotFound(name)
    return found
