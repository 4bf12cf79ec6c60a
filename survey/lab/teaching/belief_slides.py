"""The slides of the third lesson of the class: what one report reveals."""

from survey.core.mechanism.privacy import keep_and_other
from survey.lab.lessons import bayesian
from survey.lab.teaching.deck import ClassSlide, Figure, Notes, Step
from survey.lab.teaching.lesson_slides import guess_slide, lesson_step
from survey.lab.teaching.plan_figures import BEFORE, BOTH, GAMMA, believed
from survey.lab.words import FIGURES, said
from survey.text.figures import gamma_in_words
from survey.translations.marked import N_


def belief_step() -> Step:
    """The step of lesson three: what one report reveals."""
    opening = guess_slide(
        bayesian.LESSON,
        minutes=3,
        expect=N_("Whoever says 75% takes how often a report is its answer for how sure it makes."),
        wrong=N_("Nobody dares a figure: let neighbours agree on one, and guess together."),
    )
    kept, changed = keep_and_other(GAMMA)
    reveal = ClassSlide(
        4,
        N_("What one report tells"),
        (
            bayesian.LESSON.point,
            said(
                N_("Here it multiplies the odds by %(factor)s, and never by more."),
                factor=FIGURES.odds(GAMMA),
            ),
        ),
        Notes(
            said(
                N_(
                    "Show the guesses beside the truth. Of %(all)s students %(yes)s would say yes: "
                    "%(kept)s of their reports say so, and %(changed)s of the others'. That makes "
                    "%(true)s true reports of yes and %(false)s untrue ones: %(after)s are true."
                ),
                all=BOTH,
                yes=round(BOTH * BEFORE),
                true=round(BOTH * BEFORE * kept),
                false=round(BOTH * (1 - BEFORE) * changed),
                kept=FIGURES.truth_probability(GAMMA),
                changed=FIGURES.other_probability(GAMMA),
                after=believed(),
            ),
            N_("A teacher sees your report of yes. What do you say?"),
            N_("“The coin did it.” It may have: no report can show that it did not."),
            N_(
                "Somebody concludes that reports say nothing: they do say something, and how much "
                "is known beforehand."
            ),
        ),
        Figure(
            said("%(before)s → %(after)s", before=FIGURES.percent(BEFORE), after=believed()),
            said(
                N_("believed before and after a report of yes, at γ = %(gamma)s"),
                gamma=gamma_in_words(GAMMA),
            ),
        ),
    )
    return lesson_step(
        bayesian.LESSON,
        N_("The class guesses, then sees how far one report can move a belief."),
        (opening, reveal),
    )
