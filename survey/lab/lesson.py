"""The parts of a lesson: its words, its settings, and their outcome."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from survey.core.numerals import exact_number
from survey.errors import ParameterError
from survey.lab.drawings import Crowd, Tree
from survey.lab.words import FIGURES


@dataclass(frozen=True)
class Slider:
    """A setting: the whole numbers from `low` to `high` by `step`, each divided by `per`.

    The function that runs the lesson gets an int if `per` is 1, else a Fraction.
    `words` say what each value means, or show it with its unit: 20% for 0.2.
    """

    name: str
    label: str
    low: int
    high: int
    default: int
    step: int = 1
    per: int = 1
    words: tuple[str, ...] = ()

    @cached_property
    def values(self) -> tuple[int | Fraction, ...]:
        """Every value of the slider, in ascending order."""
        steps = range(self.low, self.high + 1, self.step)
        return tuple(steps) if self.per == 1 else tuple(Fraction(each, self.per) for each in steps)

    @property
    def initial(self) -> int | Fraction:
        return self.values[(self.default - self.low) // self.step]

    def parse(self, text: str) -> int | Fraction:
        """The value of a typed text: 0.25, 1/4, or the value's words, with commas or without.

        Raises ParameterError for any other text.
        """
        if (number := exact_number(text)) in self.values:
            return int(number) if self.per == 1 else number
        for value in self.values:
            words = self.in_words(value)
            if text in {typed(value), words, words.replace(",", "")}:
                return value
        raise ParameterError(
            f"{self.label}: give a number {self.ends}, "
            f"in steps of {typed(self.values[1] - self.values[0])}.",
            field=self.name,
        )

    @property
    def ends(self) -> str:
        """The range: "from 0.05 (5%) to 0.95 (95%)", or "from 0 to 0.5" if there are no words."""
        first, last = (
            f"{typed(value)} ({self.in_words(value)})" if self.words else typed(value)
            for value in (self.values[0], self.values[-1])
        )
        return f"from {first} to {last}"

    def in_words(self, value: int | Fraction) -> str:
        return self.words[self.values.index(value)] if self.words else typed(value)

    def in_command(self, value: int | Fraction) -> str:
        """The value as a command gives it: a place whose words are a percentage by these."""
        words = self.in_words(value)
        return words if isinstance(value, int) and words.endswith("%") else typed(value)


SEED = Slider("seed", "Seed", 1, 999, default=1)  # of all random draws of a page


@dataclass(frozen=True)
class Axis:
    """One side of a picture, from `low` to `high`; `words` name the places 0, 1, 2, …"""

    label: str
    low: float
    high: float
    logarithmic: bool = False
    words: tuple[str, ...] = ()


Drawn = Literal["line", "dots", "bars"]


@dataclass(frozen=True)
class Series:
    """Points that belong together. Bars stand on the lower end of the axis, at whole places."""

    label: str
    points: tuple[tuple[float, float], ...]
    drawn: Drawn = "line"


@dataclass(frozen=True)
class ChosenRange:
    """The part of the x axis from `low` to `high`, which a reader drags.

    It sets two sliders: `first_slider`, the first place on the axis, and `places_slider`, how many.
    """

    label: str
    low: float
    high: float
    first_slider: str
    places_slider: str


@dataclass(frozen=True)
class Chart:
    """A picture: one to four series, a line at `mark`, the value set, perhaps a chosen range."""

    description: str
    x: Axis
    y: Axis
    series: tuple[Series, ...]
    mark: float | None = None
    chosen: ChosenRange | None = None


@dataclass(frozen=True)
class Table:
    """Rows beside the picture; those `marked` stand out, as the caption or the row says."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int | float, ...], ...]
    marked: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Outcome:
    """The outcome of settings: a sentence or two, a picture, tables, perhaps people or a tree."""

    says: str
    chart: Chart
    tables: tuple[Table, ...] = ()
    crowds: tuple[Crowd, ...] = ()
    tree: Tree | None = None


@dataclass(frozen=True)
class Guess:
    """A question asked first: three answers, the place of the right one, and why it is right."""

    question: str
    choices: tuple[str, str, str]
    right: int
    why: str


@dataclass(frozen=True)
class Lesson:
    """One page of the lab.

    `guess` is the question that a reader answers first; `point` is the lesson's conclusion, in one
    line; `sentences` are its three sentences. `failure` describes what goes wrong, `here` what this
    app does about it, and `slips` what lecture notes on the subject often get wrong. A `seeded`
    lesson draws at random, and its `run` also takes the seed.
    """

    name: str
    title: str
    point: str
    guess: Guess
    sentences: tuple[str, str, str]
    formula: tuple[str, ...]
    source: str
    failure: str
    here: str
    settings: tuple[Slider, ...]
    run: Callable[..., Outcome]
    slips: str = ""
    seeded: bool = False

    @property
    def parameters(self) -> tuple[Slider, ...]:
        """The settings, and the seed if there is one."""
        return (*self.settings, SEED) if self.seeded else self.settings

    @property
    def initial(self) -> dict[str, int | Fraction]:
        return {slider.name: slider.initial for slider in self.parameters}

    def parse(self, texts: Mapping[str, str]) -> dict[str, int | Fraction]:
        """The settings from typed texts; a missing one has its initial value."""
        return {
            slider.name: slider.parse(texts[slider.name])
            if texts.get(slider.name)
            else slider.initial
            for slider in self.parameters
        }

    def command(self, settings: Mapping[str, int | Fraction]) -> str:
        """The command that runs the experiment with these settings."""
        sliders = {slider.name: slider for slider in self.parameters}
        options = "".join(
            f" --{name} {sliders[name].in_command(value)}" for name, value in settings.items()
        )
        return f"survey lab {self.name}{options}"

    def outcome(self, settings: Mapping[str, Any]) -> Outcome:
        """The outcome of these settings."""
        return self.run(**settings)


def typed(value: int | Fraction) -> str:
    """A value as a person types it: 30, or 0.25."""
    return FIGURES.brief(float(value), 6) if isinstance(value, Fraction) else str(value)
