"""Marks sentences in the code for translation, so that pybabel finds them."""

from collections.abc import Mapping
from typing import Self


class Whole(str):
    """A whole number as English writes it; pages write it in their own language."""

    number: int

    def __new__(cls, number: int) -> Self:
        written = super().__new__(cls, format(number, ","))
        written.number = number
        return written

    def __reduce__(self) -> tuple[type[Self], tuple[int]]:
        return type(self), (self.number,)


class Sentence(str):
    """A sentence, the message with `%(name)s` that it was made from, and the values filled in."""

    message: str
    values: Mapping[str, str]

    def __new__(cls, message: str, values: Mapping[str, str]) -> Self:
        sentence = super().__new__(cls, message % values)
        sentence.message, sentence.values = message, values
        return sentence

    def __reduce__(self) -> tuple[type[Self], tuple[str, Mapping[str, str]]]:
        return type(self), (self.message, self.values)


def N_(message: str, **values: object) -> str:
    """The sentence itself, with the values in place of `%(name)s`.

    The call lets pybabel find a sentence that is translated later.
    """
    if not values:
        return message
    return Sentence(message, {name: _text(each) for name, each in values.items()})


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    return Whole(value) if isinstance(value, int) else str(value)
