"""The name of each kind of question, and the meaning of its answers."""

from dataclasses import dataclass

from survey.translations.marked import N_


@dataclass(frozen=True)
class KindWords:
    """The words for a kind of question.

    `label` names it where a question is composed; `meaning` says what it asks for. `truth` explains
    the truth that `survey simulate` takes for such a question.
    """

    label: str
    meaning: str
    truth: str


WORDS = {
    "yes/no": KindWords(N_("Yes or no"), "one bit", "the share of yes"),
    "choice": KindWords(
        N_("Choice of one"),
        "one of several options",
        "the share of the first option, or one for each option with sum 1",
    ),
    "several": KindWords(
        N_("Choose all that apply"),
        "choose all that apply: each option is a yes/no of its own",
        "the share of every option, or one for each option",
    ),
    "number": KindWords(
        N_("Whole number"),
        "a whole number in a range, of which the mean is estimated",
        "where the mean lies in the range, from 0 to 1",
    ),
    "rating": KindWords(
        N_("Rating from 1"),
        "a rating from 1 up",
        "the share of the lowest rating, or one for each rating with sum 1",
    ),
}
