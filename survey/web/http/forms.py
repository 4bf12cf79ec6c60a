"""The parts that forms have in common."""

from typing import Any

from flask import g
from flask_wtf import FlaskForm
from wtforms import Field

from survey.web.http.refusal import refusal, refused_at, was_sent

NO_AUTOFILL = {"autocomplete": "off"}


def takes_cursor(field: Field) -> bool:
    """True for the first field with errors that a page writes: one goes on there.

    Templates ask once for each field, in the order of the page.
    """
    if not field.errors or "cursor" in g:
        return False
    g.cursor = field.id
    return True


class PageForm(FlaskForm):
    """A form of a page that shows it again if it is refused: survey/web/http/refusal.py.

    On that page it has what was typed and is not submitted once more. A page may have several
    forms: those that were not sent have their own values.
    """

    class Meta(FlaskForm.Meta):
        def wrap_formdata(self, form: FlaskForm, formdata: Any) -> Any:
            sent = was_sent(name for name in form._fields if name != "csrf_token")
            return super().wrap_formdata(form, formdata) if sent or refusal() is None else None

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        for field in self:
            if sentence := refused_at(field.name):
                field.errors = [sentence]

    def is_submitted(self) -> bool:
        return refusal() is None and bool(super().is_submitted())
