"""The stylesheets as data: their tokens in each theme, and the contrast between two colours."""

import re
from pathlib import Path

STYLES = Path(__file__).parents[2] / "static" / "styles"
DARK = "@media screen and (prefers-color-scheme: dark)"
_ROOT = re.compile(r":root\s*\{([^}]*)\}")
_TOKEN = re.compile(r"(--[\w-]+):\s*([^;]+);")


def css_of(name: str) -> str:
    """A stylesheet's text without its comments."""
    return re.sub(r"/\*.*?\*/", "", (STYLES / name).read_text("utf-8"), flags=re.DOTALL)


def without_tokens(css: str) -> str:
    """The rules, without the blocks that define tokens."""
    return _ROOT.sub("", css)


def themes(css: str) -> dict[str, dict[str, str]]:
    """The tokens by their names, in the light theme and in the dark one."""
    light = dict(_TOKEN.findall(_ROOT.search(css)[1]))
    dark = dict(_TOKEN.findall(_ROOT.search(css[css.index(DARK) :])[1]))
    return {"light": light, "dark": light | dark}


def contrast(one: str, other: str) -> float:
    """WCAG's contrast ratio of two colours written #rrggbb: 1 to 21."""
    lighter, darker = sorted(map(_luminance, (one, other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def dimmed(colour: str, factor: float) -> str:
    """The colour after `filter: brightness(factor)`."""
    return "#" + "".join(f"{round(factor * channel):02x}" for channel in _channels(colour))


def _channels(colour: str) -> list[int]:
    return [int(colour[place : place + 2], 16) for place in (1, 3, 5)]


def _luminance(colour: str) -> float:
    shares = [channel / 255 for channel in _channels(colour)]
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
