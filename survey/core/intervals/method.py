"""What the registry holds of each interval."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from survey.core.intervals.counts import RatingSum, ReportCount
from survey.core.intervals.interval import Interval

CountArray = NDArray[np.int64]


@dataclass(frozen=True)
class Method:
    """An interval of the registry: its name, and a function for each quantity, for n >= 1.

    All take a confidence in [10⁻⁶, 1 − 10⁻¹²], and raise ParameterError for another.
    `of_share` gives the ends for an option's share, None if no class could
    plausibly have sent the reports. `of_bits` does so for the mean of bits that
    whole numbers were rounded to, each with a chance of its own, and `of_rating` for a mean
    rating. `keeps` tells, for arrays of counts at one number of respondents,
    whether the interval of the first holds the second, truthful yes. A function is None if the
    interval is not known for its quantity.
    """

    name: str
    of_share: Callable[[ReportCount, float], Interval | None] | None = None
    of_bits: Callable[[ReportCount, float], Interval | None] | None = None
    of_rating: Callable[[RatingSum, float], Interval | None] | None = None
    keeps: Callable[[ReportCount, float, CountArray, CountArray], NDArray[np.bool_]] | None = None
    # Set if the interval of a share is p̂ ± this, whatever the reports are.
    half_width: Callable[[ReportCount, float], float] | None = None
    # Whether the interval is for the share of a larger population that the class is drawn from.
    of_sample: bool = False
    # Whether it is known only where at most a fixed number of responses can come.
    needs_cap: bool = False
    # Whether exports name it of every quantity, empty where it is not known.
    everywhere: bool = True

    def is_of_share(self, count: ReportCount) -> bool:
        """Whether it is known of this share."""
        known = not self.needs_cap or (count.cap is not None and not count.drawn_from)
        return self.of_share is not None and known

    def is_of_bits(self, count: ReportCount) -> bool:
        known = not self.needs_cap or (count.cap is not None and not count.drawn_from)
        return self.of_bits is not None and known

    def is_of_rating(self, ratings: RatingSum) -> bool:
        return self.of_rating is not None and not (self.needs_cap and ratings.cap is None)

    def expected_half_width(
        self, count: ReportCount, confidence: float, bits: bool = False
    ) -> float:
        """Half the width of the interval of a share, or of a mean of bits; 0 if there is none."""
        if self.half_width is not None:
            return self.half_width(count, confidence)
        of = self.of_bits if bits else self.of_share
        ends = of(count, confidence) if of else None
        # A width of 18/60 is what it says, whatever the last bits of its ends are.
        return round((ends[1] - ends[0]) / 2, 12) if ends else 0.0
