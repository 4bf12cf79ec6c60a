"""The example of the page /how: 40 devices that change 1 in 4 answers, and their class."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from markupsafe import Markup

from survey.core.estimates.quantity import Quantity, Setting
from survey.core.estimates.shares import share
from survey.core.intervals.counts import ReportCount
from survey.core.intervals.registry import told_interval
from survey.core.results.results import DEFAULT_CONFIDENCE
from survey.docs_site.formula_text import typeset
from survey.text.result import ResultText
from survey.web.charts.axis import CARD
from survey.web.charts.band import Band, band_of
from survey.web.i18n.page_language import page_translator

DEVICES, YES, GAMMA = 40, 17, Fraction(1, 4)
FORMULA = r"$\hat{p} = \dfrac{\bar{y} - 1/2 + \gamma}{2\gamma}$"


@dataclass(frozen=True)
class HowExample:
    """The counts of the example; chance alone makes about `by_chance` of each report."""

    quantity: Quantity
    devices: int = DEVICES
    yes: int = YES

    @property
    def no(self) -> int:
        return self.devices - self.yes

    @property
    def by_chance(self) -> int:
        return int(self.devices * (Fraction(1, 2) - GAMMA))

    @property
    def left(self) -> int:
        return self.devices - 2 * self.by_chance

    @property
    def left_yes(self) -> int:
        return self.yes - self.by_chance

    @property
    def left_no(self) -> int:
        return self.left - self.left_yes

    @property
    def times(self) -> int:
        """How many times likelier a Yes is from a device that means Yes than from another."""
        return int((Fraction(1, 2) + GAMMA) / (Fraction(1, 2) - GAMMA))

    @property
    def text(self) -> ResultText:
        return ResultText(self.quantity, page_translator())

    @property
    def band(self) -> Band:
        return band_of(self.text, CARD)


@cache
def how_example() -> HowExample:
    """The example, computed once: a class whose figures nobody saw before closing."""
    setting = Setting(DEFAULT_CONFIDENCE, DEVICES, told=told_interval(True, None))
    count = ReportCount.of(DEVICES, YES, GAMMA, expected=DEVICES)
    return HowExample(share("", "Yes", count, setting))


@cache
def formula() -> Markup:
    """The debiasing formula as MathML."""
    return Markup(typeset(FORMULA))  # noqa: S704 - our own
