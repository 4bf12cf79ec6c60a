"""People together: what a promise for one is worth for k, by the chain of neighbours."""

import math

AVERAGE, BELOW = 70, 2  # inches: of the other men, and how far below them the one man is


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
    """The average less 2 inches: the height, in inches, of a man who is known to be so far below.

    The other men have 70 on average, and he has 68: (70 men + 68)/(men + 1) if he took part. What
    is learned hardly depends on that (C. Dwork, Differential privacy, ICALP 2006, has a woman two
    inches shorter than the average Lithuanian one).
    """
    height = AVERAGE - BELOW
    total = men * AVERAGE + height * took_part
    return total / (men + took_part) - BELOW
