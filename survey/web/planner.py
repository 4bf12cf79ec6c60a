"""The planner: any two of class size, margin and γ give the third, before a survey is made."""

from fractions import Fraction
from urllib.parse import urlencode

from flask import Blueprint
from flask import render_template
from flask import request

from survey.core import plan_sentences
from survey.core.planner import Plan
from survey.core.sentences import INTERVAL_QUESTIONS
from survey.core.sentences import counts_in_words
from survey.core.sentences import gamma_in_words
from survey.errors import ParameterError
from survey.web.account import sign_in_required
from survey.web.picture_files import picture_file
from survey.web.planner_form import PlannerForm
from survey.web.published import percent_of
from survey.web.trade_off import trade_off

bp = Blueprint("planner", __name__, url_prefix="/plan")

EXAMPLE = Plan(100, None, Fraction(1, 4))


@bp.get("")
@sign_in_required
def page():
    """The plan that the address asks for, or an example."""
    form = PlannerForm(request.args) if request.args else PlannerForm(data=typed(EXAMPLE))
    if request.args and not form.validate():
        return render_template("planner.html", form=form, plan=None), 422
    plan = form.plan if request.args else EXAMPLE
    return render_template(
        "planner.html",
        form=form,
        plan=plan,
        picture=trade_off(plan),
        words=plan_sentences,
        questions=INTERVAL_QUESTIONS,
        counts_in_words=counts_in_words,
        query_of=query_of,
    )


@bp.get("/trade-off.svg")
@sign_in_required
def picture():
    form = PlannerForm(request.args)
    if not form.validate():
        raise ParameterError("This address asks for no plan: please go back to the planner.")
    drawn = trade_off(form.plan)
    return picture_file([drawn], drawn.name)


def typed(plan: Plan) -> dict[str, str]:
    """What one types into the form for this plan."""
    return {
        "respondents": "" if plan.respondents is None else str(plan.respondents),
        "margin": "" if plan.margin is None else f"{100 * plan.margin:.6g}",
        "gamma": "" if plan.gamma is None else gamma_in_words(plan.gamma),
        "confidence": percent_of(plan.confidence),
    }


def query_of(plan: Plan) -> str:
    """The address of this plan, after the path."""
    return "?" + urlencode({name: text for name, text in typed(plan).items() if text}, safe="/")
