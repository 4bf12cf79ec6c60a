"""A survey as slides for a projector: how to join, each result, and the figures' meaning.

The address holds the whole state (?slide=2&results=shown), so that the page works by its
links alone. The page holds all slides and hides all but one: static/pages/presenter.js turns
them over without asking the server. The class sees an open survey in steps
(survey/web/results/result_steps.py).
"""

from typing import Any

from flask import current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from survey.errors import ParameterError
from survey.store import State, Survey
from survey.store.models import Role
from survey.text.slide_words import protection_in_words
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import signing_key
from survey.web.http.networks import only_here
from survey.web.i18n.page_language import page_translator
from survey.web.respondent.reachability import from_another_machine, reached
from survey.web.respondent.survey_links import (
    join_url,
    lan_state,
    shared_link,
    typed_address,
)
from survey.web.results.dashboard import lesson_beside
from survey.web.results.published import unless_unchanged
from survey.web.results.result_steps import stepped_results_of
from survey.web.results.shown_statements import stated
from survey.web.running.asked_slides import AskedSlide, title_size
from survey.web.running.shortcuts import PRESENTER
from survey.web.running.slides import ResultSlide

bp = Pages(
    "presenter",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>/present",
    roles={Role.PRESENT: ("page",)},
)

JOIN = 0  # the slide before the questions, which are numbered from 1


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    if "slide" not in request.values and survey.shown_state is State.CLOSED:  # nobody can join
        return redirect(_address(survey.code, JOIN + 1, shown=True))
    slide = _requested_slide(survey)
    results = stepped_results_of(survey)
    signed = stated(results).of_these_results
    seen, lan = _phone_seen(survey), lan_state()
    responses = results.tally.responses
    beside = lesson_beside(survey)
    return unless_unchanged(
        results,
        lambda: render_template(
            "running/presenter.html",
            survey=survey,
            slides=None if results.cards is None else [ResultSlide(card) for card in results.cards],
            results=results,
            as_of=f"{survey.shown_state} {responses} {results.cards is not None}",
            slide=slide,
            last=last_slide(survey),
            shown=request.args.get("results") == "shown",
            address=lambda slide, shown=False: _address(survey.code, slide, shown),
            expected=survey.instrument.class_size,
            asked=[AskedSlide(question) for question in survey.instrument.questions],
            typed=join_url(survey),
            opened=typed_address(),
            link=shared_link(survey),
            signed=signed,
            beside=beside,
            key=signing_key().public.fingerprint,
            reached=seen,
            only_here=only_here(),
            lan=lan,
            command=current_app.config["LAN_COMMAND"],
            title_size=title_size,
            protection=protection_in_words(survey.instrument, page_translator()),
            shortcuts=PRESENTER,
        ),
        seen,
        lan,
        signed,
        beside and beside.name,
    )


def last_slide(survey: Survey) -> int:
    """The number of the slide after the questions, on the meaning of the figures."""
    return len(survey.instrument.questions) + 1


def _phone_seen(survey: Survey) -> bool:
    """Whether a phone has surely opened the survey; False if the instructor is not at this machine.

    On a server, the instructor's own browser is another machine, too.
    """
    return survey.code in reached() and not from_another_machine(request.environ)


def _requested_slide(survey: Survey) -> int:
    """The slide in the address, the first by default; raises ParameterError for others."""
    asked = request.values.get("slide", str(JOIN))  # in the form of a refused press
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
