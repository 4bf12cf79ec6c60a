"""Places the words of a picture file: the question above, figures and legend below.

An SVG breaks no lines by itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from survey.web.charts.band_labels import right_to_left, wrapped
from survey.web.charts.relation_rows import Picture
from survey.web.charts.trade_off import TradeOff

SIZE, MARGIN = 13, 24
LINE, GAP = 18, 8
INDENT = 22  # the width of a legend's marks


@dataclass(frozen=True)
class CaptionLine:
    """One line of text at `y`; `mark` is the legend's mark beside the first line of a key."""

    text: str
    y: float
    bold: bool = False
    indent: int = 0
    mark: str = ""
    right_to_left: bool = False


@dataclass(frozen=True)
class CaptionedPicture:
    """A picture with its words; the drawing begins at `top`."""

    picture: Picture | TradeOff
    lines: tuple[CaptionLine, ...]
    top: float
    height: float


def captioned(picture: Picture | TradeOff) -> CaptionedPicture:
    width = picture.width - 2 * MARGIN
    lines = list(_lines(picture.title, 0, width, bold=True))
    top = _bottom(lines, 0) + GAP
    below = top + picture.height
    for text in (picture.description, *picture.figures):
        if text != picture.title:
            lines += _lines(text, below, width)
            below = _bottom(lines, below)
    below += GAP
    for key in picture.keys:
        lines += _lines(key.words, below, width, indent=INDENT if key.mark else 0, mark=key.mark)
        below = _bottom(lines, below)
    return CaptionedPicture(picture, tuple(lines), top, below + GAP)


def _bottom(lines: list[CaptionLine], otherwise: float) -> float:
    return lines[-1].y + 5 if lines else otherwise  # letters reach below their line


def _lines(
    text: str, top: float, width: float, indent: int = 0, mark: str = "", bold: bool = False
) -> Iterator[CaptionLine]:
    room = width / 1.15 if bold else width - indent  # bold letters are wider
    for number, line in enumerate(wrapped(text, SIZE, room), start=1):
        yield CaptionLine(line, top + number * LINE, bold, indent, mark, right_to_left(text))
        mark = ""
