"""How many respondents a control question needs to detect people who do not use the coin."""

import math
from bisect import bisect_left
from fractions import Fraction

import scipy  # which loads `special` when it is first used: not at each start

from survey.core.compliance.deviations import Deviation, chance_of_known
from survey.core.mechanism.privacy import check_gamma
from survey.errors import ParameterError

LEVEL = 0.05
POWER = 0.8
USUAL_KNOWN = Fraction(1, 4)
USUAL_SHARE = Fraction(1, 10)


def respondents_to_find(
    gamma: Fraction,
    known: Fraction = USUAL_KNOWN,
    share: Fraction = USUAL_SHARE,
    model: Deviation = Deviation.AT_RANDOM,
    starred: bool = True,
) -> int:
    """The n at which a p-value of 5 % or less comes with probability 80 %, by the normal law.

        n = ceil(((z₀.₉₅ √v₀ + z₀.₈ √v₁) / (s (q − c)))²)

    s: the `share` that deviates, in (0, 1]; q and c as in survey.core.compliance.deviations. v₀
    and v₁ are a report's variances if nobody deviates and if they do:

        v = (1 − s)(1/4 − γ² + (2γ)² κ(1 − κ) s) + s c(1 − c)

    for `starred` slips that all come back; for the share of a population without the last factor
    s in the brackets.
    """
    if not 0 < share <= 1:
        raise ParameterError("The share to find must be above 0 and at most 1.", "share")
    check_gamma(gamma)
    chance = model.chance(gamma)
    shift = share * (chance_of_known(gamma, known) - chance)

    def deviation(deviating: Fraction) -> float:
        drawn = deviating if starred else 1
        of_known = 4 * gamma**2 * known * (1 - known) * drawn
        following = (1 - deviating) * (Fraction(1, 4) - gamma**2 + of_known)
        return math.sqrt(following + deviating * chance * (1 - chance))

    level, power = (float(scipy.special.ndtri(each)) for each in (1 - LEVEL, POWER))
    standard = level * deviation(Fraction(0)) + power * deviation(share)
    return math.ceil((standard / float(shift)) ** 2)


def smallest_share_found(
    respondents: int, gamma: Fraction, known: Fraction, starred: bool = True
) -> Fraction | None:
    """The smallest share of random answers, in whole percent, found so often with n respondents.

    None if they are found less often even when everybody answers at random.
    """
    shares = [Fraction(percent, 100) for percent in range(1, 101)]
    place = bisect_left(
        shares,
        True,
        key=lambda share: respondents_to_find(gamma, known, share, starred=starred) <= respondents,
    )
    return shares[place] if place < len(shares) else None
