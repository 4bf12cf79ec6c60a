"""The language in which results are said, and its way of writing figures.

survey.text.summaries decides what to say of a result. A translator says it: this one in
English, that of survey.web.i18n.page_translator in the language of a page.
"""

from fractions import Fraction

from survey.text import number_format


class Translator:
    """English; `gettext` and `ngettext` fill named figures into sentences, as in flask_babel."""

    def gettext(self, sentence: str, **values: str) -> str:
        """A sentence with its figures: `%(name)s` is filled in."""
        return sentence % values if values else sentence

    def ngettext(self, one: str, many: str, number: int, **values: str) -> str:
        """The sentence for 1, or the one for any other number, with its figures."""
        return self.gettext(one if number == 1 else many, **values)

    def percent(self, share: float | Fraction | None, digits: int = 0) -> str:
        return number_format.percent(share, digits)

    def exact_percent(self, probability: Fraction | float) -> str:
        return number_format.exact_percent(probability)

    def number(self, value: float | None) -> str:
        return number_format.number(value)

    def plain(self, value: float) -> str:
        return number_format.plain(value)

    def points(self, share: float) -> str:
        return number_format.points(share)

    def about(self, respondents: int) -> str:
        return number_format.about(respondents)

    def whole(self, value: int) -> str:
        return number_format.whole(value)

    def quoted(self, words: str) -> str:
        return number_format.quoted(words)


ENGLISH = Translator()
