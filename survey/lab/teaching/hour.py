"""A class of fifty minutes: the steps of its plan, slides and speaker's notes."""

from fractions import Fraction
from functools import cache

from survey.core.intervals.registry import ANNOUNCED, ONCE_CLOSED
from survey.core.mechanism.privacy import epsilon
from survey.lab.teaching.belief_slides import belief_step
from survey.lab.teaching.deck import ClassPart, ClassSlide, Notes, PlacedStep, Step, placed
from survey.lab.teaching.lesson_slides import attempts_step, linkage_step
from survey.lab.teaching.own_survey import interpretation_step, survey_step
from survey.lab.teaching.plan_figures import BEFORE, GAMMA, LARGE, LARGER, SMALL, believed, margin
from survey.lab.words import FIGURES, said
from survey.text.figures import gamma_in_words
from survey.translations.marked import N_

MINUTES = 50


@cache
def hour() -> tuple[PlacedStep, ...]:
    """The steps of the class, with the minutes of their slides."""
    steps = (
        _opening(),
        linkage_step(),
        attempts_step(),
        belief_step(),
        survey_step(),
        interpretation_step(),
    )
    return placed(steps)


def _opening() -> Step:
    slide = ClassSlide(
        3,
        N_("Who here has cheated in an exam?"),
        (
            N_("Please raise no hand."),
            said(
                N_("In %(minutes)s minutes we know about how many. No report will prove who."),
                minutes=MINUTES,
            ),
        ),
        Notes(
            N_(
                "Nobody would raise a hand, and whoever runs a web form reads each answer. Today "
                "every phone changes some answers by chance before it sends them: I learn the "
                "share of the class, and of nobody a proof of the answer."
            ),
            N_("Who would answer this in a web form that says “anonymous”?"),
            N_(
                "“It depends on who runs it.” Here only a report leaves the phone, and no report "
                "is proof; what remains to check is the page itself."
            ),
            N_("The question hurts: take a harmless one. Nothing else changes."),
        ),
    )
    return Step(
        ClassPart.OPENING,
        N_("Who would raise a hand?"),
        N_("A question that nobody answers by a show of hands, and what this class will know."),
        (slide,),
    )


@cache
def before() -> tuple[str, ...]:
    """The speaker's tasks before the class."""
    large = said(
        N_(
            "Compose one question that nobody would answer by a show of hands. With %(large)s "
            "students, γ = %(gamma)s gives the class's share within about ±%(class)s points "
            "(±%(bound)s by Hoeffding's bound), and a report takes a belief of %(before)s to "
            "%(after)s at most."
        ),
        **_price(LARGE, GAMMA),
        large=LARGE,
    )
    small = said(
        N_(
            "With %(small)s students take γ = %(gamma)s: about ±%(class)s points (±%(bound)s by "
            "Hoeffding's bound), at the price of ε = %(epsilon)s, and of a belief of %(before)s "
            "that becomes up to %(after)s."
        ),
        **_price(SMALL, LARGER),
        small=SMALL,
        epsilon=FIGURES.epsilon(epsilon(LARGER)),
    )
    return (
        large,
        small,
        N_("Publish it, and in its settings let everybody see the results."),
        N_(
            "Open the three lessons, signed in, and press “Ask the class on their phones” on each: "
            "the code to scan is there. Try one with your own phone, and keep the tabs in order."
        ),
        N_("Bring coins, and the notes on paper."),
    )


def _price(students: int, gamma: Fraction) -> dict[str, str]:
    """The margin and the protection of γ in a class of `students`."""
    return {
        "gamma": gamma_in_words(gamma),
        "class": margin(ONCE_CLOSED, students, gamma),
        "bound": margin(ANNOUNCED, students, gamma),
        "before": FIGURES.percent(BEFORE),
        "after": believed(gamma),
    }
