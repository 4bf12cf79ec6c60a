"""The accusation game's coins, decks and picture; static/pages/lab/accusation.js plays it."""

from dataclasses import dataclass
from fractions import Fraction

from survey.core.mechanism import privacy
from survey.core.mechanism.randomize import Odds
from survey.lab.experiments.averaging_attacks import majority_right
from survey.lab.lesson import Axis, Chart, Series
from survey.text.privacy_levels import LEVELS
from survey.translations.marked import N_

DECKS = (Fraction(1, 2), Fraction(3, 10), Fraction(1, 10))  # shares of guilty cards
ASKED = 5  # times that the same question is asked
PEOPLE = 60  # of the simulated class
BETS = ((0, 19), (20, 39), (40, 60), (61, 80), (81, 100))  # percent, as hands are counted


@dataclass(frozen=True)
class Coin:
    """A coin that a class can agree on."""

    gamma: Fraction

    @property
    def odds(self) -> Odds:
        """(A, B): a report is true A times in A + B."""
        return privacy.odds(self.gamma)

    @property
    def once(self) -> Fraction:
        """P(report = answer) = 1/2 + γ."""
        return privacy.HALF + self.gamma

    @property
    def majority(self) -> Fraction:
        """P(the majority of five fresh reports is the answer)."""
        return majority_right(self.gamma, ASKED)

    @property
    def alike(self) -> Fraction:
        """The belief after five fresh reports that agree, from even odds: A⁵ / (A⁵ + B⁵)."""
        a, b = self.odds
        return Fraction(a**ASKED, a**ASKED + b**ASKED)


COINS = tuple(Coin(level.gamma) for level in LEVELS)


def calibration(gamma: Fraction, deck: Fraction) -> Chart:
    """The chart of how often a card is guilty, over the bet that it is, in percent.

    After a report the odds on guilty are the deck's odds times e^ε, or divided by it, whatever the
    bet. A bet on the diagonal is as high as the frequency.
    """
    levels = [100 * privacy.posterior(float(deck), report, gamma) for report in (1, 0)]
    return Chart(
        N_(
            "Guilty cards over what judges bet: a level line for each report, and the diagonal, "
            "on which a bet comes true."
        ),
        Axis(N_("a judge's bet, in percent"), 0, 100),
        Axis(N_("guilty cards behind such bets, in percent"), 0, 100),
        (
            Series(N_("guilty report: odds × e^ε"), ((0, levels[0]), (100, levels[0]))),
            Series(N_("innocent report: odds ÷ e^ε"), ((0, levels[1]), (100, levels[1]))),
            Series(N_("a bet that comes true"), ((0, 0), (100, 100))),
        ),
    )


def curve(gamma: Fraction) -> Chart:
    """The chart of P(guilty | report) over P(guilty), in percent: prior odds times or over e^ε."""
    shares = [Fraction(each, 50) for each in range(51)]

    def after(report: int) -> tuple[tuple[float, float], ...]:
        return tuple(
            (float(100 * p), 100 * privacy.posterior(float(p), report, gamma)) for p in shares
        )

    return Chart(
        N_(
            "How likely guilt is after a report, over how likely it was before: one curve above "
            "the diagonal for a guilty report, one below it for an innocent report."
        ),
        Axis(N_("before the report, in percent"), 0, 100),
        Axis(N_("a guilty card, in percent, after the report"), 0, 100),
        (
            Series(N_("guilty report: odds × e^ε"), after(1)),
            Series(N_("innocent report: odds ÷ e^ε"), after(0)),
            Series(N_("no report"), ((0, 0), (100, 100))),
        ),
    )
