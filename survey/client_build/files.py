"""Files of the client, each under an address that holds the digest of its content."""

import base64
import hashlib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import PurePosixPath

from zopfli import gzip

FOLDER = "/client/"
SINGLE_FILE = "/client.html"  # the path at which it is served


def source(content: str) -> str:
    """The hash by which a page's policy allows this script or style (W3C, CSP): 'sha256-…'."""
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


@dataclass(frozen=True)
class ClientFile:
    """A file of the client: its name, such as client.js, and its bytes."""

    name: str
    content_type: str
    content: bytes

    @cached_property
    def sha256(self) -> str:
        """The SHA-256 of the content, 64 hex digits."""
        return hashlib.sha256(self.content).hexdigest()

    @cached_property
    def address(self) -> str:
        """The path at which it is served, which changes with the content: browsers may cache it."""
        path = PurePosixPath(self.name)
        return f"{FOLDER}{path.stem}-{self.sha256[:16]}{path.suffix}"

    @cached_property
    def integrity(self) -> str:
        """The digest as an `integrity` attribute has it (W3C, Subresource Integrity)."""
        return "sha384-" + base64.b64encode(hashlib.sha384(self.content).digest()).decode()

    @cached_property
    def compressed(self) -> bytes:
        """The content in gzip."""
        return _compress(self.content)


@cache
def _compress(content: bytes) -> bytes:
    """Compresses by Zopfli, once per process: 0.1 s for a page. A third round gains 20 bytes."""
    small: bytes = gzip.compress(content, numiterations=2)
    return small
