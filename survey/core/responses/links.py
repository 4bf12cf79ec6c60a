"""The link that respondents are given: address, digest, and on a slip its token.

    https://host/s/CODE#q=<full form of the digest>&k=<fingerprint of the key>&t=<token>

Browsers do not send the part after "#": the token is in no log, and no server decides which
questionnaire the client takes, or whose signature it believes. The address alone, which people
type, stays short. If somebody else holds the client, as one file, a link begins with that file's
address, and has the survey's in its fragment:

    https://holder/deniable.html#s=https://host/s/CODE&q=…&k=…&t=…
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote

from survey.core.instrument.digest_forms import full_form, parse_full_form, parse_short_form
from survey.core.responses.join_codes import linked_code

# The separator before the fragment: "#", or what a chat or a mail makes of it, once or more.
HASH = re.compile("#|%(?:25)*23")
_OF_A_LINK = re.compile("[qkt](?:=|%3d)", re.IGNORECASE)
_OF_A_SURVEY = re.compile("/s/", re.IGNORECASE)
# A name, even if a chat or a mail has put it in capitals or escaped the "&" before it.
_NAME = re.compile(r"(?:amp;|\W)*([qkts]|lang)", re.ASCII | re.IGNORECASE)
# A fingerprint or more, as links write it, or a digest in small letters: what trackers add is
# shorter, or mixes both.
_LIKE_A_DIGEST = re.compile("[0-9A-Z]{24}|[0-9a-z]{48}")
# Characters that a sentence, a chat or a second copy of the link leaves around a digest or token.
_AROUND = re.compile(r"^[^a-z\d]+|https?:.*|[^a-z\d\s-].*", re.ASCII | re.DOTALL | re.IGNORECASE)
_ENCODED = re.compile("%(?:3d|26)", re.IGNORECASE)  # "=" and "&", by a chat


@dataclass(frozen=True)
class LinkParts:
    """The parts of a link's fragment; a part that it lacks is None."""

    digest: str | None
    token: str | None
    key: str | None = None  # its fingerprint, in six groups of four


def survey_link(
    address: str,
    digest: str | None,
    token: str | None = None,
    key: str | None = None,
    client: str | None = None,
) -> str:
    """The link to the survey at `address`; a draft, which still changes, has no digest to give.

    `key` is the fingerprint of the key with which its server signs; `client` the address of the
    client as one file, where somebody else holds it.
    """
    parts = [f"s={address}"] if client is not None else []
    parts += [f"q={full_form(digest)}"] if digest is not None else []
    parts += [f"k={key.replace(' ', '')}"] if key is not None else []
    parts += [f"t={token}"] if token is not None else []
    return f"{client or address}#{'&'.join(parts)}" if parts else address


def mended_link(link: str) -> str:
    """The link to the survey itself, with its "#", and with only the code after /s/.

    A link to a client that somebody else holds becomes the link to the survey that it names. For
    other links, static/client/requests/mended.js does the same in the page.
    """
    link = link.strip("<> ")
    path, *rest = link.split("#", 1) if "#" in link else HASH.split(link, maxsplit=1)
    fragment = rest[0] if rest else ""
    if "#" not in link and "?" in path and not _OF_A_LINK.match(fragment):
        fragment = ""  # a tracker's own
    if not _OF_A_SURVEY.search(path):
        path = _address_in(fragment) or path
    before, *written = _OF_A_SURVEY.split(path.partition("?")[0], maxsplit=1)
    if written:
        path = f"{before}/s/{linked_code(written[0])}"
    return f"{path}#{fragment}" if fragment else path


def link_parts(link: str) -> LinkParts:
    """The parts of the link's fragment; raises ParameterError for a damaged digest or key.

    Takes the first value of each name, in any order, as static/client/place.js does. Otherwise a
    link with two digests would mean one questionnaire to a person who checks it, and another to the
    page.
    """
    carried: dict[str, str] = {}
    for name, value in _said(mended_link(link).partition("#")[2].removeprefix("?")):
        carried.setdefault(name, value)
    digest = parse_full_form(carried["q"]) if "q" in carried else None
    key = parse_short_form(carried["k"]) if "k" in carried else None
    return LinkParts(digest, carried.get("t"), key)


def _address_in(fragment: str) -> str | None:
    """The first address of a survey in a fragment, or None."""
    for name, value in _pairs(fragment):
        known = _NAME.fullmatch(name)
        if known and known[1].lower() == "s":
            return value if value.lower().startswith(("http://", "https://")) else None
    return None


def _said(fragment: str) -> Iterator[tuple[str, str]]:
    """The names and values of a fragment; raises ParameterError for an unnamed digest."""
    for name, value in _pairs(fragment):
        known = _NAME.fullmatch(name)
        if known:
            yield known[1].lower(), _AROUND.sub("", value)
        elif _LIKE_A_DIGEST.search(f"{name}={value}"):
            parse_full_form(f"{name}={value}")  # raises, since the text has a "="


def _pairs(fragment: str) -> list[tuple[str, str]]:
    once = _ENCODED.sub(lambda found: unquote(found[0]), fragment)
    return parse_qsl(once, keep_blank_values=True)
