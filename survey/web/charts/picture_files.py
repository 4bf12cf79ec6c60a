"""Pictures as files: an SVG that needs no stylesheet, so that any program shows it."""

import re
from collections.abc import Sequence

from flask import Response, render_template
from markupsafe import Markup

from survey.errors import PictureNotFound
from survey.web.charts.captions import captioned
from survey.web.charts.relation_rows import Picture
from survey.web.charts.trade_off import TradeOff

# The style that static/styles/style.css gives each class, in the colours of the light theme.
PAINT = {
    "grid": 'stroke="#d5d4e0" stroke-width="1"',
    "axis": 'stroke="#56546b" stroke-width="1"',
    "tick": 'fill="#56546b" font-size="12"',
    "label": 'fill="#1c1b29" font-size="13"',
    "whisker first": 'stroke="#3d3a8c" stroke-width="3" fill="none"',
    "whisker second": 'stroke="#56546b" stroke-width="2" fill="none"',
    "cut first": 'fill="#3d3a8c"',
    "cut second": 'fill="#56546b"',
    "dot": 'fill="#3d3a8c"',
    "projected": 'fill="#e9e8f8" stroke="#3d3a8c" stroke-dasharray="3 3"',
    "raw": 'fill="#fff" stroke="#1c1b29" stroke-width="2"',
    "curve nothing": 'stroke="#56546b" stroke-width="1" stroke-dasharray="1 4"',
    "curve few": 'stroke="#56546b" stroke-width="1.5" stroke-dasharray="6 4"',
    "curve planned": 'stroke="#3d3a8c" stroke-width="3"',
    "curve trusted": 'stroke="#1c1b29" stroke-width="1.5" stroke-dasharray="2 3"',
    "band-scale": 'fill="#f7f6f2" stroke="#d5d4e0"',
    "band-told": "",
    "band-inner": 'stop-color="#3d3a8c" stop-opacity="0.5"',
    "band-edge": 'stop-color="#3d3a8c" stop-opacity="0.06"',
    "band-mark": 'fill="#3d3a8c" stroke="#fff" stroke-width="3"',
    "band-announced": 'fill="#56546b"',
    "band-label": 'fill="#56546b" unicode-bidi="plaintext"',
    "card-title": 'fill="#1c1b29" font-weight="600"',
    "card-hero": 'fill="#3d3a8c" font-weight="700"',
    "card-text": 'fill="#1c1b29"',
    "card-foot": 'fill="#56546b"',
    "label mark": 'fill="#1c1b29" font-size="13" font-weight="600"',
}


def with_paint(drawing: Markup) -> Markup:
    """The drawing with attributes in place of its classes."""
    # Its texts are escaped, so that no `class="` in them matches.
    return Markup(re.sub(r'class="([^"]*)"', lambda found: PAINT[found[1]], str(drawing)))  # noqa: S704


def picture_file(pictures: Sequence[Picture | TradeOff], name: str) -> Response:
    """The picture of this name as an SVG file; raises PictureNotFound."""
    for picture in pictures:
        if picture.name == name:
            svg = render_template("charts/picture.svg", captioned=captioned(picture))
            return Response(svg, content_type="image/svg+xml")
    raise PictureNotFound("There is no such picture in these results.")
