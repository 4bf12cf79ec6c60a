"""Coin mode: without JavaScript, respondents randomize by hand and enter the outcome."""

import secrets
from string import ascii_lowercase
from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_wtf import FlaskForm
from wtforms import HiddenField, RadioField, SelectChoice, StringField, TextAreaField
from wtforms.validators import InputRequired, Length

from survey.core.instrument.instrument import Instrument
from survey.core.kinds.item import Item
from survey.core.mechanism.privacy import epsilon
from survey.core.responses.reports import answered, check_answered
from survey.core.responses.response import Response, check_response, parse_response
from survey.core.responses.shared_ids import FEWEST_TYPED, shared_response_id
from survey.errors import ReportRejected, TokenRejected
from survey.exports.verification.receipts import Receipt
from survey.store import State, Survey
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import signing_key
from survey.web.i18n.localized_numbers import asked_by, labels
from survey.web.i18n.page_language import speak_for
from survey.web.respondent.coin_procedures import draw_of_question, steps
from survey.web.respondent.coin_receipts import coin_receipt
from survey.web.respondent.coin_understanding import why_no_proof
from survey.web.respondent.instrument_texts import worded
from survey.web.respondent.respond import published_survey
from survey.web.respondent.submission import take
from survey.wire.acknowledgement import acknowledgement

LONGEST_TYPED = 100  # characters, blanks and hyphens included

bp = Pages("coin", audience=Audience.RESPONDENT, url_prefix="/s/<code>/coin")


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
            description=gettext("As it is printed on your slip. It lets each person answer once."),
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
            validate_choice=not instrument.one_question_each,  # which refuses no mark at all
        )
    fields["typed"] = _typed()
    return type("CoinForm", (FlaskForm,), fields)(meta={"csrf": False})


def _typed() -> StringField:
    """The respondent's own part of the id: whatever they type, but for blanks around it."""
    asked = gettext("Please type at least {count} characters.").format(count=FEWEST_TYPED)
    return StringField(
        gettext("Any {count} characters of your own, not your name").format(count=FEWEST_TYPED),
        description=gettext(
            "They go into the id of your response, so that no two people can be given the same "
            "one. They are not kept."
        ),
        filters=[lambda typed: typed and typed.strip()],
        validators=[InputRequired(asked), Length(FEWEST_TYPED, LONGEST_TYPED, asked)],
        render_kw={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"},
    )


def _outcomes(item: Item) -> list[SelectChoice]:
    """What can be marked."""
    return [SelectChoice(str(value), labels(item)[value]) for value in item.offered]


def _cards(instrument: Instrument, fields: list[RadioField]) -> list[dict[str, Any]]:
    """A card an item: its title, the question above it, the steps and the field."""
    left = iter(fields)
    cards = []
    asked = zip(instrument.questions, instrument.items_of_questions, strict=True)
    for number, (question, items) in enumerate(asked, start=1):
        for item, letter in zip(items, ascii_lowercase, strict=False):
            # As everywhere else; of "choose all that apply" a card is 3a, 3b and so on.
            place = f"{number}{letter}" if len(items) > 1 else str(number)
            cards.append(
                {"place": place, "title": asked_by(question, item),
                 "steps": steps(item),
                 "field": next(left),
                 "listed": item.exclusive and not item.numeric,
                 "gamma": item.gamma, "epsilon": epsilon(item.gamma)}
            )  # fmt: skip
    return cards


def _response(form: FlaskForm, fields: list[RadioField], survey: Survey) -> Response:
    """What was entered, through the wire's own parser: both ways in are equally strict."""
    entered = Response(
        form.instrument.data or "",
        shared_response_id(form.form_part.data or "", form.typed.data),
        tuple(map(_marked, fields)),
        form.token.data if survey.tokens_required else None,
    )
    response = parse_response(entered.body())
    check_response(response, survey.instrument)
    return response


def preview_of_coins(survey: Survey) -> str:
    """The page as an instructor looks at it without a script; nothing can be sent from it."""
    survey = worded(survey)
    speak_for(survey.instrument)
    form = coin_form(survey.instrument, with_token=False)
    return _page(survey, form, preview=True)


@bp.route("", methods=["GET", "POST"])
def page(code: str) -> ResponseReturnValue:
    survey = worded(published_survey(code))
    speak_for(survey.instrument)
    if survey.state is not State.OPEN:
        status = 410 if request.method == "POST" else 200
        return render_template("respondent/closed.html", survey=survey), status
    form = coin_form(survey.instrument, survey.tokens_required)
    fields = _fields(form, survey.instrument)
    if form.validate_on_submit() and _one_question(fields, survey.instrument):
        response = _response(form, fields, survey)
        try:
            new = take(code, response)
        except TokenRejected as error:
            if not survey.tokens_required:  # but by now it is
                raise
            form.token.errors = [gettext(error.message)]
            status = 403
        else:
            receipt = coin_receipt(survey.instrument, response.reports)
            [(_, [(first, _), *_]), *_] = answered(survey.instrument, response.reports)
            return render_template(
                "respondent/coin_receipt.html", survey=survey, response=response, receipt=receipt,
                form_part=form.form_part.data, why_no_proof=why_no_proof(survey.instrument, first),
                proof=_proof(code, response, new),
            )  # fmt: skip
    else:
        status = 422 if form.errors else 200
    return _page(survey, form), status


def _marked(field: RadioField) -> int | None:
    """The report that is marked; None for none."""
    return next((int(value) for value, *_ in field.choices if value == field.data), None)


def _one_question(fields: list[RadioField], instrument: Instrument) -> bool:
    """Whether one question is marked where each is asked one; else the first field says so."""
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


def _proof(code: str, response: Response, new: bool) -> Receipt:
    """The same that the client's receipt has, which acknowledges that it is stored."""
    said = acknowledgement(signing_key(), code, response, new)
    return Receipt(code, response, said["key"], said["signature"])


def _fields(form: FlaskForm, instrument: Instrument) -> list[RadioField]:
    return [form[f"report_{number + 1}"] for number in range(len(instrument.items))]


def _page(survey: Survey, form: FlaskForm, preview: bool = False) -> str:
    cards = _cards(survey.instrument, _fields(form, survey.instrument))
    return render_template(
        "respondent/coin.html",
        survey=survey,
        form=form,
        cards=cards,
        preview=preview,
        draw=draw_of_question(survey.instrument),
    )
