"""Every interval there is, and which of them a reader is told.

survey.text.interval_words says when each is right.
"""

from survey.core.intervals.anytime import ANYTIME
from survey.core.intervals.class_sets import CLASS
from survey.core.intervals.hoeffding import HOEFFDING
from survey.core.intervals.interval import Method
from survey.core.intervals.population import POPULATION
from survey.errors import ParameterError

# In the order of exports, commands and pages.
METHODS = (HOEFFDING, CLASS, POPULATION, ANYTIME)

# By the names that options, exports and pages use.
INTERVALS = tuple(method.name for method in METHODS)

# The guarantee that a survey is announced with: always computed, drawn and exported.
ANNOUNCED = HOEFFDING.name
# While responses arrive people look again and again.
WHILE_OPEN = ANYTIME.name
# Once the class is complete, if nobody could choose by how the figures looked when it would be.
ONCE_CLOSED = CLASS.name


def told_interval(closed: bool, closes_unseen: bool) -> str:
    """The name of the interval that a reader is told: the one that is right at the moment.

    A time to close that is chosen with figures in view makes an interval for a fixed class wrong in
    up to 14 % of surveys; the anytime interval holds however often anybody looked.
    """
    return ONCE_CLOSED if closed and closes_unseen else WHILE_OPEN


def method_named(name: str) -> Method:
    """The interval of this name; raises ParameterError for another name."""
    for method in METHODS:
        if method.name == name:
            return method
    raise ParameterError(f"There is no interval named {name}.", "interval")
