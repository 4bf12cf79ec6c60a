"""The truth of a simulated question, as --truth gives it."""

from collections.abc import Sequence

from survey.core.instrument.questions import Question
from survey.errors import ParameterError
from survey.text.kind_words import WORDS


def shares_for(question: Question, given: Sequence[float]) -> list[float]:
    """The share of each option (or the share of yes, or the mean's place) from those given.

    Raises ParameterError if there are too many or too few, or they do not sum to 1.
    """
    exclusive = question.item.exclusive
    places = question.options if exclusive else question.item_count
    shares = list(given)
    if len(shares) == 1 and exclusive:
        shares += [(1 - shares[0]) / (places - 1)] * (places - 1)
    elif len(shares) == 1:
        shares *= places
    if (
        len(shares) != places
        or not all(0 <= share <= 1 for share in shares)
        or (exclusive and abs(sum(shares) - 1) > 1e-6)
    ):
        raise ParameterError(
            f"The truth of “{question.text}” must be {WORDS[question.kind.name].truth}, "
            "each between 0 and 1.",
            "truth",
        )
    return shares
