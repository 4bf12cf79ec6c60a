"""Sentences of the lab that store message and values, so that a page can translate them.

A lesson is English: `said(N_("ε = %(epsilon)s."), epsilon=FIGURES.epsilon(1.0986))` is the str "ε =
1.10.", as tests and the command line have it. `spoken` puts the sentence, and all other texts of a
lesson or an outcome, into another language, with each figure formatted from its number.
"""

import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, Self, TypeVar, cast

from survey.text.figures import Figures
from survey.text.translator import ENGLISH
from survey.translations.marked import Sentence

T = TypeVar("T")

_PLACE = re.compile(r"%\(\w+\)s")

# Fields that hold no text: names in URLs, ways of drawing, and the like.
NEVER_SPOKEN = frozenset(
    {"name", "drawn", "points", "filled", "turned", "marked", "lit", "run"}
    | {"first_slider", "places_slider"}
)


class FigureText(str):
    """A written figure, with the method of Figures and the arguments that wrote it."""

    way: str
    arguments: tuple[Any, ...]

    def __new__(cls, way: str, arguments: tuple[Any, ...]) -> Self:
        figure = super().__new__(cls, getattr(ENGLISH, way)(*arguments))
        figure.way, figure.arguments = way, arguments
        return figure

    def __reduce__(self) -> tuple[type[Self], tuple[str, tuple[Any, ...]]]:
        return type(self), (self.way, self.arguments)


class RememberedFigures:
    """`percent(0.5)` and all other methods of Figures, which return a FigureText."""

    def __getattr__(self, way: str) -> Callable[..., FigureText]:
        return lambda *arguments: FigureText(way, arguments)


FIGURES = RememberedFigures()


def said(message: str, **values: str | int) -> Sentence:
    """The message filled with its values, which may be Sentences; whole numbers have no commas."""
    texts = {
        name: value if isinstance(value, str) else str(value) for name, value in values.items()
    }
    return Sentence(message, texts)


def in_a_row(*sentences: str) -> Sentence:
    """Sentences one after another, without those that are empty."""
    values = {f"s{number}": each for number, each in enumerate(filter(None, sentences))}
    return Sentence(" ".join(f"%({name})s" for name in values), values)


class Speaker:
    """Translates a lesson: `gettext` translates messages, `figures` writes the figures."""

    def __init__(self, gettext: Callable[[str], str], figures: Figures):
        self._gettext, self.figures = gettext, figures

    def text(self, text: str) -> str:
        """A text in this language."""
        if isinstance(text, FigureText):
            figure: str = getattr(self.figures, text.way)(*text.arguments)
            return figure
        if isinstance(text, Sentence):
            values = {name: self.text(each) for name, each in text.values.items()}
            return self.message(text) % values
        return self._gettext(text) if text.strip() else text

    def message(self, sentence: Sentence) -> str:
        """The translated message of a sentence, with its placeholders still open."""
        only_places = not _PLACE.sub("", sentence.message).strip()
        return sentence.message if only_places else self._gettext(sentence.message)

    def spoken(self, thing: T) -> T:
        """Translates all texts of a lesson, an outcome, a table or a text."""
        other: Any = thing
        if isinstance(thing, str):
            other = self.text(thing)
        elif isinstance(thing, tuple | list):
            other = type(thing)(self.spoken(each) for each in thing)
        elif is_dataclass(thing) and not isinstance(thing, type):
            texts = {
                field.name: self.spoken(getattr(thing, field.name))
                for field in fields(thing)
                if field.name not in NEVER_SPOKEN
            }
            other = replace(thing, **texts)
        return cast(T, other)
