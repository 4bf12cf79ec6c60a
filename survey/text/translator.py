"""The language of results in words, and of their figures.

survey.text.result decides what to say of a quantity. A translator puts it into words: this one in
English, and survey.web.i18n.page_language in the language of a page.
"""

from fractions import Fraction

from babel import Locale

from survey.text.figures import Figures, odds_factor


class Translator(Figures):
    """The translator to English; `gettext` and `ngettext` fill in figures, as in flask_babel."""

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


ENGLISH = Translator(Locale("en"))
