"""Languages by their tags: how a tag is written, and in which direction its texts run."""

import re
from functools import lru_cache

MOST_LANGUAGES = 8  # of one instrument, its own included

# RFC 5646 without extensions and private use, which no questionnaire needs.
_TAG = re.compile(
    r"(?P<language>[a-z]{2,3})(?:-(?P<script>[a-z]{4}))?(?:-(?P<region>[a-z]{2}|\d{3}))?"
    r"(?P<variants>(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*)",
    re.ASCII | re.IGNORECASE,
)
_RIGHT_TO_LEFT_SCRIPTS = frozenset({"Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"})
# Languages that are written from right to left unless the tag names another script.
_RIGHT_TO_LEFT = frozenset({"ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"})


def language_tag(text: str) -> str | None:
    """The tag in the case of RFC 5646, "pt-BR" or "zh-Hant"; None if the text is no tag."""
    match = _TAG.fullmatch(text.strip())
    if match is None:
        return None
    parts = [match["language"].lower()]
    if match["script"]:
        parts.append(match["script"].title())
    if match["region"]:
        parts.append(match["region"].upper())
    return "-".join(parts) + match["variants"].lower()


@lru_cache(maxsize=256)
def direction(tag: str) -> str:
    """The direction in which this language is written, "rtl" or "ltr" as in HTML's dir."""
    language, *rest = tag.split("-")
    script = rest[0] if rest and len(rest[0]) == 4 and rest[0].isalpha() else ""
    right_to_left = script in _RIGHT_TO_LEFT_SCRIPTS if script else language in _RIGHT_TO_LEFT
    return "rtl" if right_to_left else "ltr"
