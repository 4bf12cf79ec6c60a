"""Any randomized-response design with two answers: P(yes | yes) and P(yes | no).

The app's own reports have P(yes | yes) = 1/2 + γ and P(yes | no) = 1/2 − γ. Data of others may be
of another design; then every estimate follows from its two chances.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from survey.core.mechanism.randomize import Odds
from survey.core.numerals import exact_number
from survey.errors import ParameterError


@dataclass(frozen=True)
class Channel:
    """The chances of a yes report: `yes_if_yes` if the answer is yes, otherwise `yes_if_no`.

    Both lie in [0, 1] and differ. Where the second is the larger one, a report of no points to yes.
    """

    yes_if_yes: Fraction
    yes_if_no: Fraction

    def __post_init__(self) -> None:
        if not all(0 <= each <= 1 for each in (self.yes_if_yes, self.yes_if_no)):
            raise ParameterError("Every chance of a design lies from 0 to 1.", "design")
        if self.yes_if_yes == self.yes_if_no:
            raise ParameterError(
                "By this design reports say nothing: yes is as likely from both answers.", "design"
            )

    @property
    def turned(self) -> bool:
        """Whether a report of no points to yes, as in a crosswise design of a rare statement."""
        return self.yes_if_yes < self.yes_if_no

    @property
    def pointing(self) -> tuple[Fraction, Fraction]:
        """The chances, from each answer, of the report that points to yes: keep > other."""
        if self.turned:
            return 1 - self.yes_if_yes, 1 - self.yes_if_no
        return self.yes_if_yes, self.yes_if_no

    @property
    def odds(self) -> Odds:
        """A/B, the largest ratio of a report's chances; B is 0 if one proves an answer."""
        keep, other = self.pointing
        if not other or keep == 1:
            return 1, 0
        largest = max(keep / other, (1 - other) / (1 - keep))
        return largest.numerator, largest.denominator

    @property
    def epsilon(self) -> float:
        """ln(A/B); infinite if a report proves an answer."""
        a, b = self.odds
        return math.log(a / b) if b else math.inf


def warner(truth: Fraction) -> Channel:
    """Warner's design: asks for the statement with probability `truth`, else for its opposite."""
    return Channel(truth, 1 - truth)


def forced(yes: Fraction, no: Fraction) -> Channel:
    """The forced-response design: a yes or a no with these probabilities, otherwise the truth.

    Raises ParameterError for probabilities that are more than 1 together.
    """
    if yes + no > 1:
        raise ParameterError(
            "P(forced yes) and P(forced no) are more than 1 together. The rest, up to 1, is the "
            "chance of the truth.",
            "design",
        )
    return Channel(1 - no, yes)


def crosswise(share: Fraction) -> Channel:
    """Crosswise: yes if both answers are alike; a share `share` affirm the other question."""
    return Channel(share, 1 - share)


def unrelated(asked: Fraction, share: Fraction) -> Channel:
    """Asks the question with chance `asked`, otherwise an unrelated one that `share` affirm."""
    yes = (1 - asked) * share
    return Channel(asked + yes, yes)


# By name: the function that makes a channel from its numbers, and the names of the numbers.
DESIGNS: dict[str, tuple[Callable[..., Channel], tuple[str, ...]]] = {
    "warner": (warner, ("P(asked for the statement itself)",)),
    "forced": (forced, ("P(forced yes)", "P(forced no)")),
    "crosswise": (crosswise, ("share of the other statement",)),
    "unrelated": (unrelated, ("P(asked)", "share of the other statement")),
    "channel": (Channel, ("P(yes | yes)", "P(yes | no)")),
}


def parse_design(text: str) -> Channel:
    """The channel of "crosswise:1/4", "forced:1/6,1/6" or "channel:0.8,0.2".

    Raises ParameterError with a sentence for anything else.
    """
    name, _, typed = text.strip().partition(":")
    if name not in DESIGNS:
        raise ParameterError(f"A design is one of {', '.join(DESIGNS)}.", "design")
    make, numbers = DESIGNS[name]
    given = [number for each in typed.split(",") if (number := exact_number(each)) is not None]
    if not len(given) == len(numbers) == typed.count(",") + 1:
        raise ParameterError(
            f"Write it as {name}:{','.join('…' for _ in numbers)} with {' and '.join(numbers)}, "
            "each as 1/6 or 0.25.",
            "design",
        )
    return make(*given)
