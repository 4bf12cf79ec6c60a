"""The address of a PostgreSQL database: how the app reads it, and how messages name it.

No part of a password is ever shown: a message of the driver's about an address that cannot be
read quotes parts of it.
"""

import re
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from survey.errors import ConfigError

_PORTS = re.compile(r"[\d,]*")

# libpq's English messages when it cannot connect; it gives no code.
_REFUSALS = {
    "password authentication failed": "{server} refuses the password of {user}.",
    "no password supplied": "{server} wants a password for {user}.",
    'role "': "{server} knows no role {user}.",
    "pg_hba.conf": "{server} lets {user} not in from here: see its pg_hba.conf.",
    'database "': "{server} has no database {database}. Create it with: createdb {database}",
    "too many clients": "{server} takes no more connections: raise its max_connections.",
    "remaining connection slots": "{server} takes no more connections: raise its max_connections.",
}

SETTINGS: dict[str, Any] = {
    "autocommit": True,
    "client_encoding": "UTF8",
    "connect_timeout": 5,
    # A network that swallows everything is noticed after this many milliseconds.
    "tcp_user_timeout": 15_000,
    # A server that vanishes while the app waits for it is noticed in about as long.
    "keepalives_idle": 6,
    "keepalives_interval": 3,
    "keepalives_count": 3,
}

# Which of several servers is sought: libpq's target_session_attrs.
WRITABLE, ANY = "read-write", "any"

# If another server can take over, the app leaves a vanished server within five seconds: two to
# notice it, two to find that it does not answer either.
_OF_SEVERAL: dict[str, Any] = {
    "connect_timeout": 2,
    "tcp_user_timeout": 2_000,
    "keepalives_idle": 1,
    "keepalives_interval": 1,
    "keepalives_count": 2,
}


def settings_of(url: str, sought: str = WRITABLE) -> dict[str, Any]:
    """The settings of a connection to this address, and of several servers to one that is `sought`.

    Settings in the address itself have precedence.
    """
    parts = parts_of(url)
    if "," not in parts.get("host", "") + parts.get("hostaddr", ""):
        return SETTINGS
    chosen = parts.get("target_session_attrs", sought)
    return SETTINGS | _OF_SEVERAL | {"target_session_attrs": chosen}


def name_of(url: str) -> str:
    """The database in words: its name and its host, nothing secret."""
    parts = parts_of(url)
    name = parts.get("dbname") or parts.get("user") or "of this account's name"
    return f"PostgreSQL database {name} at {parts.get('host') or 'this machine'}"


def parts_of(url: str) -> dict[str, str]:
    """The parts of the address; raises ConfigError if part of a password may be among them."""
    try:
        parts = {name: str(value) for name, value in conninfo_to_dict(url).items()}
    except psycopg.Error:
        parts = {"port": "none"}
    spilled = "@" in parts.get("host", "") + parts.get("dbname", "")
    if spilled or not _PORTS.fullmatch(parts.get("port", "")):
        raise ConfigError(
            "The address of the database cannot be read. It looks like "
            "postgresql://role@host:5432/database; in a password, write : / @ as %3A %2F %40."
        )
    return parts


def refusal_of(message: str, parts: dict[str, str]) -> str:
    host = parts.get("host") or "this machine"
    known = {
        "server": f"The PostgreSQL server at {host}",
        "user": parts.get("user") or "this account",
        "database": parts.get("dbname") or parts.get("user") or "of this account's name",
    }
    for words, sentence in _REFUSALS.items():
        if words in message:
            return sentence.format(**known)
    return (
        f"No PostgreSQL server answers at {host}, port {parts.get('port') or 5432}. "
        "Is it running, and is the address right?"
    )
