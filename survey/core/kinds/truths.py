"""The true answers of simulated respondents: how their truth is set, drawn and found.

A person sets a truth in percent and means. Answers are simulated from its shares: those of options
or of yes, or the place of a mean in its range, from 0 to 1.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from survey.core.kinds.item import Item
from survey.translations.marked import N_

Answers = NDArray[np.int64]

PROPOSED_YES = 30  # percent
PROPOSED_PLACE = 0.4  # of a mean in its range

# The label of a number to set, its least and its largest value, and its unit.
Control = tuple[str, int, int, str]


class Truths(Protocol):
    """The ways to set and find the truth of one kind of question: a number for each control."""

    def controls(self, items: Sequence[Item]) -> list[Control]:
        """The numbers that a person sets, with their ranges and units."""

    def proposed(self, items: Sequence[Item]) -> list[float]:
        """A proposed truth, which a person can change."""

    def shares(self, items: Sequence[Item], truth: Sequence[float]) -> list[float]:
        """The shares that follow from a truth."""

    def completed(self, items: Sequence[Item], shares: Sequence[float]) -> list[float] | None:
        """All shares, from all or only the first of them; None if they make no valid truth."""

    def answers(
        self, items: Sequence[Item], shares: Sequence[float], count: int, order: np.random.Generator
    ) -> Answers:
        """`count` answers with these shares: one row each; several items have one column each."""

    def found(self, items: Sequence[Item], answers: Answers) -> list[float]:
        """The true value of each quantity of these answers."""


class SharesOfYes:
    """The share of yes to each item."""

    def controls(self, items: Sequence[Item]) -> list[Control]:
        return [(item.particulars.get("option", N_("Share of yes")), 0, 100, "%") for item in items]

    def proposed(self, items: Sequence[Item]) -> list[float]:
        return [PROPOSED_YES] * len(items)

    def shares(self, items: Sequence[Item], truth: Sequence[float]) -> list[float]:
        return [percent / 100 for percent in truth]

    def completed(self, items: Sequence[Item], shares: Sequence[float]) -> list[float] | None:
        """The shares; a single one counts for every item."""
        every = list(shares) * (len(items) if len(shares) == 1 else 1)
        return every if len(every) == len(items) and _are_shares(every) else None

    def answers(
        self, items: Sequence[Item], shares: Sequence[float], count: int, order: np.random.Generator
    ) -> Answers:
        return np.column_stack([_ones(share, count, order) for share in shares])

    def found(self, items: Sequence[Item], answers: Answers) -> list[float]:
        return [float(share) for share in answers.mean(axis=0)]


class SharesOfOptions:
    """The share of each option of one item, of which an answer is exactly one."""

    def controls(self, items: Sequence[Item]) -> list[Control]:
        return [(label, 0, 100, "%") for label in items[0].labels]

    def proposed(self, items: Sequence[Item]) -> list[float]:
        """Percentages in which each option has less than the one before; they sum to 100."""
        weights = range(items[0].options, 0, -1)
        percents = [round(100 * weight / sum(weights)) for weight in weights]
        return [percents[0] + 100 - sum(percents), *percents[1:]]

    def shares(self, items: Sequence[Item], truth: Sequence[float]) -> list[float]:
        """The percentages count in proportion; if all are 0, each option is equally frequent."""
        whole = sum(truth)
        return [percent / whole if whole else 1 / len(truth) for percent in truth]

    def completed(self, items: Sequence[Item], shares: Sequence[float]) -> list[float] | None:
        """The shares; after a single one, the other options share the rest equally."""
        every, options = list(shares), items[0].options
        if len(every) == 1:
            every += [(1 - every[0]) / (options - 1)] * (options - 1)
        fits = len(every) == options and _are_shares(every) and abs(sum(every) - 1) <= 1e-6
        return every if fits else None

    def answers(
        self, items: Sequence[Item], shares: Sequence[float], count: int, order: np.random.Generator
    ) -> Answers:
        ends = np.round(count * np.cumsum(shares[:-1])).astype(int)
        answers = np.searchsorted(ends, np.arange(count), side="right")
        order.shuffle(answers)
        return answers

    def found(self, items: Sequence[Item], answers: Answers) -> list[float]:
        counts = np.bincount(answers, minlength=items[0].options)
        return [float(share) for share in counts / len(answers)]


def _are_shares(values: Sequence[float]) -> bool:
    return all(0 <= each <= 1 for each in values)


def _ones(share: float, count: int, order: np.random.Generator) -> Answers:
    answers = np.zeros(count, dtype=np.int64)
    answers[: round(count * share)] = 1
    order.shuffle(answers)
    return answers
