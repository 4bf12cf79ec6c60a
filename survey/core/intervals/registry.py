"""All intervals, and the rule for which of them a reader is told.

Each has a module beside this one; survey.text.interval_words says when it is right.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from survey.core.intervals import (
    anytime,
    anytime_ratings,
    class_sets,
    closed_means,
    hoeffding,
    horizon,
    population,
)
from survey.core.intervals.counts import CountArray, Interval, RatingSum, ReportCount
from survey.errors import ParameterError


@dataclass(frozen=True)
class Method:
    """An interval: its name, and a function for each quantity, for n >= 1.

    All take a confidence in [10⁻⁶, 1 − 10⁻¹²], and raise ParameterError for another. `of_share`
    gives the ends for an option's share, None if no class could plausibly have sent the reports.
    `of_bits` does so for the mean of bits that whole numbers were rounded to, each with a chance of
    its own, and `of_rating` for a mean rating. `keeps` takes arrays of reported and of true counts
    of yes among n respondents, and tells whether the interval at each reported count holds the true
    one. A function is None if the interval is not known for its quantity.
    """

    name: str
    of_share: Callable[[ReportCount, float], Interval | None] | None = None
    of_bits: Callable[[ReportCount, float], Interval | None] | None = None
    of_rating: Callable[[RatingSum, float], Interval | None] | None = None
    keeps: Callable[[ReportCount, float, CountArray, CountArray], NDArray[np.bool_]] | None = None
    # Set if the interval of a share is p̂ ± this, whatever the reports are.
    half_width: Callable[[ReportCount, float], float] | None = None
    # Whether the interval is for the share of a larger population from which the class is drawn.
    of_sample: bool = False
    # Whether it is known only where at most a fixed number of responses can come.
    needs_cap: bool = False
    # Whether exports name it of every quantity, empty where it is not known.
    everywhere: bool = True

    def is_of_share(self, count: ReportCount) -> bool:
        """Whether this interval is known for this share."""
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
        # Rounded, so that a width of 18/60 is not changed by the last bits of its ends.
        return round((ends[1] - ends[0]) / 2, 12) if ends else 0.0


HOEFFDING = Method(
    "hoeffding", hoeffding.of_share, hoeffding.of_share, hoeffding.of_rating, hoeffding.keeps,
    half_width=hoeffding.half_width,
)  # fmt: skip
CLASS = Method("class", class_sets.of_share, population.both_tails)
POPULATION = Method("population", population.population, population.both_tails, of_sample=True)
ANYTIME = Method("anytime", anytime.of_share, anytime.of_bits, anytime.of_rating, anytime.keeps)
HORIZON = Method(
    "horizon", horizon.of_share, horizon.of_bits, horizon.of_rating, horizon.keeps,
    needs_cap=True, everywhere=False,
)  # fmt: skip
CLOSED_MEAN = Method("closed_mean", of_rating=closed_means.closed_rating, everywhere=False)
ANYTIME_RATING = Method(
    "anytime_rating", of_rating=anytime_ratings.anytime_rating, everywhere=False
)

# In the order of exports, commands and pages.
METHODS = (HOEFFDING, CLASS, POPULATION, ANYTIME, HORIZON, CLOSED_MEAN, ANYTIME_RATING)

# By the names that options, exports and pages use.
INTERVALS = tuple(method.name for method in METHODS)

# Those that exports name of every quantity, empty where they are not known.
EVERYWHERE = tuple(method.name for method in METHODS if method.everywhere)

# The guarantee that a survey is announced with: always computed, drawn and exported.
ANNOUNCED = HOEFFDING.name
# Told while responses arrive, since people look again and again.
WHILE_OPEN = ANYTIME.name
# Told once the survey has closed, if nobody chose the time of closing by how figures looked.
ONCE_CLOSED = CLASS.name
# Told while people look, if at most a fixed number can respond.
WITH_CAP = HORIZON.name


def told_interval(unseen_until_closed: bool, cap: int | None) -> str:
    """The name of the interval that a reader is told: by what was fixed before the first response.

    If nobody sees figures until the survey has closed, it is the class interval, however the survey
    is closed. If somebody chooses the time of closing with figures in view, that interval is wrong
    in up to 14 % of surveys. Then the horizon interval holds if at most `cap` can answer, and
    without a cap the anytime interval.
    """
    if unseen_until_closed:
        return ONCE_CLOSED
    return WHILE_OPEN if cap is None else WITH_CAP


# The intervals that take the place of these if a quantity has them: only a mean rating does.
_INSTEAD = {ONCE_CLOSED: (CLOSED_MEAN.name,), WHILE_OPEN: (ANYTIME_RATING.name,)}


# Calibrated for each number of responses, and so computed only where a reader is told it.
ONLY_TOLD = (CLOSED_MEAN.name,)


def in_order(told: str) -> tuple[str, ...]:
    """The intervals in order of preference: a reader is told the first that a quantity has."""
    instead = _INSTEAD.get(told, ())
    return (*instead, told, *_INSTEAD[WHILE_OPEN], WHILE_OPEN)


def method_named(name: str) -> Method:
    """The interval of this name; raises ParameterError for another name."""
    for method in METHODS:
        if method.name == name:
            return method
    raise ParameterError(f"There is no interval named {name}.", "interval")
