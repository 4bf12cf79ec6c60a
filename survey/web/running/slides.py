"""One question as a slide: one figure, one range in words, one band; for options, a row each."""

from dataclasses import dataclass, replace
from functools import cached_property

from flask_babel import gettext

from survey.core.mechanism.privacy import LARGEST_UNCONFIRMED_ODDS, odds_above
from survey.text.result import ResultText
from survey.text.slide_words import WEAK_QUESTION
from survey.web.charts.axis import ROW, SLIDE
from survey.web.charts.band import Band
from survey.web.charts.coin_steps import CoinSteps, coin_steps
from survey.web.i18n.page_language import page_translator
from survey.web.results.cards import Card, OptionRow

ROWS_EACH = 10  # of one table; more stand in a second one beside it


@dataclass(frozen=True)
class ResultSlide:
    """A question's result as it is projected, from its card."""

    card: Card

    @cached_property
    def headline(self) -> ResultText:
        """What the large figure says: the headline, or the known option with the largest share."""
        return self.card.text.largest

    @property
    def of_what(self) -> str:
        """What the large figure is of, beside it."""
        quantity = self.headline.quantity
        if self.option_named:
            return quantity.of
        if quantity.scale.share:
            return gettext("would truthfully say yes")
        low, high = map(self.headline.scale_end, quantity.scale.ends)
        return gettext("on average, on %(low)s to %(high)s", low=low, high=high)

    @property
    def option_named(self) -> bool:
        """Whether `of_what` are the instrument's words."""
        return self.card.headline is None

    @property
    def range(self) -> str:
        """The told interval in words; "" where it holds nothing that is possible."""
        return _range(self.headline, of_all=True)

    @property
    def surely(self) -> str:
        """How surely that holds, and when: "95%, however often you look"."""
        return f"{self.headline.confidence}, {self.headline.when}"

    @property
    def asked(self) -> str:
        """How many were asked this, where each was asked one question."""
        asked, everyone = self.card.result.respondents, self.card.result.drawn_from
        return (
            gettext(
                "%(asked)s of %(everyone)s were asked this, drawn by chance.",
                asked=page_translator().whole(asked),
                everyone=page_translator().whole(everyone),
            )
            if everyone
            else ""
        )

    @property
    def doubts(self) -> list[str]:
        """What a room has to know before it believes the figures."""
        question, quantity = self.card.result.question, self.headline.quantity
        found = []
        if quantity.contradicted and not quantity.nothing_known:
            found.append(self.headline.contradiction)
        elif self.headline.figure and self.headline.off_the_scale:
            carried = self.headline.estimate
            found.append(
                gettext(
                    "Chance carried the estimate to %(carried)s, beyond what a class can have.",
                    carried=carried,
                )
            )
        if odds_above(question.gamma, LARGEST_UNCONFIRMED_ODDS):
            found.append(gettext(WEAK_QUESTION))
        return found

    @cached_property
    def band(self) -> Band | None:
        """The band of the large figure; options have one in each row."""
        return None if self.rows else self.card.band(SLIDE)

    @cached_property
    def rows(self) -> list[OptionRow]:
        return self.card.rows(ROW)

    def range_of(self, row: OptionRow) -> str:
        """A row's interval in words, or why it has none."""
        if row.text.too_few:
            return gettext("too few yet")
        return _range(row.text) or gettext("rare chance, or false reports")

    @property
    def rows_each(self) -> int:
        return ROWS_EACH

    @cached_property
    def coin(self) -> CoinSteps | None:
        """What key R plays; None where nothing is known."""
        return coin_steps(self.card.result, page_translator())

    @property
    def coin_band(self) -> Band | None:
        """The slide's band, with a line from its dot up to the reports that are left."""
        return self.band and replace(self.band, guide=self.band.mark)


def _range(text: ResultText, of_all: bool = False) -> str:
    """The told interval: "between 4 and 23", with `of_all` "of the 40" after a share."""
    if text.quantity.contradicted:
        return ""
    return f"{text.spoken} {text.caption}" if of_all and text.quantity.scale.share else text.spoken
