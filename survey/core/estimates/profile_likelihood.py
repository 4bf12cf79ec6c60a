"""The likelihood-ratio test and interval of one coefficient of a regression.

The likelihood of randomized reports is far from a parabola in small classes. Wald's test takes it
for one, and finds next to nothing there; the likelihood ratio compares the two maxima themselves.

Source: Wilks (1938), doi:10.1214/aoms/1177732360; Venzon, Moolgavkar (1988), doi:10.2307/2347496.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy  # which loads its parts when they are first used: not at each start

from survey.core.estimates.likelihood import (
    STARTS,
    Numbers,
    RandomizedReports,
    highest,
    loss,
)
from survey.core.intervals.counts import Interval, check_confidence

# In standard deviations of the covariate: how exact an end is, how far a step goes at most, so
# that the others can follow, and how far away an end is sought. Log odds that differ by 30 are
# shares of 0.0000003 and 0.9999997.
TOLERANCE, LONGEST_STEP, FARTHEST = 1e-7, 2.0, 30.0


@dataclass(frozen=True)
class ProfileLikelihood:
    """The highest likelihood for each value of one coefficient, over all others.

    log odds = `column` · value + `rest` · others; `best` is the value at the maximum and `others`
    are the other coefficients there. The maximum at a value of 0 is sought from `starts` starts.
    """

    data: RandomizedReports
    column: Numbers
    rest: Numbers
    best: float
    others: Numbers
    starts: int = STARTS

    @property
    def p_value(self) -> float:
        """The p-value of a coefficient of 0: P(χ²₁ > 2 (ℓ − ℓ₀)), close in large samples."""
        begins = [self.others]
        if self.rest.shape[1]:
            begins.append(highest(self.data, self.rest, self.starts))
        lowest = min(self._loss(0.0, begin)[0] for begin in begins)
        return float(scipy.special.chdtrc(1, max(0.0, 2 * (lowest - self._least))))

    def interval(self, confidence: float) -> Interval:
        """The values v around the maximum with 2 (ℓ − ℓ(v)) <= the quantile of χ²₁.

        An end is infinite where the likelihood never falls so far: no finite coefficient fits
        much worse than the best.
        """
        quantile = float(scipy.special.chdtri(1, 1 - check_confidence(confidence)))
        limit = self._least + quantile / 2
        return self._end(-1, limit), self._end(1, limit)

    @cached_property
    def _least(self) -> float:
        """The least value of −ℓ, at the maximum of the likelihood."""
        return self._loss(self.best, self.others)[0]

    def _end(self, direction: int, limit: float) -> float:
        """The nearest value in this direction at which −ℓ passes the limit."""
        inside, step, others = self.best, 0.25, self.others
        while True:
            outside = inside + direction * step
            if abs(outside - self.best) > FARTHEST:
                return direction * math.inf
            found, there = self._loss(outside, others)
            if found > limit:
                break
            inside, step, others = outside, min(2 * step, LONGEST_STEP), there

        def beyond(value: float) -> float:
            return self._loss(value, others)[0] - limit

        return float(scipy.optimize.brentq(beyond, inside, outside, xtol=TOLERANCE))

    def _loss(self, value: float, start: Numbers) -> tuple[float, Numbers]:
        """The least −ℓ that a climb from `start` finds at this value, and the others there."""
        offset = value * self.column
        if not self.rest.shape[1]:
            return loss(start, self.data, self.rest, offset)[0], start
        climb = scipy.optimize.minimize(
            loss,
            start,
            (self.data, self.rest, offset),
            method="L-BFGS-B",
            jac=True,
            options={"ftol": 1e-13, "gtol": 1e-8},
        )
        others: Numbers = np.asarray(climb.x)
        return float(climb.fun), others
