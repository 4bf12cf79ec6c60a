"""Join codes: short, without vowels, and without the characters most often confused."""

import re
import secrets

# No vowels, so that no word appears; no 0/O, 1/I/L, 5/S, 2/Z, U/V.
ALPHABET = "346789bcdfghjkmnpqrtwxy"
LENGTH = 6


def draw_code() -> str:
    """A new random code: one of 23⁶, about 148 million."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def is_code(typed: str) -> bool:
    """Whether this is a code as they are drawn."""
    return len(typed) == LENGTH and set(typed) <= set(ALPHABET)


def normalize_code(typed: str) -> str:
    """The code in a typed text, which may have capitals, blanks and hyphens."""
    return "".join(typed.split()).replace("-", "").lower()


def pasted_code(typed: str) -> str:
    """The code in a typed text, or in the survey's address that was pasted in its place."""
    linked = re.search(r"/s/([\w-]+)", typed)
    return normalize_code(linked[1] if linked else typed)


def spaced_code(code: str) -> str:
    """The code in two groups, as it is shown."""
    return f"{code[:3]} {code[3:]}" if len(code) == LENGTH else code
