"""The results of a logistic regression on randomized reports: coefficients, tests, intervals."""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from statistics import NormalDist

from survey.core.estimates.profile_likelihood import ProfileLikelihood
from survey.core.intervals.counts import Interval


@dataclass(frozen=True)
class Coefficient:
    """One β with its standard errors, Wald's test and interval, and the likelihood ratio's.

    `standard_error` is from the expected (Fisher) information, `observed_error` from the observed
    one, NaN where that is not positive definite. `profile` is the profile likelihood of `unit`
    times β. With weights both errors are the robust ones, and there is no likelihood ratio: NaN.
    """

    name: str
    estimate: float
    standard_error: float
    confidence: float
    observed_error: float
    profile: ProfileLikelihood | None = field(repr=False)
    unit: float = 1.0

    @cached_property
    def profile_interval(self) -> Interval:
        """The values of β that the likelihood-ratio test accepts; an end may be infinite."""
        if self.profile is None:
            return math.nan, math.nan
        low, high = self.profile.interval(self.confidence)
        return low / self.unit, high / self.unit

    @cached_property
    def likelihood_ratio_p(self) -> float:
        """The p-value of the likelihood-ratio test of β = 0."""
        return math.nan if self.profile is None else self.profile.p_value

    @property
    def interval(self) -> Interval:
        """β ± z·SE (Wald): close in large samples, not exact in small ones."""
        reach = NormalDist().inv_cdf((1 + self.confidence) / 2) * self.standard_error
        return self.estimate - reach, self.estimate + reach

    @property
    def odds_ratio(self) -> float | None:
        """e^β; None if it is too large for a float."""
        return math.exp(self.estimate) if self.estimate < 700 else None

    @property
    def p_value(self) -> float:
        """The p-value of Wald's two-sided test of β = 0."""
        return 2 * NormalDist().cdf(-abs(self.estimate) / self.standard_error)


@dataclass(frozen=True)
class Regression:
    """The fit: the intercept's and the covariates' coefficients, and the log-likelihood.

    `chances` are P(report is yes) of those whose answer is yes, and of the others.
    """

    coefficients: tuple[Coefficient, ...]
    respondents: int
    log_likelihood: float
    chances: tuple[Fraction, Fraction]
    starts: int
    weighted: bool = False
