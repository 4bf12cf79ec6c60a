"""The truth of a simulated class, as a person sets it: percentages and means."""

from collections.abc import Sequence

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.questions import Question

# For each question the percentage of yes, of each option, or the mean of a number.
Truth = Sequence[Sequence[float]]

PROPOSED_YES = 30  # percent
PROPOSED_PLACE = 0.4  # of a mean in its range


def proposed_truth(instrument: Instrument) -> list[list[float]]:
    """A truth to begin with: 30 % yes, and of several options each fewer than the one before.

    Of a control question it is the share that is known.
    """
    return [_proposed(question) for question in instrument.questions]


def shares_of(instrument: Instrument, truth: Truth) -> list[list[float]]:
    """The shares that survey.core.simulation.students takes.

    Percentages of options count in proportion, so that they need not add up to 100; if all
    are 0, each option is equally frequent.
    """
    return [_shares(*each) for each in zip(instrument.questions, truth, strict=True)]


def _proposed(question: Question) -> list[float]:
    item = question.item
    if item.ends:
        low, high = item.ends
        return [low + round(PROPOSED_PLACE * (high - low))]
    if question.known:
        return [round(100 * float(question.known.share))]
    if not item.exclusive:
        return [PROPOSED_YES] * question.item_count
    weights = range(item.options, 0, -1)
    percents = [round(100 * weight / sum(weights)) for weight in weights]
    return [percents[0] + 100 - sum(percents), *percents[1:]]


def _shares(question: Question, given: Sequence[float]) -> list[float]:
    item = question.item
    if item.ends:
        low, high = item.ends
        return [(given[0] - low) / (high - low)]
    if not item.exclusive:
        return [percent / 100 for percent in given]
    whole = sum(given)
    return [percent / whole if whole else 1 / len(given) for percent in given]
