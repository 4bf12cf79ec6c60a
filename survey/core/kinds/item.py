"""Items: each is randomized once and sent as one report."""

from dataclasses import dataclass
from fractions import Fraction

from survey.core.mechanism.privacy import odds
from survey.core.mechanism.randomize import Odds

NO_YES = ("No", "Yes")  # report 0 is no, 1 is yes


@dataclass(frozen=True)
class Item:
    """One report of a response. `labels[v]` says what the report v means.

    `name` is its column in exports: q2, or q3_1 for the first option of a
    "choose all that apply". `text` is the question's text, or for such an option
    its own text, which `option` repeats. `yes_no` says that the page writes the labels
    in its own words; it is false for a choice whose options are called "No" and "Yes",
    since those words are the instrument's. `numeric` says that the labels are whole
    numbers, which have a mean. An answer is a place among the labels, from 0. If the
    item has `ends` (low, high), an answer is a whole number in low..high; it is rounded
    at random to one of the ends, which the two labels name.
    """

    name: str
    text: str
    gamma: Fraction
    labels: tuple[str, ...]
    yes_no: bool = False
    option: str = ""
    numeric: bool = False
    ends: tuple[int, int] | None = None

    @property
    def options(self) -> int:
        """k of the mechanism: the report is 0..k−1."""
        return len(self.labels)

    @property
    def exclusive(self) -> bool:
        """Whether each label is an option of its own and an answer is exactly one of them."""
        return not self.yes_no and self.ends is None

    @property
    def offered(self) -> tuple[int, ...]:
        """The values in the order in which pages offer them: yes before no, others as listed."""
        return (1, 0) if self.yes_no else tuple(range(self.options))

    @property
    def odds(self) -> Odds:
        return odds(self.gamma)
