"""What an instructor may do with a survey: their own, or one that a colleague shares."""

import json
from collections.abc import Mapping
from enum import IntEnum


class Role(IntEnum):
    """Each role may do what those before it may."""

    PRESENT = 1  # slides, results, the page that shares the link
    EDIT = 2  # compose, publish, close, files, settings
    OWN = 3  # delete, archive, choose colleagues, hand over

    @property
    def stored(self) -> str:
        """Its name in the database and in forms."""
        return self.name.lower()


SHARED = {role.stored: role for role in (Role.PRESENT, Role.EDIT)}

Colleagues = tuple[tuple[str, Role], ...]


def read_colleagues(stored: str) -> Colleagues:
    """The colleagues that a column keeps as JSON, by name."""
    return tuple((name, SHARED[role]) for name, role in json.loads(stored or "{}").items())


def stored_colleagues(colleagues: Mapping[str, Role]) -> str:
    """What a column keeps of them: "" of none."""
    named = {name: colleagues[name].stored for name in sorted(colleagues)}
    return json.dumps(named, separators=(",", ":")) if named else ""


def stored_name(name: str) -> str:
    """What stands in such a column for a colleague of this name, and in no other's."""
    return f'"{name}":'
