"""Coin mode: without JavaScript, respondents randomize by hand and enter the outcome."""

import secrets
from dataclasses import dataclass
from fractions import Fraction

from flask import Blueprint
from flask import render_template
from flask import request
from flask_wtf import FlaskForm
from wtforms import HiddenField
from wtforms import RadioField
from wtforms import SelectChoice
from wtforms.validators import InputRequired

from survey.core.instrument import Instrument
from survey.core.privacy import odds
from survey.core.response import Response
from survey.core.response import check_response
from survey.core.response import parse_response
from survey.store import State
from survey.web.respond import published_survey
from survey.web.services import store

bp = Blueprint("coin", __name__, url_prefix="/s/<code>/coin")

REPORTS = [SelectChoice("1", "Yes"), SelectChoice("0", "No")]


@dataclass(frozen=True)
class Procedure:
    """How to randomize one answer by hand: with what, and when to mark the opposite."""

    draw: str
    opposite_if: str


def procedure(gamma: Fraction) -> Procedure:
    """Coins, a die or numbers on paper that give odds A/B exactly.

    The opposite is marked with probability B/(A+B) = 1/2 − γ.
    """
    a, b = odds(gamma)
    total = a + b
    if (a, b) == (3, 1):
        return Procedure("Flip two coins, where only you can see them.", "both show tails")
    if total == 6 and b == 1:
        return Procedure("Roll a die, where only you can see it.", "it shows a six")
    numbers = str(total) if b == 1 else f"{a + 1} to {total}"
    return Procedure(
        f"Draw a number from 1 to {total} at random: write them on slips of paper and draw one, "
        "or let a friend's calculator draw it.",
        f"it is {numbers}",
    )


def coin_form(instrument: Instrument) -> FlaskForm:
    """A form with one outcome a question, and the id that makes sending twice harmless."""
    fields = {
        "instrument": HiddenField(default=instrument.digest),
        "response_id": HiddenField(default=lambda: secrets.token_hex(16)),
    }
    for number, question in enumerate(instrument.questions, start=1):
        fields[f"report_{number}"] = RadioField(
            question.text,
            choices=REPORTS,
            validators=[InputRequired("Please mark the outcome of your draw.")],
        )
    return type("CoinForm", (FlaskForm,), fields)()


@bp.route("", methods=["GET", "POST"])
def page(code: str):
    survey = published_survey(code)
    if survey.state is not State.OPEN:
        status = 410 if request.method == "POST" else 200
        return render_template("closed.html", survey=survey), status
    form = coin_form(survey.instrument)
    fields = [form[f"report_{n}"] for n in range(1, len(survey.instrument.questions) + 1)]
    if form.validate_on_submit():
        # Through the wire's own parser, so that both ways in are equally strict.
        response = parse_response(
            Response(
                form.instrument.data or "",
                form.response_id.data or "",
                tuple(int(field.data) for field in fields),
            ).body()
        )
        check_response(response, survey.instrument)
        store().add_response(code, response)
        return render_template("coin_receipt.html", survey=survey, response=response)
    questions = [
        (field, procedure(question.gamma))
        for field, question in zip(fields, survey.instrument.questions, strict=True)
    ]
    status = 422 if form.errors else 200
    return render_template("coin.html", survey=survey, form=form, questions=questions), status
