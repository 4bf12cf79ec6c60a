"""One question as a slide: a figure, a range in words, and a band; for options, a row each."""

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
    """A question's result on a slide, made from its card."""

    card: Card

    @cached_property
    def headline(self) -> ResultText:
        """The quantity of the large figure: the headline, or the known option that leads."""
        return self.card.text.largest

    @property
    def of_what(self) -> str:
        """The words beside the large figure that name its quantity."""
        quantity = self.headline.quantity
        if self.option_named:
            return quantity.of
        if quantity.scale.share:
            return gettext("would truthfully say yes")
        low, high = map(self.headline.scale_end, quantity.scale.ends)
        return gettext("on average, on %(low)s to %(high)s", low=low, high=high)

    @property
    def option_named(self) -> bool:
        """Whether `of_what` is in the instrument's words."""
        return self.card.headline is None

    @property
    def range(self) -> str:
        """The told interval in words; "" if it holds no possible value."""
        return _range(self.headline, of_all=True)

    @property
    def surely(self) -> str:
        """The confidence of the range, and when it is right: "95%, however often you look"."""
        return f"{self.headline.confidence}, {self.headline.when}"

    @property
    def asked(self) -> str:
        """The number of respondents to this question, if each was asked one question."""
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
        """Doubts that a class should see beside the figures."""
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

    @property
    def is_unsure(self) -> bool:
        """Whether the large figure's band is wide: its own, or that of its option's row."""
        rows = [row.band for row in self.rows if row.text == self.headline]
        return any(band.is_wide for band in ([self.band] if self.band else rows))

    @cached_property
    def rows(self) -> list[OptionRow]:
        return self.card.rows(ROW)

    def range_of(self, row: OptionRow) -> str:
        """A row's interval in words, or why it has none."""
        if row.text.too_few:
            return gettext("too few") if row.text.closed else gettext("too few yet")
        return _range(row.text) or gettext("rare chance, or false reports")

    @property
    def rows_each(self) -> int:
        return ROWS_EACH

    @cached_property
    def coin(self) -> CoinSteps | None:
        """The steps of key R; None if nothing is known."""
        return coin_steps(self.card.result, page_translator())

    @property
    def coin_band(self) -> Band | None:
        """The slide's band, with a line from its dot up to the remaining reports."""
        return self.band and replace(self.band, guide=self.band.mark)


def _range(text: ResultText, of_all: bool = False) -> str:
    """The told interval: "between 4 and 23", with `of_all` "of the 40" after a share."""
    if text.quantity.contradicted:
        return ""
    return f"{text.spoken} {text.caption}" if of_all and text.quantity.scale.share else text.spoken
