"""How the estimates would move if some respondents always reported "no"."""

from dataclasses import dataclass

from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from survey.core.compliance.deviations import Deviation
from survey.core.estimates.noncompliance import Compliance, beside_always_no
from survey.core.estimates.quantity import Quantity
from survey.errors import ParameterError
from survey.store import Survey
from survey.store.models import Role
from survey.text.figures import rounded
from survey.web.http.audiences import Audience, Pages
from survey.web.results.control_reading import ControlReading, control_reading, shares_of_yes
from survey.web.results.published import shown_results_of

bp = Pages(
    "what_if",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>/what-if",
    roles={Role.PRESENT: ("page",)},
)

LARGEST_PERCENT = 50
DEFAULT_PERCENT = 10


@dataclass(frozen=True)
class MovedShare:
    """A share of yes beside the share that it would be if some always reported "no"."""

    text: str
    share: Quantity
    compliance: Compliance


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    results = shown_results_of(survey)
    control = control_reading(results)
    percent = _requested_percent(control)
    moved = [
        MovedShare(text, share, compliance)
        for card in results.shown_cards
        for text, share in shares_of_yes(card.result)
        if (compliance := beside_always_no(share, percent / 100)) is not None
    ]
    return render_template(
        "results/what_if.html",
        survey=survey,
        moved=moved,
        control=control,
        percent=percent,
        largest=LARGEST_PERCENT,
    )


def _requested_percent(control: ControlReading | None) -> int:
    """?always_no=10, a whole percentage from 0 to 50; raises ParameterError for others.

    Without it, the control question's estimate, if its interval is of use.
    """
    found = control.usable_share(Deviation.REPORTS_NO) if control else None
    share = DEFAULT_PERCENT / 100 if found is None else found
    proposed = min(max(int(rounded(100 * share, 0)), 0), LARGEST_PERCENT)
    asked = request.args.get("always_no", str(proposed))
    if not (asked.isascii() and asked.isdigit() and int(asked[:4]) <= LARGEST_PERCENT):
        raise ParameterError(
            gettext(
                "The suspected share must be a whole percentage from 0 to %(largest)s.",
                largest=LARGEST_PERCENT,
            ),
            "always_no",
        )
    return int(asked[:4])
