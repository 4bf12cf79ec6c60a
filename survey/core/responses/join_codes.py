"""Join codes: short, without vowels, and without the characters most often confused."""

import re
import secrets
import unicodedata
from urllib.parse import unquote

from survey.core.numerals import western_digits

# No vowels, so that no word appears; no 0/O, 1/I/L, 5/S, 2/Z, U/V.
ALPHABET = "346789bcdfghjkmnpqrtwxy"
LENGTH = 6
VOWELS = frozenset("aeiou")

# A code with characters that a sentence, a chat or a person left in or around it.
_WRITTEN = re.compile(r"[^a-z0-9]*((?:[a-z0-9][^a-z0-9]*?){6})(?=https?:|[^a-z0-9]|$)")
# In a slip's link all before its token is none, and all behind it.
_OF_NO_CODE = re.compile(r"^.*(?:\W|23)t=|&.*|[^a-z0-9]", re.ASCII | re.DOTALL)
_BEHIND_S = re.compile(r"/s/(.+)", re.IGNORECASE | re.DOTALL)


def draw_code() -> str:
    """A new random code: one of 23⁶, about 148 million."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def is_code(typed: str) -> bool:
    """Whether the text is a code exactly as `draw_code` draws it."""
    return len(typed) == LENGTH and set(typed) <= set(ALPHABET)


def code_letters(typed: str) -> str:
    """The letters and digits in a typed code or token, as they are drawn.

    Full-width ones and digits of any script count; all else is left out. Of a slip's link that is
    pasted in its place, those of its token count. Mirror: static/client/codes.js.
    """
    return _OF_NO_CODE.sub("", _folded(typed))


def linked_code(written: str) -> str:
    """The code in a typed text, or after /s/ in a link, even if a chat or a mail has changed it.

    "bcd 234", "bcd234.", "<BCD234>" and "bcd234)https://h.example/s/bcd234" are bcd234; of a text
    with no such code in it, or with a word in its place, all letters and digits count.
    """
    text = _folded(unquote(written))
    found = _WRITTEN.match(text)
    code = code_letters(found[1]) if found else ""
    return code if code and VOWELS.isdisjoint(code) else code_letters(text)


def pasted_code(typed: str) -> str:
    """The code in a typed text, or in the survey's address that was pasted in its place."""
    linked = _BEHIND_S.search(typed)
    return linked_code(linked[1] if linked else typed)


def _folded(text: str) -> str:
    return western_digits(unicodedata.normalize("NFKC", text)).lower()


def spaced_code(code: str) -> str:
    """The code in two groups, as it is shown."""
    return f"{code[:3]} {code[3:]}" if len(code) == LENGTH else code
