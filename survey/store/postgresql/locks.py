"""The advisory locks of a PostgreSQL database: a number for each name."""

import hashlib


def lock_key(name: str) -> int:
    """The number of the advisory lock of this name."""
    digest = hashlib.sha256(f"deniable {name}".encode()).digest()
    return int.from_bytes(digest[:8], signed=True)


# Whoever writes for a respondent or changes a survey holds it, shared, before any table that is
# wiped (owed_wipes.py), so that none can hold one of them and wait for another.
WRITERS = lock_key("writers of responses")
