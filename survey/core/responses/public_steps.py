"""The figures that the public may see while responses come: in steps, each shown with a delay.

If figures moved with every response, somebody who sees a neighbour send would learn that
neighbour's report, and somebody who asks often would learn every report in the order of arrival. So
a tally is taken at the first look that finds a step more responses than the tally shown, and is
shown from the first look on that finds `LAG` more than it held. A step is of ten responses, and of
five in a class of fewer than 30. A store looks after each of the first `FOLLOWED` responses, even
if many came at once. So in a survey of n responses with steps of ten, a reader sees:

    n        0–14   15–24   25–34   …   at closing
    shown       0      10      20   …            n

However rarely somebody looks, each tally shown has at least a step more responses than the one
before, and at least `LAG` fewer than have come. So closing publishes the last `LAG` or more
together and singles nobody out. A tally that nobody took in time is not computed later: the figures
then stay the same for longer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from survey.core.instrument.instrument import Instrument
from survey.core.responses.reports import Reports
from survey.core.responses.tally import Tally, TallyCounter, tally

LAG = 5  # responses; no more than a step, so that one tally at most waits
# Responses; beyond, where a step adds less than a hundredth, looks at some moments are enough.
FOLLOWED = 1_000
SMALL_CLASS = 30  # smaller classes have smaller steps


def step_of(instrument: Instrument) -> int:
    """The smallest number of new responses that the public sees at once.

    With one question each, a step is large enough to hold a few responses to each question.
    """
    small = instrument.class_size < SMALL_CLASS and not instrument.one_question_each
    return LAG if small else 2 * LAG


@dataclass(frozen=True)
class PublicSteps:
    """The tally that is shown, and the one that waits to be shown, if any.

    `step` is the number of responses in a step, see step_of.
    """

    shown: Tally
    step: int
    waiting: Tally | None = None

    @property
    def due(self) -> int:
        """The least number of responses at which a look changes these steps."""
        if self.waiting is None:
            return self.shown.responses + self.step
        return self.waiting.responses + LAG

    def seen(self, now: Tally) -> "PublicSteps":
        """The steps after a look at an open survey whose tally is `now`."""
        if now.responses < self.due:
            return self
        if self.waiting is None:
            return replace(self, waiting=now)
        return replace(self, shown=self.waiting, waiting=None).seen(now)

    def seen_after_each(
        self, instrument: Instrument, last: Sequence[Reports], now: Tally
    ) -> "PublicSteps":
        """The steps after looks before and after each of the `last` responses that `now` counts.

        So it makes no difference how many of them came at once.
        """
        before = now.without(tally(instrument, last))
        counting, steps = TallyCounter(instrument, before), self.seen(before)
        for reports in last:
            counting.add(reports)
            if counting.responses >= steps.due:
                steps = steps.seen(counting.tally())
        return steps


def first_steps(now: Tally, step: int) -> PublicSteps:
    """The steps of a survey whose tally is `now`, before any figure is shown."""
    return PublicSteps(Tally(0, tuple((0,) * len(row) for row in now.counts)), step)


def first_shown(fewest: int, step: int) -> int:
    """How many responses must come before a tally of `fewest` or more is shown."""
    return -(-max(fewest, 1) // step) * step + LAG
