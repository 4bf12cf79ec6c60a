"""Participation tokens: drawn, written in groups, and stored only as keyed hashes.

A token is 30 letters of 23, 135 random bits. The server keeps HMAC-SHA-256 of
it under a key that is not in the database (RFC 2104): somebody who steals
the database cannot even tell whether a slip in their hand was used.
"""

import hmac
import secrets

from survey.core.responses.join_codes import ALPHABET, code_letters
from survey.core.responses.response import parse_json
from survey.errors import ReportRejected
from survey.translations.marked import N_

LENGTH = 30  # letters
GROUP = 5  # letters between two hyphens
MOST_AT_ONCE = 2_000  # tokens that are issued together

# All of one length, so that the size of a refusal does not reveal its reason.
MISSING = N_("This survey takes one response per slip. Please type the token that is on your slip.")
UNKNOWN = N_("This token is not known here. Please compare it with your slip, letter after letter.")
SPENT = N_("This token has been used. If that was you, you are done. If not, ask for a new slip.")
FOREIGN = N_("This token is for another survey. Please look for the slip that has this one's name.")
NOT_NEEDED = N_(
    "This survey takes no tokens. Please open it by its own link, one without any tokens."
)


def draw_tokens(count: int) -> list[str]:
    """New tokens, drawn independently, so that their order reveals nothing."""
    return ["".join(secrets.choice(ALPHABET) for _ in range(LENGTH)) for _ in range(count)]


def grouped(token: str) -> str:
    """The token as it is printed and read aloud: in groups of five letters."""
    return "-".join(token[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def parse_token(body: bytes) -> str:
    """The token in the body {"token": text} of a request; raises ReportRejected."""
    document = parse_json(body)
    if not isinstance(document, dict) or document.keys() != {"token"}:
        raise ReportRejected("The body must be a JSON object with the token, and nothing else.")
    token = document["token"]
    if not isinstance(token, str):
        raise ReportRejected("token must be text.", "token")
    return token


def hash_token(key: str, typed: str) -> str:
    """The keyed hash of the token in a typed text, 64 hex digits."""
    meant = code_letters(typed).encode()
    return hmac.digest(key.encode(), b"participation token:" + meant, "sha256").hex()
