"""A class of fifty minutes: its plan, its slides, and the speaker's notes; one text for all."""

from flask import render_template
from flask.typing import ResponseReturnValue

from survey.lab.catalog import LESSONS
from survey.lab.teaching.hour import before, hour
from survey.translations.catalogs import LAB
from survey.web.http.audiences import Audience, Pages
from survey.web.learning.lesson_words import page_speaker

bp = Pages("teaching", audience=Audience.PUBLIC, url_prefix="/lab/teaching", domain=LAB)


@bp.get("", strict_slashes=False)
def plan() -> ResponseReturnValue:
    taught = {each.step.name for each in hour()}
    more = [each for each in LESSONS if each.name not in taught]
    speaker = page_speaker()
    return _page(
        "learning/lab_teaching.html", before=speaker.spoken(before()), more=speaker.spoken(more)
    )


@bp.get("/slides", strict_slashes=False)
def slides() -> ResponseReturnValue:
    """All slides on one page, one a screen: static/pages/lab/talk.js turns them over."""
    return _page("learning/lab_slides.html")


@bp.get("/notes", strict_slashes=False)
def notes() -> ResponseReturnValue:
    return _page("learning/lab_notes.html")


def _page(template: str, **more: object) -> str:
    return render_template(template, steps=page_speaker().spoken(hour()), **more)
