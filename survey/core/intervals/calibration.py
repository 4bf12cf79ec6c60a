"""The width of a band that holds at every look at a survey which closes at its cap.

Pure functions of the design, so that their results can be stored.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

import scipy  # which loads `special` when it is first used: not at each start

from survey.core.intervals.adversary import Walk, worst_of_walk
from survey.core.intervals.adversary_of_option import worst_of_option
from survey.core.intervals.counts import check_cap, check_confidence

# c is sought in thousandths of a standard deviation.
LEAST_THOUSANDTHS, MOST_THOUSANDTHS = 500, 12_000

# The rounding error of a worst case, which is a sum of positive terms; a smaller alpha is not
# calibrated.
ROUNDING = 1e-12
LEAST_ALPHA = 1e-6

# Measured nanoseconds for each look and each state: for a walk, and for one of more than two
# options. A calibration takes about seven backward inductions, and is made if they take at most
# half a second. The design alone decides, so it is the same on every machine.
WALK_LOOK, WALK_STATE = 9_000, 1.2
OPTION_LOOK, OPTION_STATE = 30_000, 10
AFFORDABLE = 5e7
MOST_STATES = 2e6  # of a walk after any number of reports, in memory


@dataclass(frozen=True)
class Design:
    """The design, fixed before the first response: odds, the estimated figure, and the cap N.

    A report is the answer in `a` of T = a + (options − 1)b outcomes. `span` is 1 for the share of
    an option, k − 1 for the mean of ratings 1..k, and high − low for the mean of numbers, each
    rounded to one of two options.
    """

    a: int
    b: int
    options: int
    span: int
    cap: int

    def __post_init__(self) -> None:
        check_cap(0, self.cap)

    @classmethod
    def of(cls, keep: Fraction, other: Fraction, options: int, span: int, cap: int) -> "Design":
        """The design with these chances of a report from its own answer and from another."""
        odds = keep / other
        return cls(odds.numerator, odds.denominator, options, span, cap)

    @property
    def total(self) -> int:
        return self.a + (self.options - 1) * self.b

    @cached_property
    def walk(self) -> Walk | None:
        """The martingale; None for a share of more than two options, whose band depends on t."""
        if self.options > 2 and self.span == 1:
            return None
        return Walk(self.a, self.b, self.options, self.span)

    def largest_distance(self, n: int, thousandths: int) -> int:
        """X_n of a walk: the band keeps |D_n| <= X_n.

        X_n = ⌊c (.9 + .1 n/N) sqrt(N V)⌋, c = `thousandths`/1000, V the largest variance of a step
        """
        assert self.walk is not None
        bound = (thousandths * (9 * self.cap + n)) ** 2 * self.walk.variance
        return math.isqrt(bound // (self.cap * 10_000**2))

    def worst(self, thousandths: int) -> float:
        """The largest chance, over all answers in any order, that the band ever misses."""
        if self.walk is None:
            return worst_of_option(self.a, self.b, self.options, self.cap, thousandths)
        looks = range(1, self.cap + 1)
        return worst_of_walk(self.walk, [self.largest_distance(n, thousandths) for n in looks])

    def worst_closed(self, distance: int) -> float:
        """The largest chance that |D_N| > X or, at some n before, |D_n| > 3X; X = `distance`."""
        assert self.walk is not None
        return worst_of_walk(self.walk, [3 * distance] * (self.cap - 1) + [distance])

    @property
    def deviation(self) -> float:
        """The largest standard deviation of D_N of a walk."""
        assert self.walk is not None
        return math.sqrt(self.cap * self.walk.variance)

    def affordable(self, alpha: float, times: float = 1) -> bool:
        """Whether a calibration takes half a second at most, with a band `times` as wide."""
        if alpha < LEAST_ALPHA:
            return False
        deviations = 2 * times * _guess(alpha) / 1000 * math.sqrt(self.cap)
        if self.walk is None:
            keep = self.a / self.total
            states = self.cap / 2 * (deviations * math.sqrt(keep * (1 - keep)) + 8)
            return self.cap * (OPTION_LOOK + OPTION_STATE * states) <= AFFORDABLE
        width = deviations * math.sqrt(self.walk.variance) / self.walk.spacing
        states = width * (self.span + 1) * self.options
        cost = self.cap * (WALK_LOOK + WALK_STATE * states)
        return cost <= AFFORDABLE and states <= MOST_STATES


@dataclass(frozen=True)
class Calibration:
    """A design's c at one confidence, in `thousandths`; None if it would take too long."""

    design: Design
    confidence: float
    thousandths: int | None


@dataclass(frozen=True)
class ClosedCalibration:
    """The largest |D_N| that is kept at one confidence; None if it would take too long."""

    design: Design
    confidence: float
    distance: int | None


# The calibrations that this process was given or has computed, since pages are read repeatedly.
_known: dict[tuple[Design, float], Calibration] = {}


def know(calibrations: Iterable[Calibration]) -> None:
    """Adds stored calibrations, so that nobody waits for them."""
    _known.update(((each.design, each.confidence), each) for each in calibrations)


def known_of(cap: int) -> tuple[Calibration, ...]:
    """The known calibrations of designs with this cap."""
    return tuple(each for each in list(_known.values()) if each.design.cap == cap)


def calibrate(design: Design, confidence: float) -> Calibration:
    """The least c whose worst case is at most alpha: right at every look, in whatever order.

    Proof: by the definition of the worst case. Bands are nested in c, so bisection finds it.
    """
    alpha = 1 - check_confidence(confidence)
    if (design, confidence) not in _known:
        found = None
        if design.affordable(alpha):
            limits = LEAST_THOUSANDTHS, MOST_THOUSANDTHS
            found = _least(design.worst, _guess(alpha), 1000, alpha, limits)
        know([Calibration(design, confidence, found)])
    return _known[design, confidence]


# Cached, since pages are read repeatedly.
@lru_cache(maxsize=4096)
def calibrate_closed(design: Design, confidence: float) -> ClosedCalibration:
    """The least X for one look at N responses; `design` is that of a mean or of two options.

    Its worst case, |D_N| > X or at some n before |D_n| > 3X, has a chance of at most alpha.
    """
    alpha = 1 - check_confidence(confidence)
    found = None
    # The band is three times as wide before the end, but half as many inductions suffice.
    if design.walk is not None and design.affordable(alpha, 1.5):
        # Hoeffding's X, at which the worst case is below alpha by his proof.
        reach = design.total * design.span
        most = math.ceil(reach * math.sqrt(design.cap * math.log(2 / alpha) / 2))
        guess = round(design.deviation * float(scipy.special.ndtri(1 - alpha / 2)))
        limits = 0, most
        found = _least(design.worst_closed, guess, design.deviation, alpha, limits)
    return ClosedCalibration(design, confidence, found)


def _guess(alpha: float) -> int:
    """A first c in thousandths: a little above that of Brownian motion with a flat boundary."""
    return round(1020 * float(scipy.special.ndtri(1 - alpha / 4)))


def _least(
    worst: Callable[[int], float],
    guess: int,
    deviation: float,
    alpha: float,
    limits: tuple[int, int],
) -> int | None:
    """The least number within the limits whose `worst` is at most alpha; None if none is.

    `worst` falls about like the tail of a normal law with this `deviation`, so the search starts
    near.
    """

    first, last = limits

    def holds(place: int) -> bool:
        return worst(place) <= alpha + ROUNDING

    chance = worst(guess)
    near = guess**2 + 2 * deviation**2 * math.log(chance / alpha) if chance else guess**2 / 2
    place = min(max(math.ceil(math.sqrt(max(near, 0))), first), last)
    low = high = place
    step = 2
    if holds(place):
        while low >= first and (low == high or holds(low)):
            high, low, step = low, low - step, 4 * step
    else:
        while high < last and (low == high or not holds(high)):
            low, high, step = high, min(high + step, last), 4 * step
        if high == last and not holds(high):
            return None
    between = range(max(low + 1, first), high)
    return between.start + bisect_left(between, True, key=holds)
