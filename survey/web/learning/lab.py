"""/lab: the privacy lab, open to all, on simulated and public data only."""

from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from survey.lab.accusation import ASKED, BETS, COINS, DECKS, PEOPLE, calibration, curve
from survey.lab.assignments import HINTS
from survey.lab.catalog import LESSONS, PARTS, lesson_named
from survey.lab.figures import figures_of
from survey.lab.lesson import SEED, typed
from survey.translations.catalogs import LAB
from survey.web.charts.lab_picture import picture_of
from survey.web.charts.people import people_of
from survey.web.charts.tree import tree_picture
from survey.web.http.audiences import Audience, Pages
from survey.web.learning.class_guesses import class_guesses
from survey.web.learning.lesson_words import adjustable, formula, page_speaker
from survey.web.learning.lesson_worker import lesson_worker

bp = Pages("lab", audience=Audience.PUBLIC, url_prefix="/lab", domain=LAB)


@bp.get("", strict_slashes=False)
def index() -> ResponseReturnValue:
    return render_template("learning/lab_index.html", parts=page_speaker().spoken(PARTS))


@bp.get("/assignments", strict_slashes=False)
def assignments() -> ResponseReturnValue:
    """Three tasks; each visitor gets other data, which the page makes and checks itself."""
    return render_template(
        "learning/lab_assignments.html", hints={each: gettext(each) for each in HINTS}
    )


@bp.get("/accusation", strict_slashes=False)
def accusation() -> ResponseReturnValue:
    """A game of cards and bets, which the page plays by itself, so that no server learns a role."""
    speaker = page_speaker()
    return render_template(
        "learning/lab_accusation.html",
        coins=COINS,
        decks=DECKS,
        bets=BETS,
        asked=ASKED,
        people=PEOPLE,
        picture=picture_of(speaker.spoken(curve(COINS[0].gamma))),
        calibration=picture_of(speaker.spoken(calibration(COINS[0].gamma, DECKS[0]))),
        seeds=SEED,
    )


@bp.get("/<lesson>", strict_slashes=False)
def page(lesson: str) -> ResponseReturnValue:
    """One lesson, with the settings in the address."""
    shown = lesson_named(lesson)
    settings = shown.parse(request.args)
    if shown.seeded:
        settings["seed"] = seed_asked()
    guessed = class_guesses(shown)
    speaker = page_speaker()
    computed = lesson_worker().outcome(shown, settings)
    outcome = speaker.spoken(computed)
    return render_template(
        "learning/lab_lesson.html",
        lesson=speaker.spoken(shown),
        number=1 + LESSONS.index(shown),
        lessons=LESSONS,
        guessed=guessed,
        settings=settings,
        outcome=outcome,
        picture=picture_of(outcome.chart),
        figures=speaker.spoken(figures_of(outcome.chart)),
        says=adjustable(computed.says, shown.settings),
        formula=formula,
        written=speaker.text,
        typed=typed,
        seeds=SEED,
        tree=outcome.tree and tree_picture(outcome.tree),
        crowds=[
            (each, people_of(each.filled, each.turned, each.crossed)) for each in outcome.crowds
        ],
    )


def seed_asked() -> int:
    """The seed, which begins at 1 again after the last; raises ParameterError for no seed."""
    seed = int(SEED.parse(request.args.get("seed") or typed(SEED.initial)))
    return seed % SEED.high + 1 if "again" in request.args else seed
