"""The planner: any two of class size, margin and γ give the third, before a survey is made."""

from fractions import Fraction
from urllib.parse import urlencode

from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from survey.core.planning.planner import Plan
from survey.errors import ParameterError
from survey.text import plans
from survey.text.figures import gamma_in_words
from survey.text.interval_words import INTERVAL_WORDS
from survey.text.kinds.item_words import counts_in_words
from survey.text.privacy_levels import LEVELS
from survey.web.authoring import planner_words
from survey.web.authoring.planner_form import PlannerForm
from survey.web.charts.picture_files import picture_file
from survey.web.charts.trade_off import TradeOff, trade_off
from survey.web.http.audiences import Audience, Pages
from survey.web.i18n.number_fields import as_typed
from survey.web.i18n.page_language import page_translator
from survey.web.results.published import percent_of

bp = Pages("planner", audience=Audience.INSTRUCTOR, url_prefix="/plan")

EXAMPLE = Plan(100, None, Fraction(1, 4))


@bp.get("")
def page() -> ResponseReturnValue:
    """Shows the plan that the address describes, or an example."""
    asked = any(name != "lang" for name in request.args)
    form = PlannerForm(request.args) if asked else PlannerForm(data=typed(EXAMPLE))
    if asked and not form.validate():
        return render_template("authoring/planner.html", form=form, plan=None), 422
    plan = form.plan if asked else EXAMPLE
    return render_template(
        "authoring/planner.html",
        form=form,
        plan=plan,
        say=page_translator(),
        picture=_picture(plan),
        words=plans,
        planned=planner_words,
        intervals=INTERVAL_WORDS,
        counts_in_words=counts_in_words,
        query_of=query_of,
    )


@bp.get("/trade-off.svg")
def picture() -> ResponseReturnValue:
    form = PlannerForm(request.args)
    if not form.validate():
        raise ParameterError(
            gettext("This address asks for no plan: please go back to the planner.")
        )
    return picture_file(_picture(form.plan))


def _picture(plan: Plan) -> TradeOff:
    say = page_translator()
    said = f"{planner_words.question_of(plan, say)} {planner_words.answer_of(plan, say)}"
    return trade_off(plan, said, say)


def typed(plan: Plan) -> dict[str, str]:
    """The form's values for this plan: a level, or the γ that no level has."""
    gamma = "" if plan.gamma is None else gamma_in_words(plan.gamma)
    of_level = plan.gamma in {level.gamma for level in LEVELS}
    return {
        "respondents": "" if plan.respondents is None else str(plan.respondents),
        "margin": "" if plan.margin is None else as_typed(f"{100 * plan.margin:.6g}"),
        "level": gamma if of_level else "",
        "gamma": "" if of_level else gamma,
        "confidence": percent_of(plan.confidence),
    }


def query_of(plan: Plan) -> str:
    """The query of this plan's address."""
    return "?" + urlencode({name: text for name, text in typed(plan).items() if text}, safe="/")
