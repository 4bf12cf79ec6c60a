"""One question's result, with everything that a page shows of it."""

from dataclasses import dataclass
from functools import cached_property

from survey.core.estimation.means import NumberMean
from survey.core.estimation.results import Mean, QuestionResult, Share
from survey.core.estimation.shares import Estimate
from survey.core.intervals.registry import ANNOUNCED, INTERVALS
from survey.core.mechanism.privacy import posterior
from survey.text import caveats, summaries
from survey.text.interval_words import INTERVAL_WORDS
from survey.web.charts.estimates import Picture, pictures_of
from survey.web.i18n.page_translator import PAGE_TRANSLATOR

WORDY = 24  # characters; a longer option breaks into many lines unless its column is wide


@dataclass(frozen=True)
class Revelation:
    """What someone who believed `prior` beforehand believes after one report."""

    prior: float
    after_yes: float
    after_no: float


@dataclass(frozen=True)
class Card:
    """A question's result; `second` is the interval drawn beside the one announced."""

    result: QuestionResult
    second: str

    first = ANNOUNCED

    @property
    def yes_no(self) -> bool:
        return self.result.question.yes_no

    @property
    def respondents(self) -> int:
        return self.result.statements[0].respondents

    @property
    def confidence(self) -> float:
        return self.result.statements[0].confidence

    @property
    def estimate(self) -> Estimate:
        """The share of yes of a yes/no question."""
        return self.result.estimate

    @property
    def intervals(self) -> list[tuple[str, str, str]]:
        """(name, ends, the question it answers) of each interval of the mean or share of yes."""
        statement = self.result.mean or self.result.estimate
        names = [name for name in self._names if self._known(statement, name)]
        return [(name, self._ends(statement, name), self._question_of(name)) for name in names]

    def ends(self, share: Share, name: str) -> str:
        """The ends of an interval of one option's share."""
        return self._ends(share.estimate, name)

    @cached_property
    def pictures(self) -> list[Picture]:
        return pictures_of(self.result, self.second, PAGE_TRANSLATOR)

    @property
    def wordy(self) -> bool:
        """Whether an option's text needs a wide column."""
        return any(len(share.option) > WORDY for share in self.result.shares)

    @property
    def read_aloud(self) -> str:
        return summaries.read_aloud(self.result, PAGE_TRANSLATOR)

    @property
    def warnings(self) -> list[str]:
        return caveats.warnings(self.result, PAGE_TRANSLATOR)

    @property
    def false_reports(self) -> str:
        return caveats.false_reports(self.result, PAGE_TRANSLATOR)

    @property
    def revelation(self) -> Revelation | None:
        """What one report reveals; None unless it is a yes/no question."""
        if not self.yes_no:
            return None
        estimate = self.estimate.estimate
        # Someone who is certain learns nothing, so even odds are shown instead.
        prior = estimate if estimate is not None and 0 < estimate < 1 else 0.5
        gamma = self.estimate.gamma
        return Revelation(prior, posterior(prior, 1, gamma), posterior(prior, 0, gamma))

    @property
    def _names(self) -> list[str]:
        """The names of all intervals, the announced one and the second first."""
        return sorted(INTERVALS, key=lambda name: (name != ANNOUNCED, name != self.second))

    def _ends(self, statement: Estimate | Mean, name: str) -> str:
        return summaries.ends_in_words(statement, name, PAGE_TRANSLATOR)

    def _question_of(self, name: str) -> str:
        words = INTERVAL_WORDS[name]
        of_number = isinstance(self.result.mean, NumberMean)
        return (of_number and words.of_numbers) or words.sentence

    def _known(self, statement: Estimate | Mean, name: str) -> bool:
        """Whether to list an interval: of a share even if empty, of a mean only if it exists."""
        return isinstance(statement, Estimate) or statement.interval(name) is not None
