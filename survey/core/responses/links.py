"""The link that respondents are given: address, digest, and on a slip its token.

    https://host/s/CODE#q=<full form of the digest>&k=<fingerprint of the key>&t=<token>

Browsers do not send what stands behind "#": the token is in no log, and no server
decides which questionnaire the client takes, or whose signature it believes. What
people type, the address alone, stays short.
"""

from dataclasses import dataclass
from urllib.parse import parse_qsl

from survey.core.instrument.digest_forms import full_form, parse_full_form, parse_short_form


@dataclass(frozen=True)
class LinkParts:
    """What a link carries in its fragment, as far as it does."""

    digest: str | None
    token: str | None
    key: str | None = None  # its fingerprint, in six groups of four


def survey_link(
    address: str, digest: str | None, token: str | None = None, key: str | None = None
) -> str:
    """The link to the survey at `address`; a draft, which still changes, has no digest to give.

    `key` is the fingerprint of the key with which its server signs.
    """
    parts = [f"q={full_form(digest)}"] if digest is not None else []
    parts += [f"k={key.replace(' ', '')}"] if key is not None else []
    parts += [f"t={token}"] if token is not None else []
    return f"{address}#{'&'.join(parts)}" if parts else address


def link_parts(link: str) -> LinkParts:
    """What the link carries, in any order; raises ParameterError for a damaged digest or key.

    Read as the client's URLSearchParams does, the first of each name: else a link with two digests
    would be one to the eye that checks a page, and another one to the page.
    """
    fragment = link.partition("#")[2].removeprefix("?")
    carried = dict(reversed(parse_qsl(fragment, keep_blank_values=True)))
    digest = parse_full_form(carried["q"]) if "q" in carried else None
    key = parse_short_form(carried["k"]) if "k" in carried else None
    return LinkParts(digest, carried.get("t"), key)
