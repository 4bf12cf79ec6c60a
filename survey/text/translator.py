"""The language in which results are said, with its figures.

survey.text.result decides what to say of a quantity. A translator says it: this one in
English, that of survey.web.i18n.page_translator in the language of a page.
"""

import unicodedata
from fractions import Fraction

from babel import Locale
from babel.lists import format_list

from survey.text.figures import Figures
from survey.text.rounding import odds_factor


class Translator(Figures):
    """English; `gettext` and `ngettext` fill named figures into sentences, as in flask_babel."""

    def gettext(self, sentence: str, **values: str) -> str:
        """A sentence with its figures: `%(name)s` is filled in."""
        return sentence % values if values else sentence

    def ngettext(self, one: str, many: str, number: int, **values: str) -> str:
        """The sentence for 1, or the one for any other number, with its figures."""
        return self.gettext(one if number == 1 else many, **values)

    def odds(self, gamma: Fraction, reports: int = 1) -> str:
        """(A/B)^reports as a factor: "3", "about 1.65", "about 9,310" or "more than a billion"."""
        value, exact = odds_factor(gamma, reports)
        if value is None:
            return self.gettext("more than a billion")
        factor = self.exact(value)
        return factor if exact else self.gettext("about %(factor)s", factor=factor)

    def listed(self, words: list[str]) -> str:
        """Words beside each other: "A, B, and C"."""
        return format_list(words, locale=self.locale)

    def quoted(self, words: str) -> str:
        """Words of a questionnaire, quoted within a sentence of the app.

        Isolates words that run from right to left (Unicode UAX 9): else the figure behind them
        would be drawn in the wrong place.
        """
        if any(unicodedata.bidirectional(character) in {"R", "AL"} for character in words):
            words = f"\N{FIRST STRONG ISOLATE}{words}\N{POP DIRECTIONAL ISOLATE}"
        return f"“{words}”"


ENGLISH = Translator(Locale("en"))
