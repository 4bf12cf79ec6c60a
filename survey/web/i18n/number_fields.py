"""Numbers that people type into a page: read with the signs of the page's own language."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from babel.numbers import get_decimal_symbol, get_group_symbol
from flask_babel import gettext
from wtforms import IntegerField
from wtforms.form import BaseForm
from wtforms.validators import ValidationError
from wtforms.widgets import TextInput

from survey.core.numerals import exact_number, grouped_number
from survey.web.i18n.page_language import page_translator


def typed_whole(text: str) -> int | None:
    """The whole number in a typed text: "1000", and on an English page "1,000"."""
    return grouped_number(text, get_group_symbol(page_translator().locale))


def as_typed(number: str) -> str:
    """A number such as "2.5" as somebody would type it into this page: "2,5" in German."""
    written = f"{Decimal(number):f}"
    if exact_number(written) is None:
        written += "0"  # 1.125 could be thousands
    return written.replace(".", get_decimal_symbol(page_translator().locale))


def plain_whole(text: str | None) -> str:
    """The number in a typed text as "1000"; the text itself if it is none, for `validate`."""
    number = typed_whole(text or "")
    return text or "" if number is None else str(number)


class WholeNumberField(IntegerField):
    """A whole number from `low` to `high`; None if the field may be empty, and is."""

    widget = TextInput()
    data: Any  # an int in a valid form

    def __init__(self, label: str, low: int, high: int, optional: bool = False, **more: Any):
        attributes = {"inputmode": "numeric", "autocomplete": "off"}
        super().__init__(label, render_kw=attributes, **more)
        self._low, self._high, self._optional = low, high, optional

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.data = typed_whole(valuelist[0]) if valuelist else None

    def pre_validate(self, form: BaseForm) -> None:
        empty = not any(typed.strip() for typed in self.raw_data or ())
        if empty and self._optional:
            return
        if self.data is None or not self._low <= self.data <= self._high:
            raise ValidationError(not_whole(self._low, self._high))


def not_whole(low: int, high: int) -> str:
    """The sentence for a text that is no whole number from `low` to `high`."""
    say = page_translator()
    return gettext(
        "Please give a whole number from %(least)s to %(most)s.",
        least=say.whole(low),
        most=say.whole(high),
    )
