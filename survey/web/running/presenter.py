"""The presenter view: a survey as slides for a projector, results when the instructor wants them.

The address holds the whole state (?slide=2&results=shown), so that the page works by its
links alone. The page holds all slides and hides all but one: static/pages/presenter.js turns
them over without asking the server, and the figures of a frozen page are of one moment.
"""

from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from survey.errors import ParameterError
from survey.store import Survey
from survey.web.http.audiences import Audience, Pages
from survey.web.results.dashboard import join_url, only_here
from survey.web.results.published import results_of, unless_unchanged
from survey.web.running.shortcuts import PRESENTER

bp = Pages("presenter", audience=Audience.INSTRUCTOR, url_prefix="/surveys/<code>/present")

JOIN = 0  # the slide before the questions, which are numbered from 1


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    slide = _requested_slide(survey)
    results = results_of(survey)
    return unless_unchanged(
        results,
        lambda: render_template(
            "running/presenter.html",
            survey=survey,
            results=results,
            slide=slide,
            last=last_slide(survey),
            shown=request.args.get("results") == "shown",
            address=lambda slide, shown=False: _address(survey.code, slide, shown),
            typed=join_url(survey),
            only_here=only_here(),
            shortcuts=PRESENTER,
        ),
    )


def last_slide(survey: Survey) -> int:
    """The number of the slide after the questions, which says what the figures mean."""
    return len(survey.instrument.questions) + 1


def _requested_slide(survey: Survey) -> int:
    """The slide in the address, the first by default; raises ParameterError for others."""
    asked = request.args.get("slide", str(JOIN))
    last = last_slide(survey)
    if asked.isdecimal() and asked.isascii() and len(asked) < 4 and int(asked) <= last:
        return int(asked)
    raise ParameterError(f"This survey has slides 0 to {last}.", "slide")


def _address(code: str, slide: int, shown: bool) -> str:
    """The address of another slide, at the same confidence."""
    kept: dict[str, Any] = {
        key: request.args[key] for key in ("confidence", "together") if key in request.args
    }
    results = "shown" if shown else None
    return url_for("presenter.page", code=code, slide=slide, results=results, **kept)
