"""Coin mode: without JavaScript, respondents randomize by hand and enter the outcome."""

from fractions import Fraction
from string import ascii_lowercase
from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_wtf import FlaskForm
from wtforms import RadioField

from survey.core.instrument.instrument import Instrument
from survey.core.kinds.item import Item
from survey.core.mechanism.privacy import LARGEST_UNCONFIRMED_ODDS, odds_above
from survey.core.responses.reports import answered
from survey.core.responses.response import Response
from survey.errors import TokenRejected
from survey.exports.verification.receipts import Receipt
from survey.store import State, Survey
from survey.text.kinds.coin_procedures import draw_of_question
from survey.text.kinds.item_words import words_of
from survey.text.suspicion import suspicion_in_words
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import signing_key
from survey.web.i18n.page_language import asked_by, page_translator, speak_for
from survey.web.respondent.coin_form import (
    coin_form,
    entered_response,
    fields_of,
    one_question_marked,
)
from survey.web.respondent.coin_receipts import coin_receipt
from survey.web.respondent.instrument_texts import worded
from survey.web.respondent.respond import published_survey
from survey.web.respondent.submission_routes import take
from survey.wire.acknowledgement import acknowledgement

# Back and Forward show the receipt again, and no browser asks whether to send the form once more.
# An address of its own would tell every log and the history whose reports these are.
FOR_BACK_AND_FORWARD = "private, no-cache"

bp = Pages("coin", audience=Audience.RESPONDENT, url_prefix="/s/<code>/coin")


def _cards(instrument: Instrument, fields: list[RadioField]) -> list[dict[str, Any]]:
    """One card per item: its title, the question above it, the steps and the field."""
    left = iter(fields)
    cards = []
    for number, (question, items) in enumerate(instrument.questions_with_items, start=1):
        for item, letter in zip(items, ascii_lowercase, strict=False):
            # Numbers as on all pages: the cards of "choose all that apply" are 3a, 3b and so on.
            place = f"{number}{letter}" if len(items) > 1 else str(number)
            cards.append(
                {"place": place, "title": asked_by(question, item),
                 "steps": words_of(item).steps(item, page_translator()),
                 "field": next(left),
                 "listed": words_of(item).listed,
                 "suspicion": suspicion_in_words([item.odds], page_translator()),
                 "epsilon": item.epsilon}
            )  # fmt: skip
    return cards


def preview_of_coins(survey: Survey) -> str:
    """The preview of the page for an instructor without JavaScript; it cannot send."""
    survey = worded(survey)
    speak_for(survey.instrument)
    form = coin_form(survey.instrument, with_token=False)
    return _page(survey, form, preview=True)


@bp.route("", methods=["GET", "POST"])
def page(code: str) -> ResponseReturnValue:
    survey = worded(published_survey(code))
    speak_for(survey.instrument)
    sent = request.method == "POST"
    closed = survey.shown_state is not State.OPEN
    if closed or survey.instrument.waves_of:  # of an earlier release: nobody answers it anew
        status = 410 if sent else 200
        return render_template("respondent/closed.html", survey=survey, sent=sent), status
    form = coin_form(survey.instrument, survey.tokens_required)
    fields = fields_of(form, survey.instrument)
    if form.validate_on_submit() and one_question_marked(fields, survey.instrument):
        response = entered_response(form, fields, survey)
        try:
            new = take(code, response)
        except TokenRejected as error:
            if not survey.tokens_required:  # by now it requires them
                raise
            form.token.errors = [gettext(error.message)]
            status = 403
        else:
            receipt = coin_receipt(survey.instrument, response.reports)
            [(_, [(first, _), *_]), *_] = answered(survey.instrument, response.reports)
            page = render_template(
                "respondent/coin_receipt.html", survey=survey, response=response, receipt=receipt,
                form_part=form.form_part.data, why_no_proof=why_no_proof(survey.instrument, first),
                proof=_proof(code, response, new),
            )  # fmt: skip
            return page, {"Cache-Control": FOR_BACK_AND_FORWARD}
    else:
        status = 422 if form.errors else 200
    return _page(survey, form), status


def _proof(code: str, response: Response, new: bool) -> Receipt:
    """A receipt as the client keeps it: the server acknowledges the stored response."""
    said = acknowledgement(signing_key(), code, response, new)
    return Receipt(code, response, said["key"], said["signature"])


def _page(survey: Survey, form: FlaskForm, preview: bool = False) -> str:
    cards = _cards(survey.instrument, fields_of(form, survey.instrument))
    return render_template(
        "respondent/coin.html",
        survey=survey,
        form=form,
        cards=cards,
        preview=preview,
        draw=draw_of_question(survey.instrument, page_translator()),
    )


def why_no_proof(instrument: Instrument, item: Item) -> str | None:
    """Why a report on this item is no proof: another answer sends it with chance B/(A+(k−1)B).

    None if the instrument does not ask about proof.
    """
    if not instrument.check_understanding:
        return None
    a, b = item.odds
    share = Fraction(b, a + (item.options - 1) * b)
    if odds_above(item.gamma, LARGEST_UNCONFIRMED_ODDS):
        evidence = gettext("It is no proof, but strong evidence.")
    else:
        evidence = gettext("It is no proof.")
    return f"{evidence} {words_of(item).others(share, page_translator())}"
