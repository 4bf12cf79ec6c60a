"""Every figure that the plan of a class states, computed by the app's own functions."""

from fractions import Fraction

from survey.core.intervals.counts import ReportCount
from survey.core.mechanism.privacy import GUESS, posterior
from survey.core.planning.planner import half_width
from survey.core.responses.public_steps import first_shown, step_of
from survey.core.results.results import DEFAULT_FEWEST_RESPONSES
from survey.lab.experiments.linkage_join import EXACT, VISITS, VOTERS, counts
from survey.lab.lessons import attempts, linkage
from survey.lab.teaching.guess_survey import guess_instrument
from survey.lab.words import FIGURES

GAMMA, LARGER = Fraction(1, 4), Fraction(2, 5)
LARGE, SMALL = 100, 30  # students
BOTH = 2 * LARGE  # students in two such classes, for whole numbers of reports below
HANDS, TOSSING = 16, 40  # raised hands, and students, in a class that tosses coins
BEFORE = GUESS  # the belief before a report
CONFIDENCE = 0.95


def margin(method: str, respondents: int, gamma: Fraction = GAMMA) -> str:
    """Half the width of the interval to expect at 95%, in points: the planner's figure."""
    return FIGURES.points(half_width(method, respondents, gamma, CONFIDENCE))


def typical_miss() -> str:
    """The standard error of a class of 100, in whole points: √(1/4 − γ²) / (2γ√n)."""
    return FIGURES.decimal(100 * attempts.standard_error(LARGE, GAMMA), 0)


def believed(gamma: Fraction = GAMMA) -> str:
    """The belief after a yes report, from BEFORE: "56%"."""
    return FIGURES.percent(posterior(float(BEFORE), 1, gamma))


def by_hand() -> str:
    """The share of yes in a class of 40 of which 16 raise a hand: (16/40 − 1/4) / (1/2)."""
    return FIGURES.percent(ReportCount.of(TOSSING, HANDS, GAMMA).estimate)


def named_visits() -> int:
    """How many visits match exactly one voter by ZIP code, date of birth and sex."""
    return counts(VISITS, VOTERS, EXACT)[0]


def first_figures() -> int:
    """How many guesses a class must have sent before its open survey shows any figure."""
    step = step_of(guess_instrument(linkage.LESSON, {}))
    return first_shown(DEFAULT_FEWEST_RESPONSES, step)
