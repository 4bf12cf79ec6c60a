"""The visitors as whom a page is requested: a program, and two phones with browsers' headers.

A server may send other bytes to browsers than to programs, or other bytes to each visitor.
"""

from collections.abc import Mapping
from dataclasses import dataclass

ANYTHING = "*/*"
PAGE = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@dataclass(frozen=True)
class Visitor:
    """A visitor, with the headers of its every request that do not depend on the file.

    `fetch_metadata` is true if requests have Sec-Fetch-… headers.
    """

    always: Mapping[str, str]
    fetch_metadata: bool = True

    def headers(self, content_type: str, page: str) -> dict[str, str]:
        """The headers of a request for a file of this type, which the page at this address loads.

        The headers of a page are those of an opened link; a page itself requests data and scripts.
        """
        opened = content_type.startswith("text/html")
        data = content_type == "application/json"
        accept = PAGE if opened else content_type if data else ANYTHING
        headers = {"Accept": accept, **self.always}
        if not self.fetch_metadata:
            return headers
        if opened:
            return headers | {
                "Upgrade-Insecure-Requests": "1",
                "Sec-Fetch-Site": "none",
                "Sec-Fetch-Mode": "navigate",
                "Sec-Fetch-User": "?1",
                "Sec-Fetch-Dest": "document",
            }
        picture = content_type.startswith("image/")
        return headers | {
            "Referer": page,
            "Sec-Fetch-Site": "same-origin",
            "Sec-Fetch-Mode": "no-cors" if picture else "cors",
            "Sec-Fetch-Dest": "image" if picture else "empty" if data else "script",
        }


PROGRAM = Visitor({"Accept-Encoding": "identity"}, fetch_metadata=False)

PHONES = (
    Visitor(
        {
            "User-Agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like "
            "Gecko) Chrome/150.0.0.0 Mobile Safari/537.36",
            "Accept-Encoding": "gzip, deflate, br, zstd",
            "Accept-Language": "en-US,en;q=0.9",
            "Sec-CH-UA-Mobile": "?1",
            "Sec-CH-UA-Platform": '"Android"',
        }
    ),
    Visitor(
        {
            "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) "
            "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
            "Accept-Encoding": "gzip, deflate, br",
            "Accept-Language": "de-DE,de;q=0.9",
        }
    ),
)
