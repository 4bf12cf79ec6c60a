"""Moves the rows of a table to new files, most of them while others read and write the table.

Rows that nobody changes are copied first, which takes the longest if there are many. Then the
table is locked, the rest is copied, and the new table takes the place of the old one with its
files. Each table has a column `survey`; `order` lists the columns of its key.
"""

from collections.abc import Sequence

import psycopg

# What CREATE TABLE ... LIKE leaves out: the fill factor, statistics that hold no value, grants (on
# columns, too), and last the owner, whom another role, such as the administrator's, must not
# replace. Triggers, row security and publications do not come along: see survey/docs/deploy.md.
_LEFT_OUT = """
    SELECT format('ALTER TABLE {new} SET (%s)', array_to_string(reloptions, ', '))
    FROM pg_class WHERE oid = '{old}'::regclass AND reloptions IS NOT NULL
    UNION ALL
    SELECT format('ALTER TABLE {new} ALTER %I SET STATISTICS %s', attname, attstattarget)
    FROM pg_attribute
    WHERE attrelid = '{old}'::regclass AND attnum > 0 AND NOT attisdropped AND attstattarget >= 0
    UNION ALL
    SELECT format('GRANT %s ON {new} TO %s%s', what,
        CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END,
        CASE WHEN is_grantable THEN ' WITH GRANT OPTION' END)
    FROM (
        SELECT relowner, privilege_type AS what, granted.*
        FROM pg_class, aclexplode(relacl) AS granted WHERE oid = '{old}'::regclass
        UNION ALL
        SELECT relowner, format('%s (%I)', privilege_type, attname), granted.*
        FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid, aclexplode(attacl) AS granted
        WHERE attrelid = '{old}'::regclass AND NOT attisdropped
    ) AS grants WHERE grantee <> relowner
    UNION ALL
    SELECT format('ALTER TABLE {new} OWNER TO %s', relowner::regrole)
    FROM pg_class WHERE oid = '{old}'::regclass AND pg_get_userbyid(relowner) <> current_user
"""
_INDEXES = """
    SELECT format('ALTER INDEX %I RENAME TO %I', of_new.relname, of_old.relname)
    FROM pg_index AS new JOIN pg_index AS old USING (indkey, indisunique)
    JOIN pg_class AS of_new ON of_new.oid = new.indexrelid
    JOIN pg_class AS of_old ON of_old.oid = old.indexrelid
    WHERE new.indrelid = '{new}'::regclass AND old.indrelid = '{old}'::regclass
"""


def begin(connection: psycopg.Connection, table: str) -> None:
    """Makes an empty table like this one."""
    connection.execute(f"CREATE TABLE new_{table} (LIKE {table} INCLUDING ALL)")
    for statement in _asked(connection, _LEFT_OUT, table):
        connection.execute(statement)


def copy(connection: psycopg.Connection, table: str, order: str, codes: Sequence[str]) -> None:
    """Copies the rows of these surveys, in the order of their keys."""
    connection.execute(
        f"INSERT INTO new_{table} SELECT * FROM {table} WHERE survey = ANY(%s) ORDER BY {order}",  # noqa: S608
        (list(codes),),
    )


def finish(connection: psycopg.Connection, table: str) -> None:
    """Drops the old table, which the caller has locked, for the new one."""
    names = _asked(connection, _INDEXES, table)
    connection.execute(f"DROP TABLE {table}")
    connection.execute(f"ALTER TABLE new_{table} RENAME TO {table}")
    for statement in names:
        connection.execute(statement)


def _asked(connection: psycopg.Connection, query: str, table: str) -> list[str]:
    """The statements that a query composes for the table and its copy."""
    composed = query.format(old=table, new=f"new_{table}")
    return [statement for (statement,) in connection.execute(composed).fetchall()]
