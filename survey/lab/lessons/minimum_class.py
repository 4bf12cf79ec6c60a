"""A minimum number of responses: it hides nobody when exact counts are shown."""

from fractions import Fraction
from functools import cache

import numpy as np

from survey.core.intervals.class_tails import binomial_law, class_law
from survey.core.mechanism import privacy
from survey.core.results.results import DEFAULT_FEWEST_RESPONSES
from survey.lab.figures import percentage
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider, Table
from survey.lab.words import FIGURES, in_a_row, said
from survey.translations.marked import N_

MOST = 20
EVEN = Fraction(1, 2)  # a belief to which yes and no are equally likely


def _classes(chance: Fraction) -> str:
    if chance < Fraction(1, 10_000):
        return said(N_("fewer than %(share)s"), share=FIGURES.exact_percent(0.0001))
    return FIGURES.brief_percent(chance)


def run(responses: int, share: Fraction, gamma: Fraction) -> Outcome:
    says = said(
        N_(
            "With %(responses)s responses, each yes with a chance of %(share)s, all answers are "
            "the same in %(same)s of classes, and an exact count then exposes everyone. The next "
            "response's answer follows from two exact counts for certain. From two results of "
            "reports with γ = %(gamma)s a guess is right in %(right)s for someone to whom yes and "
            "no were equally likely before, whatever the number of responses%(knew)s."
        ),
        responses=responses,
        share=FIGURES.percent(share),
        same=_classes(unanimous_chance(responses, share)),
        gamma=FIGURES.setting(gamma),
        right=FIGURES.truth_probability(gamma),
        knew=_to_who_knew(share, gamma),
    )
    return Outcome(says, _chart(responses, share, gamma, says), (_table(responses, share, gamma),))


def _to_who_knew(share: Fraction, gamma: Fraction) -> str:
    """How often somebody who knows the share guesses right; even a rare report may not help."""
    if share == EVEN:
        return ""
    right = newcomer_chance(gamma, share)
    return said(
        N_("; for someone who knew the %(share)s, in %(right)s, as before any result")
        if right == share
        else N_("; for someone who knew the %(share)s, in %(right)s"),
        share=FIGURES.percent(share),
        right=percentage(right),
    )


def _table(responses: int, share: Fraction, gamma: Fraction) -> Table:
    # At 50% both beliefs are the same.
    priors = sorted({EVEN, share})
    return Table(
        N_(
            "How often the best guess of one respondent's answer is right, for what was believed "
            "of a yes before"
        ),
        (
            N_("Someone who"),
            N_("Exact counts"),
            *(
                said(N_("Reports, %(share)s before"), share=FIGURES.percent(each))
                for each in priors
            ),
        ),
        (
            (
                N_("sees that all say the same"),
                FIGURES.percent(1),
                *(N_("never certain") for _ in priors),
            ),
            (
                said(N_("knows the other %(others)s"), others=responses - 1),
                FIGURES.percent(1),
                *(percentage(mean_last_chance(responses, share, gamma, each)) for each in priors),
            ),
            (
                said(
                    N_("saw %(first)s, then %(second)s responses"),
                    first=responses,
                    second=responses + 1,
                ),
                FIGURES.percent(1),
                *(percentage(newcomer_chance(gamma, each)) for each in priors),
            ),
        ),
    )


def _chart(responses: int, share: Fraction, gamma: Fraction, says: str) -> Chart:
    drawn = range(1, MOST + 1)
    return Chart(
        in_a_row(
            N_(
                "More responses make equal answers rare, and help nothing against a difference. "
                "Those who guess held yes and no to be equally likely before."
            ),
            says,
        ),
        Axis(N_("responses in the result"), 1, MOST),
        Axis(N_("probability"), 0, 1),
        (
            Series(
                N_("all the same"), tuple((n, float(unanimous_chance(n, share))) for n in drawn)
            ),
            Series(N_("newcomer, exact counts"), tuple((n, 1.0) for n in drawn)),
            Series(
                N_("newcomer, reports"), tuple((n, float(newcomer_chance(gamma))) for n in drawn)
            ),
            Series(
                N_("others known, reports"),
                tuple((n, mean_last_chance(n, share, gamma)) for n in drawn),
            ),
        ),
        mark=responses,
    )


LESSON = Lesson(
    name="minimum-class",
    title=N_("A minimum class size is no privacy"),
    point=N_("“At least 4 responses” hides nobody: the fifth is what the result changes by."),
    guess=Guess(
        N_(
            "Results are shown only from four responses on. You see the exact count at four, and "
            "again at five. What do you know of the fifth answer?"
        ),
        (N_("nothing"), N_("a little"), N_("all of it")),
        right=2,
        why=N_("All of it: it is the difference of the two counts."),
    ),
    sentences=(
        N_(
            "“Shown only with at least 4 responses” sounds like privacy, yet when all four "
            "answers are the same, the exact count exposes everyone."
        ),
        N_(
            "Whoever knows three of the answers computes the fourth, and whoever sees the result "
            "of 4 responses and then of 5 computes the fifth."
        ),
        N_(
            "When each answer is randomized, the same difference gives one report, true with "
            "probability 1/2+γ, however few or many have responded."
        ),
    ),
    formula=(
        N_(r"all $n$ answers are the same: $P = p^n + (1 - p)^n$"),
        N_(
            r"yes reports among $n$: $n\,(2γ\hat p_n + \frac12 - γ)$, so two estimates give the "
            "newcomer's report"
        ),
        N_(r"the guess is right, yes having had chance $q$: $P = \max(\frac12 + γ, q, 1 - q)$"),
    ),
    source="D. E. Denning, P. J. Denning, M. D. Schwartz, The tracker: a threat to statistical "
    "database security, ACM Transactions on Database Systems 4 (1979) 76–96; A. "
    "Machanavajjhala, J. Gehrke, D. Kifer, M. Venkitasubramaniam, ℓ-diversity: privacy "
    "beyond k-anonymity, ICDE 2006",
    failure=N_(
        "A threshold looks at one result alone. Two results, or one result and what friends know "
        "of each other, differ by a single person's answer, and no minimum number changes that."
    ),
    here=said(
        N_(
            "Results are hidden until %(fewest)s responses have come, or as many as the "
            "instructor sets, because estimates of so few say nothing. Privacy does not rest on "
            "this: the difference between two results is one respondent's report, randomized in "
            "the browser, and multiplies nobody's odds on a yes/no answer by more than A/B = "
            "(1/2+γ)/(1/2−γ)."
        ),
        fewest=DEFAULT_FEWEST_RESPONSES,
    ),
    settings=(
        Slider("responses", N_("Responses"), 2, MOST, default=4),
        Slider(
            "share",
            N_("Chance of a yes, p"),
            50,
            100,
            default=90,
            step=5,
            per=100,
            words=tuple(f"{each}%" for each in range(50, 101, 5)),
        ),
        Slider("gamma", N_("γ of the reports"), 5, 45, default=25, step=10, per=100),
    ),
    run=run,
    slips=N_(
        "The chance that all answers are the same is pⁿ + (1−p)ⁿ: pⁿ alone forgets the class in "
        "which everyone says no, which is exposed as well."
    ),
)


def unanimous_chance(responses: int, share: Fraction) -> Fraction:
    """pⁿ + (1−p)ⁿ: the chance that n answers, each yes with chance p, are all the same."""
    return share**responses + (1 - share) ** responses


def newcomer_chance(gamma: Fraction, prior: Fraction = EVEN) -> Fraction:
    """The chance that the best guess from the newcomer's report is right: max(1/2+γ, p, 1−p).

    p = `prior` is the chance of a yes that the guesser believed in before. The number of
    responses does not matter.
    """
    no, yes = privacy.channel(privacy.odds(gamma), 2)
    best = (max((1 - prior) * no[report], prior * yes[report]) for report in (0, 1))
    return sum(best, Fraction(0))


@cache
def last_chance(others: int, yes: int, gamma: Fraction, prior: Fraction) -> float:
    """The best chance of someone who knows all other answers to guess the last one.

    `yes` of the `others` answers are yes. The guesser sees one result, of everyone's reports,
    and believed before that the last answer is yes with chance `prior`.
    """
    given_no, given_yes = (class_law(others + 1, yes + last, gamma) for last in (0, 1))
    return float(np.maximum(float(1 - prior) * given_no, float(prior) * given_yes).sum())


def mean_last_chance(
    responses: int, share: Fraction, gamma: Fraction, prior: Fraction = EVEN
) -> float:
    """last_chance on average over the other n−1 answers, each yes with chance `share`."""
    others = responses - 1
    weights = binomial_law(others, float(share))
    return sum(
        float(weight) * last_chance(others, yes, gamma, prior)
        for yes, weight in zip(range(responses), weights, strict=True)
    )
