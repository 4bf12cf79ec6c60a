"""The instructor's page of participation tokens: how many there are, and slips to print."""

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from survey.core.responses.tokens import MOST_AT_ONCE
from survey.errors import SurveyError
from survey.store import Survey
from survey.store.token_rules import STARS_OF_A_DRAFT, check_tokens_may_be_issued
from survey.translations.marked import N_
from survey.web.accounts.erasing import not_erased_yet
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import secret_key, signing_key, store
from survey.web.http.forms import PageForm
from survey.web.http.networks import only_here
from survey.web.http.refusal import shown_stamp
from survey.web.i18n.number_fields import WholeNumberField
from survey.web.respondent.survey_links import client_address, join_url
from survey.web.results.published import download
from survey.web.running.slips import issue_slips, link_of_token, slips_csv, slips_html

bp = Pages(
    "tokens",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>/tokens",
    form_on={"page": "tokens.page", "withdraw": "tokens.page"},
)


class TokensForm(PageForm):
    """How many tokens to issue."""

    count = WholeNumberField(
        N_("How many slips"),
        1,
        MOST_AT_ONCE,
        description=N_(
            "Print a few more than there are people, so that the last ones draw too. The "
            "survey closes with the last slip. After the first response no slip is printed, "
            "unless figures wait."
        ),
    )


@bp.route("", methods=["GET", "POST"])
def page(survey: Survey) -> ResponseReturnValue:
    """Shows the counts; a POST issues tokens and answers with their slips, only this once."""
    known = survey.instrument.known_of_stars
    pack = known.share.denominator if known else 1
    likely = min(survey.instrument.class_size, MOST_AT_ONCE - MOST_AT_ONCE % pack)
    form = TokensForm(count=likely + -likely % pack)
    if form.validate_on_submit():
        key = signing_key().public
        link = link_of_token(survey, join_url(survey), key, client_address(survey))
        count = form.count.data
        slips = issue_slips(store(), secret_key(), survey, count, link, shown_stamp())
        if request.form.get("format") == "csv":
            return download(
                slips_csv(slips), f"{survey.code}-tokens.csv", "text/csv; charset=utf-8"
            )
        return slips_html(survey, slips, key)
    return _page(survey, form), 422 if form.errors else 200


def _page(survey: Survey, form: TokensForm) -> str:
    refusal = None
    try:
        check_tokens_may_be_issued(survey, store().responses.tally(survey.code).responses > 0)
    except SurveyError as error:
        refusal = error.message
    if survey.instrument.known_of_stars and not survey.published:
        refusal = STARS_OF_A_DRAFT
    return render_template(
        "running/tokens.html",
        survey=survey,
        counts=store().surveys.token_counts(survey.code),
        form=form,
        refusal=refusal,
        only_here=only_here(),
    )


@bp.post("/withdraw")
def withdraw(survey: Survey) -> ResponseReturnValue:
    """Withdraws all tokens; it refuses once a token is spent."""
    erased = store().surveys.withdraw_tokens(survey.code, shown_stamp())
    flash(gettext("The slips are withdrawn: this survey takes responses without slips again."))
    if not erased:
        flash(not_erased_yet(N_("The data stored about the slips")))
    return redirect(url_for("tokens.page", code=survey.code))
