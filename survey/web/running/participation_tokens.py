"""The instructor's page of participation tokens: how many there are, and slips to print."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from survey.core.responses.tokens import MOST_AT_ONCE
from survey.errors import SurveyError
from survey.web.accounts.ownership import own_survey
from survey.web.accounts.sign_in import sign_in_required
from survey.web.http.extensions import secret_key, store
from survey.web.http.forms import TokensForm
from survey.web.results.dashboard import join_url, only_here
from survey.web.results.published import download
from survey.web.running.slips import issue_slips, slips_csv, slips_html

bp = Blueprint("tokens", __name__, url_prefix="/surveys/<code>/tokens")


@bp.route("", methods=["GET", "POST"])
@sign_in_required
def page(code: str) -> ResponseReturnValue:
    """Shows the counts; a POST issues tokens and answers with their slips, this once."""
    survey = own_survey(code)
    form = TokensForm(count=min(survey.instrument.class_size, MOST_AT_ONCE))
    if form.validate_on_submit():
        slips = issue_slips(store(), secret_key(), code, form.count.data, join_url(survey))
        if request.form.get("format") == "csv":
            return download(slips_csv(slips), f"{code}-tokens.csv", "text/csv; charset=utf-8")
        return slips_html(survey, slips)
    refusal = None
    try:
        survey.check_tokens_may_be_issued(store().tally(code).responses > 0)
    except SurveyError as error:
        refusal = error.message
    page = render_template(
        "running/tokens.html",
        survey=survey,
        counts=store().token_counts(code),
        form=form,
        refusal=refusal,
        only_here=only_here(),
    )
    return page, 422 if form.errors else 200


@bp.post("/withdraw")
@sign_in_required
def withdraw(code: str) -> ResponseReturnValue:
    """Undoes the issuing of tokens while none is spent."""
    own_survey(code)
    store().withdraw_tokens(code)
    flash("The slips are withdrawn: this survey takes responses without tokens again.")
    return redirect(url_for("tokens.page", code=code))
