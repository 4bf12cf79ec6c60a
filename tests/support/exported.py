"""A survey with every kind of question and its reports, as an export gets them."""

from dataclasses import dataclass

import numpy as np
from instruments import make_mixed_instrument

from survey.core.instrument.instrument import Instrument
from survey.core.responses.tally import tally
from survey.core.results.results import question_results


@dataclass(frozen=True)
class Exported:
    instrument: Instrument
    responses: list[tuple[str, tuple[int, ...]]]

    @property
    def tally(self):
        return tally(self.instrument, [reports for _, reports in self.responses])

    @property
    def shares(self) -> dict[tuple[str, int], float]:
        """The estimate of each code of each column, which any recomputation must give."""
        found = {}
        for result in question_results(self.instrument, self.tally, 0.95):
            by_option = len(result.question.item.named) > 1
            for place, share in enumerate(each for each in result.quantities if each.scale.share):
                found[share.name, place if by_option else 1] = share.estimate
        return found

    @property
    def means(self) -> dict[str, float]:
        results = question_results(self.instrument, self.tally, 0.95)
        means = (each.headline for each in results)
        return {mean.name: mean.estimate for mean in means if mean and not mean.scale.share}


def make_exported(count: int = 60) -> Exported:
    instrument = make_mixed_instrument()
    options = [item.options for item in instrument.items]
    drawn = np.random.default_rng(8).integers(0, options, (count, len(options)))
    # Few yes reports for the first question, so that its estimate is negative.
    drawn[:, 0] = np.arange(count) % 10 == 0
    ids = (f"{7919 * number:032x}" for number in range(count))
    return Exported(instrument, list(zip(ids, map(tuple, drawn.tolist()), strict=True)))
