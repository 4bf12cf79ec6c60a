"""Participation tokens in the SQLite file, inside whatever transaction is running."""

import json
import sqlite3
from collections.abc import Sequence

from survey.store.models import Survey
from survey.store.token_rules import check_unspent


class Tokens:
    """The tokens of the responses that are stored together."""

    def __init__(self, connection: sqlite3.Connection, token_hashes: Sequence[str]):
        self._connection = connection
        self._issued: dict[str, tuple[str, bool]] = {}
        self._spent: list[str] = []
        if token_hashes:
            rows = connection.execute(
                "SELECT token_hash, survey, spent FROM json_each(?) JOIN token"
                " ON token_hash = value",
                (json.dumps(token_hashes),),
            )
            self._issued = {token_hash: (code, bool(spent)) for token_hash, code, spent in rows}

    def spend(self, survey: Survey, token_hash: str | None) -> None:
        """Spends the survey's token, if it takes any; raises TokenRejected if it cannot."""
        check_unspent(survey, token_hash, self._issued)
        if token_hash is not None:
            self._issued[token_hash] = survey.code, True
            self._spent.append(token_hash)

    def save(self) -> None:
        """Writes to the file which tokens were spent."""
        if self._spent:
            self._connection.execute(
                "UPDATE token SET spent = 1 WHERE token_hash IN (SELECT value FROM json_each(?))",
                (json.dumps(self._spent),),
            )
