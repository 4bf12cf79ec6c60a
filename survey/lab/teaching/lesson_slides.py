"""The slides of the first two lessons: what only seems to protect, and what does protect."""

from survey.core.mechanism.privacy import keep_and_other
from survey.lab.experiments.linkage_join import VISITS
from survey.lab.lesson import Lesson
from survey.lab.lessons import attempts, linkage
from survey.lab.teaching.deck import ClassPart, ClassSlide, Figure, Notes, Step
from survey.lab.teaching.plan_figures import (
    GAMMA,
    HANDS,
    LARGE,
    TOSSING,
    by_hand,
    first_figures,
    named_visits,
    typical_miss,
)
from survey.lab.words import FIGURES, said
from survey.text.figures import gamma_in_words
from survey.translations.marked import N_


def linkage_step() -> Step:
    """Lesson one: removing names only seems to protect."""
    opening = guess_slide(
        linkage.LESSON,
        minutes=4,
        expect=N_(
            "Whoever says 2 takes a birthday for common: alone it is, with ZIP code and sex it is "
            "not. Leave the first scan its time."
        ),
        wrong=said(
            N_(
                "A phone that does not open the page guesses with its neighbour. If fewer than "
                "%(first)s have guessed, no figure is shown: close the survey with “Close in …” or "
                "in its settings."
            ),
            first=first_figures(),
        ),
    )
    reveal = ClassSlide(
        6,
        N_("A table without names"),
        (linkage.LESSON.point, N_("Which three facts about you does everybody know?")),
        Notes(
            N_(
                "Show the guesses with “Beside the truth”. Then move the slider to the right, one "
                "place at a time: each place says less, and fewer names are left."
            ),
            N_("This table has no names. Who in it would feel safe?"),
            N_(
                "“Delete the birthday, too.” Right, and the table is worth less: that is the price "
                "of hiding details."
            ),
            N_(
                "Somebody says that this is made up: it is. Show the table of the governor, whose "
                "record was found this way."
            ),
        ),
        Figure(
            said(N_("%(number)s of %(all)s"), number=named_visits(), all=len(VISITS)),
            N_("visits without a name fit exactly one person in the list of voters"),
        ),
    )
    return lesson_step(
        linkage.LESSON,
        N_("The class guesses on its phones, then sees names come back to a table without any."),
        (opening, reveal),
    )


def attempts_step() -> Step:
    """Lesson two: randomized response protects."""
    opening = guess_slide(
        attempts.LESSON,
        minutes=3,
        expect=N_(
            "Whoever says 25 takes how many answers are changed for how far the share is off."
        ),
        wrong=N_("The guesses are few: show them all the same, and say how wide the bands are."),
    )
    coins = ClassSlide(
        5,
        N_("Toss a coin, and show nobody"),
        (
            N_("Heads: answer truly. Tails: toss again, and say yes on heads, no on tails."),
            N_("Did you have breakfast today? Hands up for yes."),
        ),
        Notes(
            said(
                N_(
                    "Count the hands. Of all, %(quarter)s say yes by coins alone, so the estimate "
                    "is twice what the share of hands is above %(quarter)s: if %(hands)s of "
                    "%(tossing)s hands go up, it is %(share)s. That was γ = %(gamma)s."
                ),
                quarter=FIGURES.percent(keep_and_other(GAMMA)[1]),
                tossing=TOSSING,
                hands=HANDS,
                share=by_hand(),
                gamma=gamma_in_words(GAMMA),
            ),
            N_("Point at a raised hand: did they have breakfast?"),
            N_("“Nobody knows.” “Rather yes than no.” Both are right: it is evidence, no proof."),
            N_(
                "No coin: a die, even is heads; or two digits that only they know, one a toss. Not "
                "the clock: its minute is the same for all."
            ),
        ),
        Figure(
            by_hand(),
            said(
                N_("is the estimate, if %(hands)s hands of %(tossing)s go up"),
                hands=HANDS,
                tossing=TOSSING,
            ),
        ),
    )
    dial = ClassSlide(
        3,
        N_("A dial between truth and coin"),
        (attempts.LESSON.point, N_("Where would you set it for yourself? Where for the others?")),
        Notes(
            N_(
                "Show the guesses beside the truth. Then move γ to both ends: at one nobody is "
                "protected, at the other nothing is learned."
            ),
            N_("What does a class twice as large change?"),
            N_("“Half the error”: no, it takes four times the students to halve it."),
            N_("Somebody asks for formulas: they stand on the lesson's page, with their sources."),
        ),
        Figure(
            said(N_("%(points)s points"), points=typical_miss()),
            said(
                N_("is what the share of %(large)s students typically misses at γ = %(gamma)s"),
                large=LARGE,
                gamma=gamma_in_words(GAMMA),
            ),
        ),
    )
    return lesson_step(
        attempts.LESSON,
        N_("The class guesses, tosses coins by hand, and turns the dial between truth and coin."),
        (opening, coins, dial),
    )


def lesson_step(lesson: Lesson, does: str, slides: tuple[ClassSlide, ...]) -> Step:
    """A step that is a lesson, and bears its title."""
    return Step(ClassPart.LESSON, lesson.title, does, slides, lesson.name)


def guess_slide(lesson: Lesson, minutes: int, expect: str, wrong: str) -> ClassSlide:
    """The lesson's question with its three answers, of which none is marked."""
    notes = Notes(
        N_("Show the code of this lesson's survey. Guess alone first, then tell a neighbour why."),
        N_("What speaks for your guess?"),
        expect,
        wrong,
    )
    return ClassSlide(
        minutes, lesson.guess.question, lesson.guess.choices, notes, phones=True, choices=True
    )
