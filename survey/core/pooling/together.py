"""Exactly these people as a quantity: what is said and drawn of a share can be said of theirs."""

from dataclasses import dataclass, replace

from survey.core.estimates.quantity import SHARES, Quantity, Setting
from survey.core.intervals.counts import Interval, ReportCount
from survey.core.intervals.registry import ANNOUNCED, ONCE_CLOSED, WHILE_OPEN
from survey.core.pooling.pooled import PooledShare


@dataclass(frozen=True)
class Together:
    """A pooled share as a statistic: `PooledShare` knows its intervals, of its own confidence."""

    share: PooledShare

    scale = SHARES
    drawn_from = 0
    p_value = None

    @property
    def told(self) -> str:
        """By what it holds: exact where no figure was seen, else at every look.

        Hoeffding's, for one look, where no other is known.
        """
        if self.share.persons is None:
            return ANNOUNCED
        return ONCE_CLOSED if self.share.unseen else WHILE_OPEN

    @property
    def respondents(self) -> int:
        return self.share.respondents

    @property
    def count(self) -> ReportCount | None:
        """None: there is no one count of reports of unlike γ."""
        return None

    @property
    def received(self) -> float | None:
        """None, for the same reason."""
        return None

    @property
    def estimate(self) -> float | None:
        return self.share.estimate

    @property
    def leverage(self) -> float:
        """The most that one false respondent moves the estimate: max 1/(a − b), over Σ n."""
        return max(float(1 / (each.keep - each.other)) for each in self.share.counts) / (
            self.respondents
        )

    def has(self, interval: str) -> bool:
        return interval in (ANNOUNCED, self.told)

    def interval(self, name: str, confidence: float) -> Interval | None:
        """Its persons as shares of all, or Hoeffding's interval of all; None for another name."""
        share = replace(self.share, confidence=confidence)
        if name == ANNOUNCED:
            return share.announced
        return share.ends if name == self.told else None

    def halfway(self, respondents: int) -> "Together":
        """Itself: no more responses come."""
        return self


def together(share: PooledShare) -> Quantity:
    """The share of all these people, with the interval that they are told by."""
    first = share.groups[0]
    statistic = Together(share)
    return Quantity(first.name, first.of, statistic, Setting(share.confidence, told=statistic.told))
