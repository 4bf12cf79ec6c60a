"""One question as a slide: one figure, one range in words, one band; for options, a row each."""

from dataclasses import dataclass
from functools import cached_property

from survey.core.estimation.results import Estimated, Share
from survey.core.estimation.shares import Estimate
from survey.core.mechanism.privacy import LARGEST_UNCONFIRMED_ODDS, odds_above
from survey.text.caveats import impossible
from survey.text.one_question import asked_in_words
from survey.text.slide_words import (
    WEAK_QUESTION,
    chance_carried,
    range_in_words,
    scale_in_words,
    surely,
)
from survey.web.charts.band import Band
from survey.web.charts.band_size import SLIDE, SLIDE_ROW
from survey.web.charts.coin_steps import CoinSteps, coin_steps
from survey.web.results.cards import Card

ROWS_EACH = 10  # of one table; more stand in a second one beside it


@dataclass(frozen=True)
class Row:
    """One option: its figure, empty where nothing is known, its range in words, and its band."""

    option: str
    figure: str
    range: str
    band: Band


@dataclass(frozen=True)
class Slide:
    """A question's result as it is projected, from its card."""

    card: Card

    @cached_property
    def headline(self) -> Estimated:
        """What the large figure says: the mean, the share of yes, or the largest option's share."""
        result = self.card.result
        return result.mean or (result.estimate if self._alone else self._largest.estimate)

    @property
    def figure(self) -> str:
        """The large figure, within its scale; empty where it would be one of chance alone."""
        return self.card.figure_of(self.headline)

    @property
    def of_what(self) -> str:
        """What the large figure is of, beside it."""
        if self.card.result.mean:
            return f"on average, {scale_in_words(self.card.result.mean)}"
        return "would truthfully say yes" if self._alone else self._largest.option

    @property
    def option_named(self) -> bool:
        """Whether `of_what` are the instrument's words."""
        return not (self._alone or self.card.result.mean)

    @property
    def range(self) -> str:
        return range_in_words(self.headline, self.card.told_of(self.headline))

    @property
    def surely(self) -> str:
        return surely(self.headline, self.card.told_of(self.headline))

    @property
    def asked(self) -> str:
        """How many were asked this, where each was asked one question."""
        return asked_in_words(self.card.result)

    @property
    def too_few(self) -> str:
        """ "Too few yet: about 40 more", where the large figure would be if more were known."""
        known = not self.card.nothing_known(self.headline)
        return "" if known else self.card.too_few_of(self.headline)

    @property
    def doubts(self) -> list[str]:
        """What a room has to know before it believes the figures."""
        question = self.card.result.question
        found = []
        if self.card.contradicted(self.headline):
            found.append(impossible(self.headline))
        elif carried := chance_carried(self.headline, self.card.told_of(self.headline)):
            found.append(carried)
        if odds_above(question.gamma, LARGEST_UNCONFIRMED_ODDS):
            found.append(WEAK_QUESTION)
        return found

    @cached_property
    def band(self) -> Band | None:
        """The band of the large figure; options have one in each row."""
        return None if self.rows else self.card.band_of(self.headline, SLIDE)

    @cached_property
    def rows(self) -> list[Row]:
        if self._alone:
            return []
        return [self._row(share) for share in self.card.result.shares]

    @property
    def rows_each(self) -> int:
        return ROWS_EACH

    @cached_property
    def coin(self) -> CoinSteps | None:
        """What key R plays; None where nothing is known."""
        return coin_steps(self.card.result, self.card.told_of(self.headline))

    @property
    def _alone(self) -> bool:
        """Whether there is one figure: a yes or no, or a number's mean."""
        return self.card.yes_no or not self.card.result.shares

    @property
    def _largest(self) -> Share:
        """The known option with the largest estimate, or any where none is known."""
        shares = self.card.result.shares
        known = [share for share in shares if not self.card.nothing_known(share.estimate)]
        return max(known or shares, key=lambda share: share.estimate.estimate or 0)

    def _row(self, share: Share) -> Row:
        estimate = share.estimate
        return Row(
            option=share.option,
            figure=self.card.figure_of(estimate),
            range=self._range_of_row(estimate),
            band=self.card.band_of(estimate, SLIDE_ROW),
        )

    def _range_of_row(self, estimate: Estimate) -> str:
        if self.card.nothing_known(estimate):
            return "too few yet"
        told = self.card.told_of(estimate)
        return range_in_words(estimate, told, of_100=False) or "rare chance, or false reports"
