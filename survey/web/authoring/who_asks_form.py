"""The fields on who asks: of the form to compose on, and of a survey that lacks a support line."""

from wtforms import BooleanField, Form, HiddenField, StringField, TextAreaField

from survey.core.instrument.limits import LONGEST_TEXTS
from survey.core.instrument.texts import WHO_ASKS
from survey.translations.marked import N_
from survey.web.http.forms import NO_AUTOFILL

_MARKS = ("support_needed", "check_understanding")
WHO_ASKS_FIELDS = (*WHO_ASKS, *_MARKS)


def _attributes(name: str, **more: int) -> dict[str, object]:
    return {"maxlength": LONGEST_TEXTS[name], **NO_AUTOFILL, **more}


class WhoAsksFields(Form):
    """Fields for who asks, a contact, the privacy notice, a support line, and a last question."""

    asked_by = StringField(
        N_("Who asks"), description=N_("Such as a person and a department."),
        render_kw=_attributes("asked_by"),
    )  # fmt: skip
    contact = StringField(
        N_("Contact for respondents"), description=N_("Such as an e-mail address, or a room."),
        render_kw=_attributes("contact"),
    )  # fmt: skip
    privacy_notice = TextAreaField(
        N_("Privacy notice"), description=N_("Optional: what happens to the data."),
        render_kw=_attributes("privacy_notice", rows=4),
    )  # fmt: skip
    support = TextAreaField(
        N_("Local support line"),
        description=N_(
            "Name, telephone number and hours of somebody who helps if a question upsets a "
            "respondent."
        ),
        render_kw=_attributes("support", rows=2),
    )
    support_needed = HiddenField()  # "1" if the survey needs a support line to be published
    check_understanding = BooleanField(N_("Ask afterwards whether a report is proof"))

    def who_asks_document(self) -> dict[str, object]:
        """The typed values in the raw form that `validate` takes."""
        texts: dict[str, object] = {name: self[name].data or "" for name in WHO_ASKS}
        return texts | {name: bool(self[name].data) for name in _MARKS}

    @property
    def who_asks_open(self) -> bool:
        """Whether the fold must be open: one of its fields has a value or an error."""
        return any(self[name].data or self[name].errors for name in WHO_ASKS_FIELDS)
