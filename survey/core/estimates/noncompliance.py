"""How an estimate moves if some respondents report "no" whatever the coin says."""

from dataclasses import dataclass

from survey.core.estimates.quantity import Quantity
from survey.core.intervals.counts import Interval
from survey.core.intervals.registry import ANNOUNCED
from survey.errors import ParameterError


@dataclass(frozen=True)
class Compliance:
    """The share of the class who comply and whose answer is yes, if a share s always reports no.

    `interval` is Hoeffding's, shifted like the estimate. The share of yes in the whole
    class is estimated between `estimate` (if none of those who always report no would
    truthfully say yes) and `most`, which is `estimate` + s (if all of them would).
    """

    always_no: float
    estimate: float
    interval: Interval

    @property
    def most(self) -> float:
        return self.estimate + self.always_no

    @property
    def contradicted(self) -> bool:
        """Whether the reports rule out this s: the share cannot be above 1 − s, or below 0."""
        low, high = self.interval
        return low > 1 - self.always_no or high < 0


def beside_always_no(share: Quantity, always_no: float) -> Compliance | None:
    """A share of yes, if a share s in [0, 1) of the respondents always reports no; None if n = 0.

        E[ȳ] = (1/2+γ) π + (1/2−γ) (1 − s − π), hence
        π̂ = p̂ + s (1/2−γ) / (2γ)

    π: the share who comply and whose answer is yes. The data cannot tell s; the instructor supposes
    it. The answers of people who give their own browser a false no go through the coin like all
    others: then π̂ = p̂, and the share of yes lies between p̂ and p̂ + s. Raises ParameterError for
    another s.

    Source: Clark, Desharnais (1998), doi:10.1037/1082-989X.3.2.160.
    """
    if not 0 <= always_no < 1:
        raise ParameterError(
            "The suspected share must be at least 0 and below 1, such as 0.1.", "always_no"
        )
    estimate, ends, count = share.estimate, share.interval(ANNOUNCED), share.count
    if estimate is None or ends is None or count is None:
        return None
    shift = always_no * float(count.other / (count.keep - count.other))
    return Compliance(always_no, estimate + shift, (ends[0] + shift, ends[1] + shift))
