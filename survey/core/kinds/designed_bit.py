"""Yes/no items of any design, for columns that somebody else has randomized."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from survey.core.kinds import yes_no
from survey.core.kinds.bit import CELLS, NO_YES, YES, Bit
from survey.core.kinds.item import Item
from survey.core.kinds.kind import Kind, QuestionFields
from survey.core.kinds.truths import SharesOfYes
from survey.core.mechanism.channel import Channel
from survey.core.mechanism.randomize import Odds
from survey.errors import ParameterError

NO_HORIZON = (
    "A limit is for designs in which both reports protect alike: P(yes | yes) + P(yes | no) = 1."
)


@dataclass(frozen=True)
class DesignedBit(Bit):
    """A bit of a design: report 1 points to yes, whatever its cell says; γ is (keep − other)/2.

    The two answers may be reported truthfully with different chances; then γ alone does not give
    them.
    """

    channel: Channel = Channel(Fraction(1), Fraction(0))

    @property
    def cells(self) -> Mapping[str, int]:
        if self.channel.turned:
            return {cell: 1 - report for cell, report in CELLS.items()}
        return CELLS

    @property
    def codes(self) -> Mapping[str, int]:
        return self.cells

    @property
    def odds(self) -> Odds:
        """The largest ratio of a report's chances, by which one report multiplies odds at most."""
        return self.channel.odds

    @property
    def epsilon(self) -> float:
        return self.channel.epsilon

    def chances(self, report: int) -> tuple[Fraction, Fraction]:
        keep, other = self.channel.pointing
        return (keep, other) if report == YES else (1 - other, 1 - keep)

    @property
    def design(self) -> Mapping[str, Fraction]:
        keep, other = self.channel.pointing
        return super().design if keep + other == 1 else {"yes_if_yes": keep, "yes_if_no": other}

    def check_cap(self) -> None:
        if "gamma" not in self.design:
            raise ParameterError(NO_HORIZON, "cap")

    def as_column(self, name: str) -> Item:
        return replace(self, name=name)


def designed(channel: Channel) -> Kind:
    """Yes/no questions of this design."""

    def items(asked: QuestionFields, name: str) -> tuple[Item, ...]:
        return (DesignedBit(name, asked.text, asked.gamma, NO_YES, channel),)

    return Kind("yes/no", items, yes_no.quantities, truths=SharesOfYes())
