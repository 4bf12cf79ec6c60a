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
        """The quantity of the large figure: the headline, or the option in the lead."""
        return self.card.text.largest

    @property
    def figure(self) -> str:
        """The large figure; "" if nothing is known of the headline."""
        return self.headline.figure if self.range else ""

    @property
    def nothing_known(self) -> str:
        """The words in the large figure's place; "" if there is one, or if no class fits."""
        if self.figure or self.impossible:
            return ""
        return self.card.text.too_few or self.card.short_sentence

    @property
    def impossible(self) -> bool:
        """Whether no class could plausibly have sent the reports to the headline."""
        quantity = self.headline.quantity
        return quantity.contradicted and not quantity.nothing_known

    @property
    def of_what(self) -> str:
        """The words beside the large figure that name its quantity."""
        quantity = self.headline.quantity
        if self.option_named:
            return page_translator().listed(self.card.text.names_of_largest)
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
        """The interval of the large figure in words; "" if it excludes nothing, or everything."""
        return self.card.text.largest_range

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
        question, found = self.card.result.question, []
        if self.impossible:
            found.append(self.headline.contradiction)
        elif self.figure and self.headline.off_the_scale:
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
        """A row's range in the unit of its figure, or why it has none."""
        if row.text.too_few:
            return gettext("too few") if row.text.closed else gettext("too few yet")
        if row.text.quantity.contradicted:
            return gettext("rare chance, or false reports")
        return row.ends

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
