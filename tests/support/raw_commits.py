"""SQLite alone: a server's rows in its own table, with nothing before or after the commit.

No server can be faster on this disk, so the ratio to it shows the cost of the app itself.
"""

import json
import secrets
import time
from pathlib import Path

from survey.store.sqlite.connection import connect

REPORTS = json.dumps([0, 1, 0])
INSERT = "INSERT INTO response (survey, response_id, reports) VALUES (?, ?, ?)"


class RawCommits:
    """Commits groups of so many responses to a survey in this file, one after the other.

    The file's settings are the app's; no trigger counts the responses.
    """

    def __init__(self, path: Path, code: str, rows_a_group: int):
        self._connection = connect(path)
        self._code, self._rows_a_group = code, rows_a_group

    def rate(self, seconds: float) -> float:
        """Responses a second, over so many seconds."""
        begun, stored = time.perf_counter(), 0
        while (took := time.perf_counter() - begun) < seconds:
            rows = [(self._code, secrets.token_hex(16), REPORTS) for _ in range(self._rows_a_group)]
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(INSERT, rows)
            self._connection.execute("COMMIT")
            stored += len(rows)
        return stored / took

    def close(self) -> None:
        self._connection.close()
