"""The form of coin mode: the outcome of each draw, and both parts of the response's id."""

import secrets

from flask_babel import gettext
from flask_wtf import FlaskForm
from wtforms import HiddenField, RadioField, SelectChoice, StringField, TextAreaField
from wtforms.validators import InputRequired, Length

from survey.core.instrument.instrument import Instrument
from survey.core.kinds.item import Item
from survey.core.responses.reports import answered, check_answered
from survey.core.responses.response import (
    FEWEST_TYPED,
    Response,
    check_response,
    parse_response,
    shared_response_id,
)
from survey.errors import ReportRejected
from survey.store import Survey
from survey.web.i18n.page_language import labels

LONGEST_TYPED = 100  # characters, blanks and hyphens included


def coin_form(instrument: Instrument, with_token: bool) -> FlaskForm:
    """A form with one outcome an item, and both parts of the id: sending twice does no harm.

    It has no token against forgery, which would need a cookie; see create_app.
    """
    fields = {
        "instrument": HiddenField(default=instrument.digest),
        "form_part": HiddenField(default=lambda: secrets.token_hex(16)),
    }
    if with_token:
        fields["token"] = TextAreaField(
            gettext("Participation token"),
            description=gettext("As it is printed on your slip. It counts for one response."),
            validators=[
                InputRequired(gettext("Please type the token that is on your slip.")),
                Length(max=LONGEST_TYPED, message=gettext("That is longer than any token.")),
            ],
            render_kw={
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
                "rows": 2,
                "class": "token",
                "dir": "ltr",
            },
        )
    required = [InputRequired(gettext("Please mark the outcome of your draw."))]
    for number, item in enumerate(instrument.items, start=1):
        fields[f"report_{number}"] = RadioField(
            item.text,
            choices=_outcomes(item),
            validators=[] if instrument.one_question_each else required,
            validate_choice=not instrument.one_question_each,  # it refuses a missing mark
        )
    fields["typed"] = _typed()
    return type("CoinForm", (FlaskForm,), fields)(meta={"csrf": False})


def fields_of(form: FlaskForm, instrument: Instrument) -> list[RadioField]:
    """The fields of the outcomes, one an item."""
    return [form[f"report_{number + 1}"] for number in range(len(instrument.items))]


def one_question_marked(fields: list[RadioField], instrument: Instrument) -> bool:
    """Whether one question is marked, if each respondent is asked one; adds an error if not."""
    marked = [_marked(field) for field in fields]
    try:
        check_answered(instrument, marked)
    except ReportRejected:
        if len(answered(instrument, marked)) > 1:
            refused = gettext(
                "Mark one question only, the one that you have drawn; clear the others."
            )
        else:
            refused = gettext("Please mark the outcome of the one question that you have drawn.")
        fields[0].errors = [refused]
        return False
    return True


def entered_response(form: FlaskForm, fields: list[RadioField], survey: Survey) -> Response:
    """The entered response, read by the wire's own parser, so both ways in are equally strict."""
    entered = Response(
        form.instrument.data or "",
        shared_response_id(form.form_part.data or "", form.typed.data),
        tuple(map(_marked, fields)),
        form.token.data if survey.tokens_required else None,
    )
    response = parse_response(entered.body())
    check_response(response, survey.instrument)
    return response


def _typed() -> StringField:
    """The respondent's part of the id, as they type it, without blanks around it."""
    asked = gettext("Please type at least {count} characters.").format(count=FEWEST_TYPED)
    return StringField(
        gettext("Any {count} characters of your own, not your name").format(count=FEWEST_TYPED),
        description=gettext(
            "The id of your response is made from them, so people who type others have other ids. "
            "They are not kept."
        ),
        filters=[lambda typed: typed and typed.strip()],
        validators=[InputRequired(asked), Length(FEWEST_TYPED, LONGEST_TYPED, asked)],
        render_kw={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"},
    )


def _outcomes(item: Item) -> list[SelectChoice]:
    """The outcomes to mark, as choices of a field."""
    return [SelectChoice(str(value), labels(item)[value]) for value in item.offered]


def _marked(field: RadioField) -> int | None:
    """The marked report; None if none is marked."""
    return next((int(value) for value, *_ in field.choices if value == field.data), None)
