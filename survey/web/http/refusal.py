"""A refused form: its page stands again, with what was typed and the reason at its field.

survey/web/accounts/refused_values.py makes that page; templates read the refusal.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from flask import g, request
from werkzeug.datastructures import MultiDict

SHOWN = "shown"  # the field with the stamp of what the page showed: see survey/store/stamps.py


@dataclass(frozen=True)
class FormRefusal:
    """Why the form with these values was refused; `address` is that of the page with the form.

    `field` is the name of the field at fault, None if the fault is in none of them.
    """

    sentence: str
    field: str | None
    values: MultiDict[str, str]
    address: str

    @property
    def at_field(self) -> bool:
        """Whether the sentence stands at a field: the page has each field that its form sent."""
        return self.field in self.values or self.field in _BOXES


_BOXES = {"weak-privacy", "compared"}  # a browser does not send a box that is not ticked


def refusal() -> FormRefusal | None:
    """The refusal that the present page tells, if it does."""
    found: FormRefusal | None = g.get("refusal")
    return found


def typed(name: str, otherwise: str = "") -> str:
    """The value of a refused field, otherwise the given one."""
    refused = refusal()
    return refused.values.get(name, otherwise) if refused else otherwise


def is_chosen(name: str, value: str, otherwise: bool = False) -> bool:
    """Whether this value of a radio button or checkbox was chosen in the refused form."""
    refused = refusal()
    if refused is None or not was_sent([name]):
        return otherwise
    return value in refused.values.getlist(name)


def refused_at(name: str) -> str:
    """The sentence to show at a field, "" for none."""
    refused = refusal()
    return refused.sentence if refused and refused.field == name and refused.at_field else ""


def was_sent(names: Iterable[str]) -> bool:
    """Whether the request's form has one of these fields."""
    return any(name in request.form for name in names)


def shown_stamp() -> str:
    """The stamp that the pressed button's page showed; "", which no state has, without one."""
    return request.values.get(SHOWN, "")
