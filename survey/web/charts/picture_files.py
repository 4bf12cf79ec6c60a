"""Pictures as files: an SVG that needs no stylesheet, so that any program shows it."""

import re

from flask import Response, render_template
from markupsafe import Markup

from survey.web.charts.captions import captioned
from survey.web.charts.result_card import CardPicture
from survey.web.charts.trade_off import TradeOff

SVG_TYPE = "image/svg+xml"

# The style that static/styles/style.css gives each class, in the colours of the light theme.
PAINT = {
    "grid": 'stroke="#d8d3c6" stroke-width="1"',
    "axis": 'stroke="#57555f" stroke-width="1"',
    "tick": 'fill="#57555f" font-size="12"',
    "label": 'fill="#17171f" font-size="13"',
    "dot": 'fill="#2b36c6"',
    "raw": 'fill="#fff" stroke="#17171f" stroke-width="2"',
    "curve few": 'stroke="#57555f" stroke-width="1.5" stroke-dasharray="6 4"',
    "curve planned": 'stroke="#2b36c6" stroke-width="3"',
    "curve trusted": 'stroke="#17171f" stroke-width="1.5" stroke-dasharray="2 3"',
    "band-track": 'fill="#ece7da"',
    "band-grid": 'stroke="#d8d3c6" stroke-width="1"',
    "band-whole": 'fill="#2b36c6" fill-opacity="0.16"',
    "band-told": "",
    "band-inner": 'stop-color="#2b36c6" stop-opacity="0.55"',
    "band-between": 'stop-color="#2b36c6" stop-opacity="0.3"',
    "band-edge": 'stop-color="#2b36c6" stop-opacity="0.07"',
    "band-guide": 'stroke="#2b36c6" stroke-width="2"',
    "band-ring": 'fill="#fff" stroke="#2b36c6" stroke-width="2.5"',
    "band-dot": 'fill="#2b36c6"',
    "band-announced": 'fill="#57555f"',
    "band-end": 'fill="#2b36c6" font-weight="700"',
    "band-scale": 'fill="#57555f"',
    "card-title": 'fill="#17171f" font-weight="600"',
    "card-hero": 'fill="#2b36c6" font-weight="700"',
    "card-text": 'fill="#17171f"',
    "card-foot": 'fill="#57555f"',
    "label mark": 'fill="#17171f" font-size="13" font-weight="600"',
}


def with_paint(drawing: Markup) -> Markup:
    """The drawing with attributes in place of its classes."""
    # Its texts are escaped, so that no `class="` in them matches.
    return Markup(re.sub(r'class="([^"]*)"', lambda found: PAINT[found[1]], str(drawing)))  # noqa: S704


def picture_file(picture: TradeOff) -> Response:
    """The picture as an SVG file."""
    svg = render_template("charts/picture.svg", captioned=captioned(picture))
    return Response(svg, content_type=SVG_TYPE)


def card_file(card: CardPicture) -> Response:
    """The card as an SVG file."""
    return Response(card_svg(card), content_type=SVG_TYPE)


def card_svg(card: CardPicture) -> str:
    """The card as SVG that stands alone."""
    return render_template("charts/card.svg", card=card)
