"""The instructor's page of participation tokens: how many there are, and slips to print."""

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from survey.core.responses.tokens import MOST_AT_ONCE
from survey.errors import SurveyError
from survey.store import Survey
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import secret_key, signing_key, store
from survey.web.http.forms import TokensForm
from survey.web.results.dashboard import join_url, only_here
from survey.web.results.published import download
from survey.web.running.lifecycle import still_owed
from survey.web.running.slips import issue_slips, link_of_token, slips_csv, slips_html

bp = Pages("tokens", audience=Audience.INSTRUCTOR, url_prefix="/surveys/<code>/tokens")


@bp.route("", methods=["GET", "POST"])
def page(survey: Survey) -> ResponseReturnValue:
    """Shows the counts; a POST issues tokens and answers with their slips, only this once."""
    form = TokensForm(count=min(survey.instrument.class_size, MOST_AT_ONCE))
    if form.validate_on_submit():
        key = signing_key().public
        link = link_of_token(survey, join_url(survey), key)
        slips = issue_slips(store(), secret_key(), survey, form.count.data, link)
        if request.form.get("format") == "csv":
            return download(
                slips_csv(slips), f"{survey.code}-tokens.csv", "text/csv; charset=utf-8"
            )
        return slips_html(survey, slips, key)
    refusal = None
    try:
        survey.check_tokens_may_be_issued(store().responses.tally(survey.code).responses > 0)
    except SurveyError as error:
        refusal = error.message
    page = render_template(
        "running/tokens.html",
        survey=survey,
        counts=store().surveys.token_counts(survey.code),
        form=form,
        refusal=refusal,
        only_here=only_here(),
    )
    return page, 422 if form.errors else 200


@bp.post("/withdraw")
def withdraw(survey: Survey) -> ResponseReturnValue:
    """Withdraws all tokens, which is refused once one is spent."""
    erased = store().surveys.withdraw_tokens(survey.code)
    flash("The slips are withdrawn: this survey takes responses without tokens again.")
    if not erased:
        flash(still_owed("What was stored of them"))
    return redirect(url_for("tokens.page", code=survey.code))
