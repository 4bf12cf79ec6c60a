"""Several questions at one ε: everybody answers all with a smaller γ, or each answers one."""

import math
from dataclasses import dataclass
from fractions import Fraction

from survey.core.mechanism.privacy import epsilon
from survey.core.planning.planner import half_width


@dataclass(frozen=True)
class Designs:
    """Two ways to ask n = `respondents` >= m = `questions` >= 2 yes/no questions at one ε in all.

    ε is that of one question with `gamma`. The margins are half of an interval's width for a
    question, half of whose answers are yes.
    """

    questions: int
    respondents: int
    gamma: Fraction
    confidence: float = 0.95

    @property
    def split_gamma(self) -> Fraction:
        """The largest γ in three decimals, from 1/1000, of which m cost ε: tanh(ε/2m)/2."""
        exact = math.tanh(epsilon(self.gamma) / self.questions / 2) / 2
        return Fraction(max(1, math.floor(1000 * exact)), 1000)

    def split(self, method: str) -> float:
        """The margin if everybody is asked all questions, each with `split_gamma`."""
        return half_width(method, self.respondents, self.split_gamma, self.confidence)

    def each(self, method: str) -> float:
        """The margin if each is asked one question, with `gamma`: n/m of the n answer it."""
        asked, parts = self.respondents // self.questions, self.questions
        return half_width(method, asked, self.gamma, self.confidence, parts=parts)
