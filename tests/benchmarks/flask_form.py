"""A plain Flask form that stores what is sent in SQLite's write-ahead log, durably.

    python flask_form.py FOLDER PORT

It does the least that a form can do: it checks nothing, signs nothing and counts nothing, and
keeps rows in the order of arrival. It runs on the app's own HTTP server, with one worker.
"""

import sqlite3
import sys
import threading
from pathlib import Path

from flask import Flask, request
from granian import Granian
from granian.constants import Interfaces

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL")


def form(database: Path) -> Flask:
    app, own = Flask("form"), threading.local()

    def connection() -> sqlite3.Connection:
        if not hasattr(own, "connection"):
            own.connection = sqlite3.connect(database, isolation_level=None)
            for pragma in PRAGMAS:
                own.connection.execute(f"PRAGMA {pragma}")
            own.connection.execute("CREATE TABLE IF NOT EXISTS answer (id TEXT, reports TEXT)")
        return own.connection

    @app.post("/s/<code>/responses")
    def store(code: str) -> tuple[dict[str, str], int]:
        sent = request.get_json()
        values = sent["response_id"], str(sent["reports"])
        connection().execute("INSERT INTO answer VALUES (?, ?)", values)
        return {"stored": "new"}, 201

    @app.get("/")
    def ready() -> str:
        return "ready"

    return app


if __name__ == "__main__":
    folder, port = sys.argv[1:]
    Granian("form", address="127.0.0.1", port=int(port), interface=Interfaces.WSGI).serve(
        target_loader=lambda: form(Path(folder, "answers.db")), wrap_loader=False
    )
