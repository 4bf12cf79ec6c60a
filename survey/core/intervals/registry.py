"""Every interval there is, and which of them a reader is told.

survey.text.interval_words says when each is right.
"""

from survey.core.intervals.anytime import ANYTIME
from survey.core.intervals.anytime_ratings import ANYTIME_RATING
from survey.core.intervals.class_sets import CLASS
from survey.core.intervals.closed_means import CLOSED_MEAN
from survey.core.intervals.hoeffding import HOEFFDING
from survey.core.intervals.horizon import HORIZON
from survey.core.intervals.method import Method
from survey.core.intervals.population import POPULATION
from survey.errors import ParameterError

# In the order of exports, commands and pages.
METHODS = (HOEFFDING, CLASS, POPULATION, ANYTIME, HORIZON, CLOSED_MEAN, ANYTIME_RATING)

# By the names that options, exports and pages use.
INTERVALS = tuple(method.name for method in METHODS)

# Those that exports name of every quantity, empty where they are not known.
EVERYWHERE = tuple(method.name for method in METHODS if method.everywhere)

# The guarantee that a survey is announced with: always computed, drawn and exported.
ANNOUNCED = HOEFFDING.name
# While responses arrive people look again and again.
WHILE_OPEN = ANYTIME.name
# Once the class is complete, if nobody could choose by how the figures looked when it would be.
ONCE_CLOSED = CLASS.name
# While they look, where at most a fixed number can respond.
WITH_CAP = HORIZON.name


def told_interval(unseen_until_closed: bool, cap: int | None) -> str:
    """The name of the interval that a reader is told: by what was fixed before the first response.

    Figures that nobody sees until it has closed leave nothing to choose by, however it is closed:
    the class interval. A time to close that is chosen with figures in view makes that one wrong in
    up to 14 % of surveys. Then the horizon interval holds where at most `cap` can answer, and
    without a cap the anytime one.
    """
    if unseen_until_closed:
        return ONCE_CLOSED
    return WHILE_OPEN if cap is None else WITH_CAP


# What stands in for these of a quantity that has it: of a mean rating.
_INSTEAD = {ONCE_CLOSED: (CLOSED_MEAN.name,), WHILE_OPEN: (ANYTIME_RATING.name,)}


# Calibrated anew for each number of responses, and so computed only where a reader is told it.
ONLY_TOLD = (CLOSED_MEAN.name,)


def in_order(told: str) -> tuple[str, ...]:
    """The intervals of which a reader is told the first that is known of a quantity."""
    instead = _INSTEAD.get(told, ())
    return (*instead, told, *_INSTEAD[WHILE_OPEN], WHILE_OPEN)


def method_named(name: str) -> Method:
    """The interval of this name; raises ParameterError for another name."""
    for method in METHODS:
        if method.name == name:
            return method
    raise ParameterError(f"There is no interval named {name}.", "interval")
