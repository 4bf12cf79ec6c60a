"""Beliefs before and after a report: the factors on the odds, and the tables of the lesson."""

import math
from collections.abc import Sequence
from fractions import Fraction

from survey.core.intervals.class_tails import binomial_law
from survey.core.mechanism.privacy import epsilon, posterior
from survey.lab.experiments.bench import whole_numbers
from survey.lab.figures import percentage
from survey.lab.lesson import Table
from survey.lab.words import FIGURES, said
from survey.translations.marked import N_

LOWER, UPPER = 68, 69  # inches: the two heights that are possible
SEEN = (67, 68, 68.25, 68.5, 68.75, 69, 70)  # inches
LARGEST_BOUNDED = 1  # inches, of the bounded noise
EVEN = 0.5
SHOWN = (Fraction(1, 100), Fraction(1, 20), Fraction(49, 100))  # γ shown beside the one that is set
OTHERS, OTHERS_YES = 7, 4  # the others in a class of eight, and how many of them say yes


def odds_factor(prior: float, report: int, gamma: Fraction) -> float:
    """The factor on the odds on yes: posterior odds over prior odds, 0 < prior < 1.

    e^ε for a yes report and e^−ε for a no report, whatever the prior.
    """
    after = posterior(prior, report, gamma)
    return after / (1 - after) / (prior / (1 - prior))


def height_factor(seen: float, epsilon: float) -> float:
    """The factor of a height with Laplace(1/ε) noise on the odds on 69 inches against 68.

        exp(ε (|y − 68| − |y − 69|)), from e^−ε for y ≤ 68 to e^ε for y ≥ 69

    `seen` is y, in inches. The two heights are 1 inch apart: sensitivity 1.
    """
    return math.exp(epsilon * (abs(seen - LOWER) - abs(seen - UPPER)))


def height_posterior(seen: float, prior: float, epsilon: float) -> float:
    """P(69 inches | y) for someone who believed `prior` before, 0 ≤ prior ≤ 1."""
    factor = height_factor(seen, epsilon)
    return prior * factor / (prior * factor + 1 - prior)


def bounded_posterior(seen: float, prior: float) -> float:
    """P(69 inches | y) with noise uniform between −1 and 1 inch, 0 < prior < 1, 67 ≤ y ≤ 70."""
    lower = (1 - prior) * (abs(seen - LOWER) <= LARGEST_BOUNDED)
    upper = prior * (abs(seen - UPPER) <= LARGEST_BOUNDED)
    return upper / (lower + upper)


def most_confidence(epsilon: float) -> float:
    """e^ε / (1 + e^ε): the largest belief after one noisy value, from even odds."""
    return 1 / (1 + math.exp(-epsilon))


def right_guesses(epsilon: float) -> float:
    """1 − e^(−ε/2)/2: the chance that the nearer of two equally likely heights is the right one."""
    return 1 - math.exp(-epsilon / 2) / 2


def count_factor(seen: int, believed: Sequence[float], epsilon: float) -> float:
    """The factor of a published count on the odds on one person's yes.

    `believed[j]` is the probability that j of the others say yes. The count of all has
    whole-number noise. The factor is Σ_j believed[j] P(seen | j + 1) / Σ_j believed[j] P(seen | j),
    which is between the least and the largest of the single ratios, and so within e^±ε.
    """
    if_yes, if_no = (
        sum(
            chance * whole_numbers(count + more, epsilon)[seen]
            for count, chance in enumerate(believed)
        )
        for more in (1, 0)
    )
    return float(if_yes / if_no)


def reports(gamma: Fraction, prior: float) -> Table:
    """Belief and odds before and after each of the two reports."""
    odds = prior / (1 - prior)
    rows = tuple(
        (
            name,
            FIGURES.percent(prior),
            percentage(posterior(prior, report, gamma)),
            FIGURES.brief(odds, 3),
            FIGURES.brief(odds * odds_factor(prior, report, gamma), 3),
            FIGURES.brief(odds_factor(prior, report, gamma), 3),
        )
        for name, report in ((N_("yes"), 1), (N_("no"), 0))
    )
    columns = (
        N_("Report"),
        N_("Yes before"),
        N_("Yes after"),
        N_("Odds before"),
        N_("Odds after"),
        N_("Factor"),
    )
    return Table(
        said(N_("One report at ε = %(epsilon)s"), epsilon=FIGURES.decimal(epsilon(gamma), 2)),
        columns,
        rows,
    )


def heights(gamma: Fraction, prior: float) -> Table:
    """Beliefs after noisy heights; marks the values that change the odds as far as any can."""
    loss = epsilon(gamma)
    rows = tuple(
        (
            FIGURES.setting(Fraction(seen)),
            FIGURES.brief(height_factor(seen, loss), 3),
            percentage(height_posterior(seen, EVEN, loss)),
            percentage(height_posterior(seen, prior, loss)),
            percentage(bounded_posterior(seen, EVEN)),
        )
        for seen in SEEN
    )
    outside = frozenset(place for place, seen in enumerate(SEEN) if not LOWER < seen < UPPER)
    return Table(
        said(
            N_(
                "68 or 69 inches tall, seen with Laplace noise of scale 1/ε = %(scale)s. The "
                "marked rows change the odds as far as any value can. The nearer height is the "
                "right guess in %(right)s, where both were equally likely"
            ),
            scale=FIGURES.decimal(1 / loss, 2),
            right=percentage(right_guesses(loss)),
        ),
        (
            N_("Seen"),
            N_("Factor on 69"),
            N_("69, if even before"),
            said(N_("69, if %(prior)s before"), prior=FIGURES.percent(prior)),
            N_("69, if even, noise within ±1"),
        ),
        rows,
        outside,
    )


def sureness(gamma: Fraction) -> Table:
    """The belief after one value of somebody to whom both answers were equally likely."""
    shown = sorted({*SHOWN, gamma})
    rows = tuple(
        (
            FIGURES.setting(each),
            FIGURES.decimal(epsilon(each), 3),
            FIGURES.brief(math.exp(epsilon(each)), 4),
            FIGURES.decimal(1 + epsilon(each), 3),
            FIGURES.decimal(most_confidence(epsilon(each)), 3),
            FIGURES.decimal((1 + epsilon(each)) / (2 + epsilon(each)), 3),
            FIGURES.decimal(right_guesses(epsilon(each)), 3),
        )
        for each in shown
    )
    return Table(
        N_(
            "Even odds before. At γ = 0.49 they become 99, and so the belief 0.99; e^ε is about "
            "1 + ε for small ε alone. A bit with Laplace(1/ε) noise, rounded, is right less often "
            "than the report. The γ that is set is marked"
        ),
        (
            "γ",
            "ε",
            "e^ε",
            "1 + ε",
            "e^ε / (1 + e^ε)",
            "(1 + ε) / (2 + ε)",
            N_("Noisy bit right"),
        ),
        rows,
        frozenset({shown.index(gamma)}),
    )


def others(gamma: Fraction) -> Table:
    """The second form of the reading, for people who know everybody else's answer, or nobody's."""
    loss = epsilon(gamma)
    known = [float(count == OTHERS_YES) for count in range(OTHERS + 1)]
    coins = binomial_law(OTHERS, EVEN).tolist()
    rows = tuple(
        (
            seen,
            FIGURES.decimal(count_factor(seen, known, loss), 3),
            FIGURES.decimal(count_factor(seen, coins, loss), 3),
        )
        for seen in range(OTHERS + 2)
    )
    return Table(
        said(
            N_(
                "A class of eight publishes its noisy count of yes. The factor on the odds on one "
                "person's yes, for someone who knows the other seven, and for someone to whom "
                "each of them is a coin: both between e^−ε = %(least)s and e^ε = %(most)s"
            ),
            least=FIGURES.decimal(math.exp(-loss), 3),
            most=FIGURES.decimal(math.exp(loss), 3),
        ),
        (N_("Count seen"), N_("Knows all others"), N_("Knows nobody")),
        rows,
    )
