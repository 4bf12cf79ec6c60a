"""How often the intervals of a control question hold what they should: simulated."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from survey.core.compliance.control import Control
from survey.core.compliance.deviations import Deviation
from survey.core.intervals.counts import ReportCount
from survey.core.mechanism.privacy import keep_and_other

KNOWN = Fraction(1, 4)
# Of those who follow, to the sensitive question.
SENSITIVE = 0.1
FOUND = 0.05  # the p-value at which deviation counts as found


@dataclass(frozen=True)
class Cell:
    """`respondents` bring back some of the `slips`, and a share of them deviates."""

    gamma: Fraction
    respondents: int
    slips: int | None
    model: Deviation
    deviating: float


@dataclass(frozen=True)
class ControlCoverage:
    """Of a cell's runs: how often the interval holds the share that deviates, its mean width, how
    often the p-value is 5 % or less, how often the sensitive share is corrected, and how often
    the interval of that holds the share; `of_corrected` is None where none was corrected."""

    coverage: float
    width: float
    found: float
    corrected: float
    of_corrected: float | None


def simulated(
    cell: Cell, confidence: float, generator: np.random.Generator, runs: int
) -> ControlCoverage:
    """Draws stars, own coins and the coins of reports for each run, and computes its intervals."""
    n, deviating = cell.respondents, round(cell.respondents * cell.deviating)
    following = n - deviating
    stars = _stars(cell, following, generator, runs)
    yes = round(following * SENSITIVE)
    control = _reports(cell, stars, deviating, generator)
    sensitive = _reports(cell, np.full(runs, yes), deviating, generator)
    held = widths = found = corrected = right = 0.0
    for counted, other in zip(control.tolist(), sensitive.tolist(), strict=True):
        of_stars = Control(ReportCount.of(n, counted, cell.gamma), KNOWN, cell.slips, confidence)
        ends = of_stars.interval(cell.model)
        if ends is not None:
            held += ends[0] <= deviating / n <= ends[1]
            widths += ends[1] - ends[0]
        found += of_stars.p_value(cell.model) <= FOUND
        better = of_stars.corrected(ReportCount.of(n, other, cell.gamma), cell.model)
        if better is not None:
            corrected += 1
            right += better.interval[0] <= yes / following <= better.interval[1]
    of_corrected = right / corrected if corrected else None
    return ControlCoverage(held / runs, widths / runs, found / runs, corrected / runs, of_corrected)


def _stars(
    cell: Cell, following: int, generator: np.random.Generator, runs: int
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    if cell.slips is None:
        return generator.binomial(following, float(KNOWN), runs)
    starred = int(KNOWN * cell.slips)
    return generator.hypergeometric(starred, cell.slips - starred, following, runs)


def _reports(
    cell: Cell,
    yes: np.ndarray[tuple[int], np.dtype[np.int64]],
    deviating: int,
    generator: np.random.Generator,
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """How many reports say yes, if `yes` of those who follow would, in each run."""
    keep, other = (float(chance) for chance in keep_and_other(cell.gamma))
    following = cell.respondents - deviating
    reports = generator.binomial(yes, keep) + generator.binomial(following - yes, other)
    return reports + generator.binomial(deviating, float(cell.model.chance(cell.gamma)), len(yes))
