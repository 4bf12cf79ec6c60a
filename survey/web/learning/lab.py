"""/lab: the privacy lab, open to all, on made-up and public data only."""

from flask import render_template, request
from flask.typing import ResponseReturnValue

from survey.lab.catalog import LESSONS, PARTS, lesson_named
from survey.lab.figures import figures_of
from survey.lab.lesson import SEED, Lesson, typed
from survey.web.charts.lab import picture_of
from survey.web.charts.people import people_of
from survey.web.charts.tree import tree_picture
from survey.web.http.audiences import Audience, Pages
from survey.web.learning.lesson_worker import lesson_worker
from survey.web.learning.seeds import seed_asked

bp = Pages("lab", audience=Audience.PUBLIC, url_prefix="/lab")


@bp.get("", strict_slashes=False)
def index() -> ResponseReturnValue:
    return render_template("learning/lab.html", parts=PARTS)


@bp.get("/teaching", strict_slashes=False)
def teaching() -> ResponseReturnValue:
    """A plan for a class of fifty minutes."""
    return render_template("learning/lab_teaching.html", lessons=LESSONS, lesson_named=lesson_named)


@bp.get("/assignments", strict_slashes=False)
def assignments() -> ResponseReturnValue:
    """Three tasks with data of one's own, which the page makes and checks by itself."""
    return render_template("learning/lab_assignments.html")


@bp.get("/<lesson>", strict_slashes=False)
def page(lesson: str) -> ResponseReturnValue:
    """One lesson, with the settings in the address."""
    shown = lesson_named(lesson)
    settings = shown.parse(request.args)
    if shown.seeded:
        settings["seed"] = seed_asked()
    outcome = lesson_worker().outcome(shown, settings)
    number = _number_of(shown)
    return render_template(
        "learning/lab_lesson.html",
        lesson=shown,
        number=number,
        lessons=LESSONS,
        settings=settings,
        outcome=outcome,
        picture=picture_of(outcome.chart),
        figures=figures_of(outcome.chart),
        typed=typed,
        seeds=SEED,
        tree=outcome.tree and tree_picture(outcome.tree),
        crowds=[(each, people_of(each.filled, each.turned)) for each in outcome.crowds],
    )


def _number_of(lesson: Lesson) -> int:
    return 1 + LESSONS.index(lesson)
