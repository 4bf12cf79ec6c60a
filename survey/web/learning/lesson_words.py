"""The words of a lesson in the language of the page; figures that are settings can be dragged."""

import re
from collections.abc import Collection

from babel.numbers import get_decimal_symbol
from flask_babel import gettext
from markupsafe import Markup, escape

from survey.docs_site.formula_text import typeset
from survey.lab.lesson import Slider
from survey.lab.words import Speaker
from survey.translations.marked import Sentence
from survey.web.i18n.page_language import page_translator


def page_speaker() -> Speaker:
    """Speaks the language of the page that is being made."""
    return Speaker(gettext, page_translator())


def adjustable(sentence: str, sliders: Collection[Slider]) -> Markup:
    """A sentence in which each figure that a slider sets can be dragged: static/pages/sliders.js.

    A value is such a figure if the message calls it by the slider's name.
    """
    speaker, names = page_speaker(), {slider.name for slider in sliders}

    def marked(sentence: str) -> Markup:
        if not isinstance(sentence, Sentence):
            return escape(speaker.text(sentence))
        values = {name: setting(name, value) for name, value in sentence.values.items()}
        return Markup(escape(speaker.message(sentence))) % values  # noqa: S704 - escaped

    def setting(name: str, value: str) -> Markup:
        inner = marked(value)
        if name not in names:
            return inner
        return Markup('<span class="adjustable" data-adjusts="{}">{}</span>').format(name, inner)

    return marked(sentence)


_DECIMAL = re.compile(r"<mn>(\d+)\.(\d+)</mn>")


def formula(line: str) -> Markup:
    """A line with formulas, typeset, with the decimal sign of the page's language."""
    sign = get_decimal_symbol(page_translator().locale)
    typeset_here = _DECIMAL.sub(rf"<mn>\1{sign}\2</mn>", typeset(line))
    return Markup(typeset_here)  # noqa: S704 - words are escaped, formulas are MathML
