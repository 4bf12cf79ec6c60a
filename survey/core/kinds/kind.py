"""The definition of a kind of question: its fields in a questionnaire, and its items.

Everything else follows from the items and the quantities: what an answer is and how it is
randomized, what is drawn, what a codebook says, how coins are flipped. So only a kind's own
module, here and in static/client/kinds/, asks which kind a question is.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from survey.core.estimates.quantity import Quantities, Setting
from survey.core.kinds.item import Item
from survey.core.kinds.truths import SharesOfOptions, Truths

MOST_OPTIONS = 20

Counts = Sequence[Sequence[int]]


class QuestionFields(Protocol):
    """The parts of a question that a kind reads: text, γ, and the values of its fields."""

    @property
    def text(self) -> str: ...

    @property
    def gamma(self) -> Fraction: ...

    @property
    def listed(self) -> tuple[str, ...]: ...

    @property
    def low(self) -> int: ...

    @property
    def high(self) -> int: ...


@dataclass(frozen=True)
class OptionsField:
    """A field of `least` to `most` different texts, which a question holds as `listed`."""

    least: int
    most: int = MOST_OPTIONS

    name = "options"
    held_as = "listed"
    example = '["a", "b"]'


@dataclass(frozen=True)
class WholeField:
    """A field of a whole number in low..high, which a question holds as its `low` or `high`.

    `sentence` is the error for any other value; `above` names a field whose number it must
    exceed.
    """

    name: str
    held_as: str
    low: int
    high: int
    default: int
    sentence: str
    above: str = ""

    @property
    def example(self) -> str:
        """A value, as a program writes it."""
        return str(self.default)


Field = OptionsField | WholeField


def plain_column(options: int, settings: Mapping[str, str]) -> dict[str, Any]:
    """The raw values of a kind that has no fields."""
    return {}


@dataclass(frozen=True)
class Kind:
    """A kind of question, by its name in a questionnaire.

    `items(question, name)` gives the items of a question that is called `name` in exports, and
    `quantities(items, counts, setting)` what their reports say, where `counts[i][v]` respondents
    reported v for item i.
    `fields` are its fields in a questionnaire beside kind, text and γ; a question holds
    `lowest` as its `low` if no field gives it. `truths` says how a simulated class answers.
    `column(options, settings)` gives the raw
    values of a question from a single column of an export, whose settings say its kind, the
    number of its options, and its low and high end. `column_each` is true if an export has a column
    for each of its options.
    """

    name: str
    items: Callable[[QuestionFields, str], tuple[Item, ...]] = field(compare=False, repr=False)
    quantities: Callable[[Sequence[Item], Counts, Setting], Quantities] = field(
        compare=False, repr=False
    )
    fields: tuple[Field, ...] = field(default=(), compare=False, repr=False)
    lowest: int = field(default=0, compare=False, repr=False)
    truths: Truths = field(default=SharesOfOptions(), compare=False, repr=False)
    column: Callable[[int, Mapping[str, str]], dict[str, Any]] = field(
        default=plain_column, compare=False, repr=False
    )
    column_each: bool = field(default=False, compare=False, repr=False)

    @property
    def options_field(self) -> OptionsField | None:
        """Its field of options, if it has one."""
        return next((each for each in self.fields if isinstance(each, OptionsField)), None)

    def __str__(self) -> str:
        return self.name
