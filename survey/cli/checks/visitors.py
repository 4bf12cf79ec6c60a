"""The visitors as whom a page is requested: a program, and three phones with browsers' headers.

A server may send other bytes to browsers than to programs, or other bytes to each visitor. What
browsers send is compared with real ones in tests/browser/engines/test_visitors.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from survey.web.http.security_headers import HERE

ANYTHING = "*/*"
PAGE = "text/html,application/xhtml+xml,application/xml;q=0.9,"
LOCAL = {HERE, "localhost", "::1"}  # where a browser trusts http, too

# The page asks for its data past the browser's store.
NOT_STORED = {"Pragma": "no-cache", "Cache-Control": "no-cache"}


@dataclass(frozen=True)
class Visitor:
    """A visitor, with the headers of its every request, and those of pages and of what they load.

    Those in `trusting` are for https and this machine alone, as the Sec-Fetch-… ones are, which
    a browser has (`fetch_metadata`). `names_origin` is whether it sends an Origin with scripts, and
    `names_user` whether it says that a person has opened the page. Where a page came by one of the
    schemes in `upgrades`, it says that it takes https instead.
    """

    always: Mapping[str, str]
    of_page: Mapping[str, str] = field(default_factory=dict)
    of_data: Mapping[str, str] = field(default_factory=dict)
    of_picture: Mapping[str, str] = field(default_factory=dict)
    trusting: Mapping[str, str] = field(default_factory=dict)
    fetch_metadata: bool = True
    names_origin: bool = False
    names_user: bool = False
    upgrades: tuple[str, ...] = ("http", "https")

    def headers(self, content_type: str, place: str) -> dict[str, str]:
        """The headers of a request for a file of this type, from the page at the same origin.

        The headers of a page are those of an opened link; a page itself requests data and scripts.
        No request has a Referer, since the page's policy forbids it.
        """
        kind = _kind(content_type)
        headers = {"Accept": ANYTHING, **self.always, **self._of(kind)}
        if self.names_origin and kind == "script":
            headers["Origin"] = place
        parts = urlsplit(place)
        if kind == "document" and parts.scheme in self.upgrades:
            headers["Upgrade-Insecure-Requests"] = "1"
        if parts.scheme == "https" or parts.hostname in LOCAL:
            headers |= self.trusting
            if self.fetch_metadata:
                headers |= FETCH_METADATA[kind]
            if self.names_user and kind == "document":
                headers["Sec-Fetch-User"] = "?1"
        return headers

    def _of(self, kind: str) -> Mapping[str, str]:
        of = {"document": self.of_page, "empty": self.of_data, "image": self.of_picture}
        return of.get(kind, {})


def _kind(content_type: str) -> str:
    """What a file of this type is to a browser: Sec-Fetch-Dest."""
    if content_type.startswith("text/html"):
        return "document"
    if content_type.startswith("image/"):
        return "image"
    return "empty" if content_type == "application/json" else "script"


def _metadata(kind: str, mode: str) -> dict[str, str]:
    site = {"Sec-Fetch-Site": "none" if kind == "document" else "same-origin"}
    return site | {"Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": kind}


FETCH_METADATA = {
    "document": _metadata("document", "navigate"),
    "image": _metadata("image", "no-cors"),
    "empty": _metadata("empty", "cors"),
    "script": _metadata("script", "cors"),
}

PROGRAM = Visitor({"Accept-Encoding": "identity"}, fetch_metadata=False, upgrades=())

CHROME = Visitor(
    {
        "User-Agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
        "Chrome/156.0.0.0 Mobile Safari/537.36",
        "Accept-Encoding": "gzip, deflate, br, zstd",
        "Accept-Language": "en-US,en;q=0.9",
    },
    of_page={
        "Accept": f"{PAGE}image/jxl,image/avif,image/webp,image/apng,*/*;q=0.8,"
        "application/signed-exchange;v=b3;q=0.7"
    },
    of_data=NOT_STORED,
    of_picture={
        "Accept": "image/jxl,image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"
    },
    trusting={
        "Sec-CH-UA": '"Not:A-Brand";v="8", "Chromium";v="156", "Google Chrome";v="156"',
        "Sec-CH-UA-Mobile": "?1",
        "Sec-CH-UA-Platform": '"Android"',
    },
    names_origin=True,
    names_user=True,
)
FIREFOX = Visitor(
    {
        "User-Agent": "Mozilla/5.0 (Android 16; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0",
        "Accept-Encoding": "gzip, deflate, br, zstd",
        "Accept-Language": "fr-FR,fr;q=0.9",
    },
    of_page={"Accept": f"{PAGE}*/*;q=0.8", "Priority": "u=0, i"},
    of_data=NOT_STORED | {"Priority": "u=4"},
    of_picture={
        "Accept": "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5",
        "Priority": "u=6",
    },
    names_user=True,
)
SAFARI = Visitor(
    {
        "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) "
        "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
        "Accept-Encoding": "gzip, deflate, br",
        "Accept-Language": "de-DE,de;q=0.9",
    },
    of_page={"Accept": f"{PAGE}*/*;q=0.8"},
    of_data=NOT_STORED,
    names_origin=True,
    upgrades=("http",),
)
PHONES = (CHROME, FIREFOX, SAFARI)
