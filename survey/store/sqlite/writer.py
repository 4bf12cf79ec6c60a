"""The one connection over which a process writes to the SQLite file."""

from collections.abc import Callable
from typing import TypeVar

from survey.store.sql.group_writer import GroupWriter
from survey.store.sqlite.connection import Connection

Result = TypeVar("Result")


class Writer(GroupWriter[Connection]):
    """Does single jobs, too."""

    def write(self, job: Callable[[Connection], Result]) -> Result:
        """Runs the job in a transaction of its own; returns its result once that is durable.

        An exception undoes the transaction.
        """
        result: Result = self.write_together(
            lambda connection, _: [_in_transaction(connection, job)], None
        )
        return result


def _in_transaction(connection: Connection, job: Callable[[Connection], Result]) -> Result:
    connection.execute("BEGIN IMMEDIATE")
    result = job(connection)
    connection.execute("COMMIT")
    return result
