"""One question's result, with all words and bands of a page."""

from dataclasses import dataclass, replace
from functools import cached_property

from markupsafe import Markup

from survey.core.estimates.quantity import Quantity
from survey.core.intervals.registry import ANNOUNCED
from survey.core.results.results import QuestionResult
from survey.text.caveats import WholeClass, notes_on_options, whole_class
from survey.text.interval_words import INTERVAL_WORDS
from survey.text.kinds.item_words import words_of
from survey.text.question_text import QuestionText
from survey.text.result import ResultText
from survey.web.charts.axis import CARD, Size
from survey.web.charts.band import Band, band_of
from survey.web.i18n.page_language import page_translator

WORDY = 24  # characters; a longer option breaks into many lines unless its column is wide


@dataclass(frozen=True)
class OptionRow:
    """One option beside its band; `figure` and `ends` are "" if nothing is known of it."""

    text: ResultText
    band: Band

    @property
    def name(self) -> str:
        return self.text.quantity.name

    @property
    def option(self) -> str:
        return self.text.quantity.of

    @property
    def figure(self) -> str:
        return self.text.figure or "–"

    @property
    def ends(self) -> str:
        return self.text.ends if self.text.figure else ""


@dataclass(frozen=True)
class Card:
    """A question's result as a page shows it: its words, and a band for each quantity."""

    text: QuestionText

    first = ANNOUNCED

    @cached_property
    def result(self) -> QuestionResult:
        return self.text.result

    @cached_property
    def headline(self) -> Quantity | None:
        return self.result.headline

    @cached_property
    def whole_class(self) -> WholeClass | None:
        """The bounds on the whole class, if some of it did not answer."""
        return whole_class(self.text)

    @property
    def notes(self) -> list[str]:
        """What readers of the options' figures should know; none of a figure without options."""
        return notes_on_options(self.text)

    @property
    def told(self) -> str:
        """The name of the told interval of the headline, or of the rows."""
        return self.text.shown[0].quantity.told

    @property
    def short_sentence(self) -> str:
        """The sentence without its confidence, which the page says once for all sentences."""
        return replace(self.text, surely=False).sentence

    def band(self, size: Size = CARD) -> Band | None:
        """The band of the large figure; None if there are rows instead."""
        return band_of(self.text.headline, size) if self.text.headline else None

    def rows(self, size: Size = CARD) -> list[OptionRow]:
        """A band for each option or rating."""
        return [OptionRow(row, band_of(row, size)) for row in self.text.rows]

    @property
    def intervals(self) -> list[tuple[str, str, str]]:
        """(name, ends, the question it answers) of each interval of the headline."""
        text = self.text.headline
        if text is None:
            return []
        # The announced interval and the told one come first.
        known = text.quantity.known
        names = sorted(known, key=lambda name: (name != ANNOUNCED, name != self.told))
        return [(name, text.exact_ends(name), self._question_of(name)) for name in names]

    @property
    def wordy(self) -> bool:
        """Whether an option's text needs a wide column."""
        return any(len(row.of) > WORDY for row in self.result.rows)

    @property
    def one_report(self) -> Markup:
        """How far one report raises a suspicion, in words."""
        question = self.result.question
        words = words_of(question.item)
        said = words.revealed(question.item, question.item_count, page_translator())
        return Markup(said)  # noqa: S704 - a catalog's sentence, with nothing of the questionnaire

    def _question_of(self, name: str) -> str:
        words = INTERVAL_WORDS[name]
        of_number = self.headline and not self.headline.scale.share and self.headline.count
        return (of_number and words.of_numbers) or words.sentence


def card_of(result: QuestionResult, closed: bool) -> Card:
    """The card in the page's language; once `closed`, no more responses can come."""
    return Card(QuestionText(result, page_translator(), closed))
