"""Join codes: short, without vowels, and without the characters most often confused."""

import re
import secrets
from urllib.parse import unquote

# No vowels, so that no word appears; no 0/O, 1/I/L, 5/S, 2/Z, U/V.
ALPHABET = "346789bcdfghjkmnpqrtwxy"
LENGTH = 6
VOWELS = frozenset("aeiou")

# A code in a link, with characters that a sentence, a chat or a person left in or around it.
_LINKED = re.compile(
    r"[^a-z\d]*((?:[a-z\d][\s\u00a0\u00ad\u200b-]*){6})(?=https?:|[^a-z\d]|$)",
    re.ASCII | re.IGNORECASE,
)
_OF_NO_CODE = re.compile(r"[^a-z\d]", re.ASCII)
_BEHIND_S = re.compile(r"/s/([\w-]+)", re.IGNORECASE)


def draw_code() -> str:
    """A new random code: one of 23⁶, about 148 million."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def is_code(typed: str) -> bool:
    """Whether the text is a code exactly as `draw_code` draws it."""
    return len(typed) == LENGTH and set(typed) <= set(ALPHABET)


def normalize_code(typed: str) -> str:
    """The code in a typed text, which may have capitals, spaces and hyphens."""
    return "".join(typed.split()).replace("-", "").lower()


def linked_code(written: str) -> str:
    """The code in the text after /s/ in a link, even if a chat or a mail has changed that text.

    "bcd234.", "<BCD234>" and "bcd234)https://h.example/s/bcd234" are bcd234; a text with no such
    code in it, or with a word in its place, is read as a typed one.
    """
    found = _LINKED.match(unquote(written))
    code = _OF_NO_CODE.sub("", found[1].lower()) if found else ""
    return code if code and VOWELS.isdisjoint(code) else normalize_code(written)


def pasted_code(typed: str) -> str:
    """The code in a typed text, or in the survey's address that was pasted in its place."""
    linked = _BEHIND_S.search(typed)
    return normalize_code(linked[1] if linked else typed)


def spaced_code(code: str) -> str:
    """The code in two groups, as it is shown."""
    return f"{code[:3]} {code[3:]}" if len(code) == LENGTH else code
