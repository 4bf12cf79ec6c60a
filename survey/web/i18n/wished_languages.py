"""The languages that a request prefers, and the best match among those offered.

Anybody can write any wishes into a request: so neither a long tag nor the hundredth wish costs
anything.
"""

from collections.abc import Sequence

from werkzeug.wrappers import Request

# Limits above what browsers send.
LONGEST_TAG = 35  # characters, RFC 5646 section 4.4.1
MOST_WISHES = 10
LONGEST_WISHES = 1000  # characters of Accept-Language; a longer header is ignored


def tag_in_address(request: Request) -> str:
    """The tag after ?lang=; "" if it is too long to be one."""
    asked = request.args.get("lang", "")
    return asked if len(asked) <= LONGEST_TAG else ""


def tags_wanted(request: Request) -> list[str]:
    """The tags that a request prefers, best first."""
    header = request.headers.get("Accept-Language", "")
    preferred = request.accept_languages if len(header) <= LONGEST_WISHES else ()
    tags = [tag for tag, quality in preferred if quality > 0 and len(tag) <= LONGEST_TAG]
    return [tag_in_address(request), *tags[:MOST_WISHES]]


def best_of(wanted: Sequence[str], offered: Sequence[str]) -> str:
    """The best of the offered tags for these wanted ones, else the first offered."""
    return next((found for tag in wanted if (found := match(tag, offered))), offered[0])


def match(wanted: str, offered: Sequence[str]) -> str | None:
    """The offered tag for a wanted one: de-CH finds de (RFC 4647, lookup), and de finds de-CH."""
    subtags = wanted.lower().replace("_", "-").split("-")
    for length in range(len(subtags), 0, -1):
        for tag in offered:
            if tag.lower() == "-".join(subtags[:length]):
                return tag
    return next((tag for tag in offered if tag.lower().split("-")[0] == subtags[0]), None)
