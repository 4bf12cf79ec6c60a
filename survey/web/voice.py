"""The voice of a page: sentences on results in its language, figures as it writes them."""

from fractions import Fraction

from flask_babel import get_locale
from flask_babel import gettext
from flask_babel import ngettext

from survey.core import sentences
from survey.core.voice import Voice
from survey.web import wording


class PageVoice(Voice):
    """What survey.core.reading says, in the language of the page that is being made."""

    def gettext(self, sentence: str, **values: str) -> str:
        return gettext(sentence, **values)

    def ngettext(self, one: str, many: str, number: int, **values: str) -> str:
        return ngettext(one, many, number, **values)

    def percent(self, share: float | Fraction | None, digits: int = 0) -> str:
        return wording.percent(share, digits)

    def exact_percent(self, probability: Fraction | float) -> str:
        return wording.exact_percent(probability)

    def number(self, value: float | None) -> str:
        return wording.mean(value)

    def plain(self, value: float) -> str:
        return wording.localized(sentences.plain(value))

    def points(self, share: float) -> str:
        return wording.points(share)

    def about(self, respondents: int) -> str:
        return wording.localized(sentences.about(respondents))

    def whole(self, value: int) -> str:
        return wording.whole(value)

    def quoted(self, words: str) -> str:
        """In this language's quotation marks, apart from the direction of its script."""
        if (get_locale() or wording.ENGLISH) == wording.ENGLISH:
            return sentences.quoted(words)
        isolated = f"\N{FIRST STRONG ISOLATE}{words}\N{POP DIRECTIONAL ISOLATE}"
        return gettext("“%(words)s”", words=isolated)


VOICE = PageVoice()
