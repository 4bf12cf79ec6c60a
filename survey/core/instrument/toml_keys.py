"""A check of how deep the keys of a TOML text go, before anything parses it.

Python's tomllib takes time and memory that grow with the square of a key's parts: 48 kB of
`a.a.a.… = 1` took it 16 seconds and 2.4 GB. A questionnaire's longest key has three.
"""

import re

MOST_PARTS = 16

# A dot within a comment or a string separates no parts of a key. All quantifiers are possessive,
# so that the time is in proportion to the length of any text.
_COMMENT = r"#[^\n]*+"
_LONG_TEXTS = r'"""(?:[^\\"]|\\.|"(?!""))*+"{0,5}+' + r"|'''(?:[^']|'(?!''))*+'{0,5}+"
_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"?+|'[^'\n]*+'?+)"""
_DOT = r"[ \t]*+\.[ \t]*+"
_KEY = rf"{_PART}(?:{_DOT}{_PART}){{0,{MOST_PARTS - 1}}}+(?P<deeper>{_DOT}{_PART})?"
_TOKEN = re.compile(f"{_COMMENT}|{_LONG_TEXTS}|{_KEY}", re.DOTALL)


def has_deep_key(text: str) -> bool:
    """Whether a key of this text has more than MOST_PARTS parts."""
    return any(token["deeper"] is not None for token in _TOKEN.finditer(text))
