"""The address at which somebody else, the holder, has the client as one file."""

from urllib.parse import urlsplit

from survey.errors import ParameterError

LONGEST_ADDRESS = 200  # characters; with the survey's own address it still is a small QR code
_NOT_IN_IT = frozenset(" ?#<>\\\"'")


def check_client_address(address: str) -> str:
    """The address itself; raises ParameterError unless links can begin with it.

    It has no "?" and no "#", since the survey's own address follows after a "#"; and no "/s/" in
    its path, by which programs know a survey's page (survey/core/responses/links.py).
    """
    if not _can_be_linked(address):
        raise ParameterError(
            "The client's address must be a page such as https://union.example/deniable.html, of "
            f"{LONGEST_ADDRESS} characters at most, without ?, # or a part /s/.",
            "client_at",
        )
    return address


def _can_be_linked(address: str) -> bool:
    plain = address.isascii() and address.isprintable() and not _NOT_IN_IT & set(address)
    if len(address) > LONGEST_ADDRESS or not plain:
        return False
    try:
        parts = urlsplit(address)
        is_host = bool(parts.hostname) and "@" not in parts.netloc and parts.port != 0
    except ValueError:
        return False
    path = parts.path.lower()
    return parts.scheme in {"http", "https"} and is_host and path[:1] == "/" and "/s/" not in path


def origin_of(address: str) -> str:
    """Scheme, host and port: browsers keep the storage of each such origin apart."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def host_of(address: str) -> str:
    """Host and port of an address, as people know it: "example.org:8000"."""
    return urlsplit(address).netloc
