"""The layout of a card to take away: one question's result as a picture that stands alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from survey.web.charts.axis import Room
from survey.web.charts.band import Band, right_to_left, wrapped

WIDTH, MARGIN = 800, 40
INNER = WIDTH - 2 * MARGIN
TITLE, HERO, TOO_FEW, OPTION, OPTIONS_FIGURE, SENTENCE, FOOT = 30, 96, 40, 20, 28, 22, 16
BAND_ROOM = Room(INNER, letters=28)
ROW_ROOM = Room(540, letters=20)  # an option's band; its interval's ends stand to the right of it
BOLD = 1.15  # the factor by which bold letters are wider


@dataclass(frozen=True)
class CardLine:
    """One line of text; `x` is where it begins in its own direction."""

    text: str
    x: float
    y: float
    size: float
    kind: str = "card-text"
    anchor: str = "start"
    right_to_left: bool = False


@dataclass(frozen=True)
class PlacedBand:
    """A band drawn at x, y, its left upper corner, in this room."""

    band: Band
    name: str
    x: float
    y: float
    room: Room

    @property
    def height(self) -> float:
        return self.band.size.whole_height * self.room.letters


@dataclass(frozen=True)
class Option:
    """An option of a card, with its figure and its interval's ends in words."""

    text: str
    figure: str
    ends: str
    band: Band


@dataclass(frozen=True)
class CardContent:
    """The text of a result card: `figure` with `band`, or `options`; `feet` are the last lines."""

    question: str
    figure: str
    too_few: str
    band: Band | None
    options: Sequence[Option]
    sentence: str
    feet: Sequence[str]
    description: str


@dataclass(frozen=True)
class CardPicture:
    """A card with everything in its place."""

    description: str
    height: float
    words: tuple[CardLine, ...]
    bands: tuple[PlacedBand, ...]
    width = WIDTH


def laid_out(told: CardContent) -> CardPicture:
    words = list(_lines(told.question, MARGIN, TITLE, "card-title", BOLD))
    bands: list[PlacedBand] = []
    y = _below(words) + 16
    if told.too_few:
        words += _lines(told.too_few, y, TOO_FEW, "card-hero", BOLD)
        y = _below(words) + 16
    if told.figure:
        y += 0.8 * HERO
        rightwards = right_to_left(told.sentence)
        x, anchor = (WIDTH - MARGIN, "end") if rightwards else (MARGIN, "start")
        words.append(CardLine(told.figure, x, y, HERO, "card-hero", anchor))
        y += 32
    if told.band:
        bands.append(PlacedBand(told.band, "band", MARGIN, y, BAND_ROOM))
        y += bands[-1].height + 16
    for number, option in enumerate(told.options):
        words += _lines(option.text, y, OPTION, "card-text", INNER / (INNER - 120))
        words.append(_at_the_end(option.figure, words[-1].y, OPTIONS_FIGURE, "card-hero"))
        y = _below(words)
        bands.append(PlacedBand(option.band, f"band-{number}", MARGIN, y, ROW_ROOM))
        words.append(_at_the_end(option.ends, y + 20, FOOT, "card-foot"))
        y += bands[-1].height + 14
    words += _lines(told.sentence, y, SENTENCE)
    y = _below(words) + 16
    for foot in told.feet:
        words += _lines(foot, y, FOOT, "card-foot")
        y = _below(words)
    return CardPicture(told.description, round(y + MARGIN - 8, 1), tuple(words), tuple(bands))


def _lines(
    text: str, top: float, size: float, kind: str = "card-text", wider: float = 1
) -> Iterable[CardLine]:
    """The text in lines from `top` down, in letters `wider` by this factor than usual."""
    rightwards = right_to_left(text)
    x = WIDTH - MARGIN if rightwards else MARGIN
    for number, line in enumerate(wrapped(text, size, INNER / wider), start=1):
        y = round(top + number * 1.3 * size, 1)
        yield CardLine(line, x, y, size, kind, right_to_left=rightwards)


def _at_the_end(text: str, y: float, size: float, kind: str) -> CardLine:
    return CardLine(text, WIDTH - MARGIN, y, size, kind, anchor="end")


def _below(words: Sequence[CardLine]) -> float:
    """The place of the next line, below the descenders of this one."""
    return round(words[-1].y + 0.35 * words[-1].size, 1)
