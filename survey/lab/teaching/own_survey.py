"""The slides of the class's own survey, and of the reading of its result."""

from survey.core.intervals.registry import ONCE_CLOSED
from survey.lab.teaching.deck import ClassPart, ClassSlide, Figure, Notes, Step
from survey.lab.teaching.plan_figures import CONFIDENCE, GAMMA, LARGE, SMALL, margin
from survey.lab.words import FIGURES, said
from survey.text.figures import gamma_in_words
from survey.translations.marked import N_


def survey_step() -> Step:
    """The step in which the class answers its own question."""
    slide = ClassSlide(
        6,
        N_("Now our own question"),
        (
            N_("Scan the code, and read how your phone protects you."),
            N_("Answer, watch the coin, and save the receipt."),
        ),
        Notes(
            N_(
                "Show the slide to join by of your own survey, and set “Close in …” at once: the "
                "range is narrower if nobody chose the moment by the figures. Say why you ask, and "
                "that nobody has to answer."
            ),
            N_("What does the server get?"),
            said(
                N_("“A report”: the answer with a chance of %(chance)s, at γ = %(gamma)s."),
                chance=FIGURES.truth_probability(GAMMA),
                gamma=gamma_in_words(GAMMA),
            ),
            N_(
                "Somebody doubts it: show one submission on your laptop, F12 and then Network. It "
                "holds reports; nothing in it says whether one is the answer. No phone or no "
                "signal: a neighbour's phone will not do, since a receipt is one's own; "
                "watch instead."
            ),
        ),
        phones=True,
    )
    return Step(
        ClassPart.SURVEY,
        N_("Our own survey"),
        N_("Everybody answers on the phone, and keeps the receipt."),
        (slide,),
    )


def interpretation_step() -> Step:
    """The step that reads the result: the estimate, its interval, and one's own report."""
    result = ClassSlide(
        3,
        N_("What came out"),
        (N_("What would surprise you?"), N_("What would you tell somebody who was not here?")),
        Notes(
            N_(
                "Ask for bets, then show the result of the closed survey. Press R: the reports, "
                "what the coin did, the estimate. Read the estimate and its range aloud."
            ),
            N_("Is the estimate the share of this class?"),
            N_("“Yes.” “About.” The second: the share lies in the band, as surely as it says."),
            N_(
                "It says “too few”: then that is the result, and the next slide says why. An "
                "estimate below 0 is no mistake: the coins fell that way."
            ),
        ),
    )
    sure = ClassSlide(
        5,
        N_("How sure are we?"),
        (
            N_("More students make the band shorter. More privacy makes it longer."),
            N_("Some may not have answered truly. Which way would that move it?"),
        ),
        Notes(
            said(
                N_(
                    "At γ = %(gamma)s expect ±%(large_points)s points of %(large)s students, and "
                    "±%(small_points)s of %(small)s, with %(confidence)s confidence. “What if some "
                    "always say no?” on the survey's page moves the estimate: show it."
                ),
                gamma=gamma_in_words(GAMMA),
                confidence=FIGURES.exact_percent(CONFIDENCE),
                large=LARGE,
                large_points=margin(ONCE_CLOSED, LARGE),
                small=SMALL,
                small_points=margin(ONCE_CLOSED, SMALL),
            ),
            N_("What headline would be true? Which one would not?"),
            N_("True: the share with its range. Untrue: the estimate alone, or who it was."),
            N_("Somebody wants it exact: then nobody could have answered without risk."),
        ),
        Figure(
            said(N_("±%(margin)s points"), margin=margin(ONCE_CLOSED, LARGE)),
            said(
                N_("is what to expect of %(large)s students at γ = %(gamma)s"),
                large=LARGE,
                gamma=gamma_in_words(GAMMA),
            ),
        ),
    )
    report = ClassSlide(
        5,
        N_("Find your own report"),
        (
            N_("Open the public results, then “Every report”, and find your receipt's line."),
            N_("Is it your answer? You know. Who else could?"),
        ),
        Notes(
            N_(
                "All reports are public now, and yours is among them: if one is left out, its "
                "receipt proves that. With a minute left, “Our reports, replayed” draws the coins "
                "again."
            ),
            N_("Your neighbour reads the line of your receipt. What have they learned?"),
            N_("Something, and no proof: as much as in the third lesson, and never more."),
            N_(
                "A line is not found: the receipt must be of this survey, and the survey closed. "
                "Results that are not public are set in the survey's settings."
            ),
        ),
        Figure(
            FIGURES.truth_probability(GAMMA),
            said(
                N_("is the chance that a report is its answer, at γ = %(gamma)s"),
                gamma=gamma_in_words(GAMMA),
            ),
        ),
        phones=True,
    )
    return Step(
        ClassPart.INTERPRETATION,
        N_("What it says, and what it does not"),
        N_("Close the survey, read its result aloud, doubt it, and look up one's own report."),
        (result, sure, report),
    )
