"""How privacy losses add up: basic, advanced and least possible composition, and a budget.

Also over people: the loss of k people together, by the chain of neighbours.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from survey.core.intervals.class_tails import binomial_law
from survey.core.mechanism.privacy import epsilon as privacy_loss
from survey.core.mechanism.privacy import keep_and_other

AVERAGE, BELOW = 70, 2  # inches: the other men's mean height, and how far below it the one man is


def basic(epsilon: float, questions: int) -> float:
    """kε: the most that k reports with a loss of ε each lose together."""
    return questions * epsilon


def advanced(epsilon: float, questions: int, delta: float) -> float:
    """sqrt(2k ln(1/δ)) ε + kε(e^ε − 1): bounds the loss of k reports, except with probability δ.

    0 < δ < 1. Source: Dwork, Rothblum, Vadhan (2010).
    """
    spread = math.sqrt(2 * questions * math.log(1 / delta)) * epsilon
    return spread + questions * epsilon * math.expm1(epsilon)


def fewest_for_advanced(epsilon: float, delta: float) -> int | None:
    """The smallest k whose advanced bound is below kε; None if there is none.

        sqrt(2 ln(1/δ) / k) < 2 − e^ε, so k > 2 ln(1/δ) / (2 − e^ε)²

    None where e^ε ≥ 2, which with randomized response is γ ≥ 1/6.
    """
    room = 1 - math.expm1(epsilon)
    if room <= 0:
        return None
    return math.floor(2 * math.log(1 / delta) / room**2) + 1


@dataclass(frozen=True)
class LossSteps:
    """The steps of the proof of advanced composition, for the loss ln(P/P′) of k reports."""

    one: float
    mean: float
    mean_of_all: float
    spread: float
    beyond: float


def loss_steps(questions: int, gamma: Fraction, delta: float) -> LossSteps:
    """The loss of one report is ε with probability 1/2+γ, else −ε: its mean is 2γε.

    By Hoeffding's bound a sum of k terms in [−ε, ε] is more than ε√(2k ln(1/δ)) above its mean
    with probability δ at most; for adaptive questions Azuma's bound says the same. `beyond` is
    that probability, by the binomial law.
    """
    keep = float(keep_and_other(gamma)[0])
    loss = privacy_loss(gamma)
    mean, spread = (2 * keep - 1) * loss, math.sqrt(2 * questions * math.log(1 / delta)) * loss
    losses = (2 * np.arange(questions + 1) - questions) * loss
    beyond = binomial_law(questions, keep)[losses > questions * mean + spread].sum()
    return LossSteps(loss, mean, questions * mean, spread, float(beyond))


@dataclass(frozen=True)
class ReportPath:
    """A path of two reports: γ of the second question, and the path's chance for either answer."""

    first: int
    gamma: Fraction
    second: int
    if_yes: Fraction
    if_no: Fraction


def adaptive_paths(gamma: Fraction) -> tuple[ReportPath, ...]:
    """All paths through two questions, if the second one depends on the first report.

    It has the same γ after a yes report, and half of it after a no report. Each factor of
    P/P′ is at most e^ε of its question, whatever came before: so is the product.
    """
    paths = []
    for first in (1, 0):
        then = gamma if first else gamma / 2
        for second in (1, 0):
            yes, no = (
                keep_and_other(gamma)[answer != first] * keep_and_other(then)[answer != second]
                for answer in (1, 0)
            )
            paths.append(ReportPath(first, then, second, yes, no))
    return tuple(paths)


def least(questions: int, gamma: Fraction, delta: float) -> float:
    """The smallest loss at which k reports are (loss, δ)-differentially private.

        max_j ln((P(≥ j) − δ) / Q(≥ j)), at least 0,  P = Bin(k, 1/2+γ), Q = Bin(k, 1/2−γ)

    The smallest δ for a loss is the largest P(≥ j) − e^loss Q(≥ j) over j; at this
    loss it equals `delta`. Exact.

    Source: Kairouz, Oh, Viswanath (2015), who show that no k mechanisms of ε do worse.
    """
    keep, other = (float(chance) for chance in keep_and_other(gamma))
    chances = binomial_law(questions, keep)  # of j reports being the answer: P(j)
    losses = (2 * np.arange(questions + 1) - questions) * math.log(keep / other)
    chances, losses = chances[chances > 0], losses[chances > 0]  # above 0 as a float
    at_least = np.cumsum(chances[::-1])
    # Q(j) = P(j) e^−loss is too small for a float where k is large, its logarithm is not.
    log_other = np.logaddexp.accumulate((np.log(chances) - losses)[::-1])
    likely = at_least > delta
    return max(0.0, float(np.max(np.log(at_least[likely] - delta) - log_other[likely])))


def group(epsilon: float, people: int) -> float:
    """The loss of k people who act together, or share an answer, with one report each: kε."""
    return people * epsilon


def accepted(losses: Sequence[float], budget: float) -> tuple[bool, ...]:
    """Which questions a budget accepts, if they are asked in this order.

    It refuses a question that would bring the sum of those accepted above the budget. A
    refused one costs nothing, so that a smaller one after it may still fit.
    """
    answers, spent = [], 0.0
    for loss in losses:
        fits = spent + loss <= budget
        answers.append(fits)
        spent += loss if fits else 0.0
    return tuple(answers)


def factor(epsilon: float, people: int) -> float:
    """e^(kε): the most that odds on an answer that k people share can change."""
    return math.exp(people * epsilon)


def delta_together(epsilon: float, delta: float, people: int) -> float:
    """δ (e^(kε) − 1) / (e^ε − 1) = δ (1 + e^ε + … + e^((k−1)ε)), at most 1.

    The chain: P₀ ≤ e^ε P₁ + δ ≤ e^ε (e^ε P₂ + δ) + δ ≤ …; it is below k e^(kε) δ.
    """
    return min(1.0, delta * sum(math.exp(place * epsilon) for place in range(people)))


def chain(epsilon: float, people: int) -> tuple[float, ...]:
    """P(count + noise ≥ the last count) along x₀, …, x_k, where one more says yes each time.

    With Laplace(1/ε) noise it is e^(−ε(k−j))/2 for x_j: each step takes the whole e^ε.
    """
    return tuple(math.exp(-epsilon * (people - place)) / 2 for place in range(people + 1))


def height_learned(men: int, took_part: bool) -> float:
    """The average less 2 inches: the height in inches of a man who is known to be 2 inches below.

    The other men have 70 on average, and he has 68: (70 men + 68)/(men + 1) if he took part. The
    result hardly depends on that (C. Dwork, Differential privacy, ICALP 2006, has a woman two
    inches shorter than the average Lithuanian one).
    """
    height = AVERAGE - BELOW
    total = men * AVERAGE + height * took_part
    return total / (men + took_part) - BELOW
