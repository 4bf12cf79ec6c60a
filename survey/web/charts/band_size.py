"""The measures of a band, for each place where one stands.

CARD (a result's card), ROW (one option of several, whose ends stand in words beside it), SLIDE and
SLIDE_ROW (a projected page of 1024 × 768: drawn at least 900 pixels wide, the labels of SLIDE are
24 pixels or larger), HANDOUT (print).
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Size:
    """The measures of a band, in its picture's units; without `labelled` it has no words."""

    width: float
    label: float
    height: float
    labelled: bool = True

    @property
    def radius(self) -> float:
        """The radius of the estimate's dot."""
        return round(min(0.32 * self.height, 16), 1)

    @property
    def announced_y(self) -> float:
        """The height of Hoeffding's line, below the words of the band's ends."""
        below = 1.6 * self.label if self.labelled else 5
        return round(self.height + below, 1)


CARD = Size(400, 18, 28)
ROW = Size(400, 18, 18, labelled=False)
HANDOUT = Size(400, 15, 22)
SLIDE = Size(900, 28, 96)
SLIDE_ROW = Size(520, 24, 24, labelled=False)
