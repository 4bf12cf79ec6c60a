"""The shape of a class: steps of slides with their notes, and the minutes that follow from them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class ClassPart(Enum):
    """The purpose of a step of the class."""

    OPENING = "opening"
    LESSON = "lesson"
    SURVEY = "survey"
    INTERPRETATION = "interpretation"


@dataclass(frozen=True)
class Notes:
    """A speaker's notes: what to say and ask, likely answers, and what to do if it goes wrong."""

    say: str
    ask: str
    expect: str
    wrong: str


@dataclass(frozen=True)
class Figure:
    """One large figure, and its caption."""

    value: str
    of: str


@dataclass(frozen=True)
class ClassSlide:
    """One slide, on the projector for `minutes`; with `phones` everybody uses a phone.

    The `lines` are points, or the `choices` between which everybody guesses.
    """

    minutes: int
    title: str
    lines: tuple[str, ...]
    notes: Notes
    figure: Figure | None = None
    phones: bool = False
    choices: bool = False


@dataclass(frozen=True)
class Step:
    """Slides for one purpose; `does` is a line on what happens, `name` that of a lesson."""

    part: ClassPart
    title: str
    does: str
    slides: tuple[ClassSlide, ...]
    name: str = ""


@dataclass(frozen=True)
class PlacedSlide:
    """A slide with its number from 1, and the minutes in which it begins and ends."""

    number: int
    begin: int
    end: int
    slide: ClassSlide


@dataclass(frozen=True)
class PlacedStep:
    """A step with its slides in their places."""

    step: Step
    slides: tuple[PlacedSlide, ...]

    @property
    def begin(self) -> int:
        return self.slides[0].begin

    @property
    def end(self) -> int:
        return self.slides[-1].end

    @property
    def phones(self) -> bool:
        return any(each.slide.phones for each in self.slides)


def placed(steps: Sequence[Step]) -> tuple[PlacedStep, ...]:
    """The steps with the minutes of their slides, which follow one another from minute 0."""
    number = minute = 0
    found = []
    for step in steps:
        slides = []
        for slide in step.slides:
            number, begin, minute = number + 1, minute, minute + slide.minutes
            slides.append(PlacedSlide(number, begin, minute, slide))
        found.append(PlacedStep(step, tuple(slides)))
    return tuple(found)
