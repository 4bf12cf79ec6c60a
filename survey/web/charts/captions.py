"""Places the words of a picture file: its title above, its description below.

An SVG breaks no lines by itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from survey.web.charts.band import right_to_left, wrapped
from survey.web.charts.trade_off import TradeOff

SIZE, MARGIN = 13, 24
LINE, GAP = 18, 8
BELOW = 5  # the distance by which letters reach below their line


@dataclass(frozen=True)
class CaptionLine:
    """One line of text at `y`."""

    text: str
    y: float
    bold: bool = False
    right_to_left: bool = False


@dataclass(frozen=True)
class CaptionedPicture:
    """A picture with its words above and below; the drawing begins at `top`."""

    picture: TradeOff
    lines: tuple[CaptionLine, ...]
    top: float
    height: float


def captioned(picture: TradeOff) -> CaptionedPicture:
    width = picture.width - 2 * MARGIN
    lines = list(_lines(picture.title, 0, width, bold=True))
    top = lines[-1].y + BELOW + GAP
    lines += _lines(picture.description, top + picture.height, width)
    return CaptionedPicture(picture, tuple(lines), top, lines[-1].y + BELOW + 2 * GAP)


def _lines(text: str, top: float, width: float, bold: bool = False) -> Iterator[CaptionLine]:
    room = width / 1.15 if bold else width  # bold letters are wider
    for number, line in enumerate(wrapped(text, SIZE, room), start=1):
        yield CaptionLine(line, top + number * LINE, bold, right_to_left(text))
