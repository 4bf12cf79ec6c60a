"""A slide that asks one question: its title and its options, as large as they can be."""

from dataclasses import dataclass
from functools import cached_property

from survey.core.instrument.instrument import Question
from survey.text.kinds.coin_words import of_letters
from survey.text.kinds.item_words import words_of
from survey.web.charts.letters import Letters, letters_of
from survey.web.i18n.page_language import page_translator

MOST_IN_A_ROW, LONGEST_IN_A_ROW = 6, 40  # options, and the characters of each
MOST_LARGE, LONGEST_LARGE = 12, 400  # options, and the characters of all
LONGEST_TITLES = (("", 80), ("long", 160))  # characters; longer titles get smaller letters


@dataclass(frozen=True)
class AskedSlide:
    """The options and letters below a question while the class answers it."""

    question: Question

    @cached_property
    def options(self) -> list[str]:
        """The options as on a phone; for a number its range."""
        items = self.question.items("")
        return words_of(items[0]).answers(items, page_translator())

    @property
    def layout(self) -> str:
        """The CSS classes that make all options fit: in a row, in columns, or in small columns."""
        longest = max(map(len, self.options), default=0)
        if longest <= LONGEST_IN_A_ROW and len(self.options) <= MOST_IN_A_ROW:
            return ""
        many = len(self.options) > MOST_LARGE or sum(map(len, self.options)) > LONGEST_LARGE
        return "columns many" if many else "columns"

    def letters(self, responses: int, expected: int) -> Letters:
        """The letters of responses; columns of options leave little width for them."""
        return letters_of(responses, expected, 10 if self.layout else 20)

    def said_of(self, letters: Letters) -> str:
        """The words beneath the letters; "" if there are no letters."""
        if not letters.come:
            return ""
        item = self.question.item
        return of_letters(letters.each, item.gamma, item.options, page_translator())


def title_size(title: str) -> str:
    """The CSS class that makes a title fit the smallest projector."""
    return next((size for size, most in LONGEST_TITLES if len(title) <= most), "longest")
