"""Tests whether the questions of a survey that asks one each were drawn evenly."""

from collections.abc import Sequence

import scipy  # which loads `special` when it is first used: not at each start

# With fewer respondents a question, the chi-square law is too rough.
FEWEST_EACH = 5


def unevenness(asked: Sequence[int]) -> float:
    """The p-value of the claim that each of these m questions was drawn with equal chances.

        P(χ²_(m−1) >= Σ_j (n_j − N/m)² / (N/m)),   n_j = asked[j], N their sum

    1 with fewer than 5 respondents a question. People who draw again until a question suits them
    make it small; it cannot tell who did.

    Source: Pearson (1900), doi:10.1080/14786440009463897.
    """
    mean = sum(asked) / len(asked)
    if mean < FEWEST_EACH:
        return 1.0
    statistic = sum((each - mean) ** 2 for each in asked) / mean
    return float(scipy.special.chdtrc(len(asked) - 1, statistic))
