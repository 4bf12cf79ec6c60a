"""The translator of a page: sentences on results and figures in its language."""

from fractions import Fraction

from flask_babel import get_locale, gettext, ngettext

from survey.text import number_format
from survey.text.translator import Translator
from survey.web.i18n import localized_numbers


class PageTranslator(Translator):
    """Lets survey.text.summaries speak the language of the page that is being made."""

    def gettext(self, sentence: str, **values: str) -> str:
        return gettext(sentence, **values)

    def ngettext(self, one: str, many: str, number: int, **values: str) -> str:
        return ngettext(one, many, number, **values)

    def percent(self, share: float | Fraction | None, digits: int = 0) -> str:
        return localized_numbers.percent(share, digits)

    def exact_percent(self, probability: Fraction | float) -> str:
        return localized_numbers.exact_percent(probability)

    def number(self, value: float | None) -> str:
        return localized_numbers.mean(value)

    def plain(self, value: float) -> str:
        return localized_numbers.localized(number_format.plain(value))

    def points(self, share: float) -> str:
        return localized_numbers.points(share)

    def about(self, respondents: int) -> str:
        return localized_numbers.localized(number_format.about(respondents))

    def whole(self, value: int) -> str:
        return localized_numbers.whole(value)

    def quoted(self, words: str) -> str:
        """The words in this language's quotation marks, isolated from its direction."""
        if (get_locale() or localized_numbers.ENGLISH) == localized_numbers.ENGLISH:
            return number_format.quoted(words)
        isolated = f"\N{FIRST STRONG ISOLATE}{words}\N{POP DIRECTIONAL ISOLATE}"
        return gettext("“%(words)s”", words=isolated)


PAGE_TRANSLATOR = PageTranslator()
