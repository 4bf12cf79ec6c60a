"""The parts that forms have in common."""

from flask import g
from wtforms import Field

NO_AUTOFILL = {"autocomplete": "off"}


def takes_cursor(field: Field) -> bool:
    """True for the first field with errors that a page writes: one goes on there.

    Templates ask once for each field, in the order of the page.
    """
    if not field.errors or "cursor" in g:
        return False
    g.cursor = field.id
    return True
