"""The truth of a simulated class, set in percentages and means."""

from collections.abc import Sequence

from survey.core.instrument.instrument import Instrument, Question

# For each question the percentage of yes, of each option, or the mean of a number.
Truth = Sequence[Sequence[float]]


def proposed_truth(instrument: Instrument) -> list[list[float]]:
    """A proposed truth: 30 % yes, and of several options each fewer than the one before.

    For a control question it is the known share.
    """
    return [_proposed(question) for question in instrument.questions]


def shares_of(instrument: Instrument, truth: Truth) -> list[list[float]]:
    """Turns percentages and means into the shares that survey.core.simulation.students takes.

    Percentages of options count in proportion, so that they need not add up to 100; if all
    are 0, each option is equally frequent.
    """
    return [
        question.kind.truths.shares(question.items(""), given)
        for question, given in zip(instrument.questions, truth, strict=True)
    ]


def _proposed(question: Question) -> list[float]:
    if question.known:
        return [round(100 * float(question.known.share))]
    return question.kind.truths.proposed(question.items(""))
