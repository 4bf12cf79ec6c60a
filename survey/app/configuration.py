"""Settings, read once at start; everything else gets them as arguments."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from survey.core.responses.client_address import check_client_address
from survey.errors import ConfigError

DATABASE_FILE = "survey.db"
SHORTEST_TOKEN = 20  # characters; `openssl rand -hex 16` makes 32
_TOKEN = re.compile(rf"[!-~]{{{SHORTEST_TOKEN},}}")


@dataclass(frozen=True)
class Config:
    """One installation's settings.

    `data` is the instance folder, which holds the secrets; `public_url` the address
    that respondents use, if it is not the one that the instructor's browser shows;
    `proxies` the number of reverse proxies in front; `database_url` the PostgreSQL
    database, if it is not the SQLite file in the folder; `metrics_token` the token of
    a monitoring system on another machine; `network` the address in the local network
    at which no instructor's page answers; `lan_command` what starts this app so that
    phones in the local network reach it; `replica_url` a PostgreSQL server that follows the
    database, for what the public sees of results; `client_at` the address of the client as one
    file, where somebody else holds it for the respondents of this installation's surveys.
    """

    data: Path
    public_url: str | None = None
    hosts: tuple[str, ...] = ()
    proxies: int = 0
    database_url: str | None = field(default=None, repr=False)  # it may hold a password
    metrics_token: str | None = field(default=None, repr=False)
    network: str | None = None
    lan_command: str = "survey serve --lan"
    replica_url: str | None = field(default=None, repr=False)
    client_at: str | None = None

    def __post_init__(self) -> None:
        """Raises ConfigError for addresses with which the app could not work."""
        check_public_url(self.public_url)
        if self.replica_url and not self.database_url:
            raise ConfigError(
                "A replica follows a PostgreSQL database: name that with --database, too."
            )
        if self.client_at is not None:
            check_client_address(self.client_at)

    @property
    def database(self) -> Path:
        return self.data / DATABASE_FILE

    @property
    def place(self) -> str | Path:
        """The place of the store: the PostgreSQL database, or the SQLite file."""
        return self.database_url or self.database

    @property
    def https(self) -> bool:
        return self.public_url is not None and self.public_url.startswith("https://")

    @property
    def host_names(self) -> tuple[str, ...]:
        """The host names to which the app replies."""
        own = urlsplit(self.public_url).hostname if self.public_url else None
        return (*self.hosts, *([own] if own else []))


def check_public_url(url: str | None) -> str | None:
    """The address; raises ConfigError unless it is http or https, a host and perhaps a port."""
    if url is None:
        return None
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not _is_host(parts):
        raise ConfigError("--url must be an address such as https://survey.example.org")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ConfigError(
            "--url must name a whole host, such as https://survey.example.org: this app takes all "
            "addresses of one, and works below no path of another site."
        )
    return url.rstrip("/")


def _is_host(parts: SplitResult) -> bool:
    """Whether the address has a host, no account, and no port or a valid one."""
    try:
        return bool(parts.hostname) and "@" not in parts.netloc and parts.port != 0
    except ValueError:
        return False


def check_metrics_token(token: str | None) -> str | None:
    """The token, or None for an empty one; raises ConfigError if it could be guessed."""
    if not token:
        return None
    if not _TOKEN.fullmatch(token):
        # The message does not repeat the token, which is a secret.
        raise ConfigError(
            f"SURVEY_METRICS_TOKEN must be at least {SHORTEST_TOKEN} characters without blanks, "
            "such as openssl rand -hex 16 prints."
        )
    return token
