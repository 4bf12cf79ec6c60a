"""The servers that are compared, each a command: python servers.py KIND FOLDER PORT.

- `served`: as `survey serve` runs it.
- `unsigned`: the same, but an acknowledgement has zeros for its signature.
- `unstored`: the same as `served`, but a response is not stored.
- `reading`: the same as `served`, but it reads uploads itself.
- `gunicorn`: the same handler under gunicorn with one worker of eight threads, each
  response a transaction of its own.
"""

import sys
import threading
from functools import partial
from pathlib import Path

from survey import app as app_module
from survey.app import create_app
from survey.app.configuration import Config
from survey.app.rsgi import CompleteRequests
from survey.app.server import THREADS, make_server
from survey.store.sqlite.connection import connect
from survey.store.sqlite.engine import SQLiteStore
from survey.web.authoring import imports, uploads
from survey.web.http.audiences import Audience, Pages
from survey.wire.keys import SigningKey


class Unstored(SQLiteStore):
    """Takes every response as new, and forgets it."""

    def __init__(self, path):
        super().__init__(path, serving=True)
        self.responses.add_awaited = self._forget

    async def _forget(self, code, response, token_hash=None) -> bool:
        return True


class Unshared:
    """In the writer's place: a connection a thread, and a transaction a request."""

    def __init__(self, open_connection):
        self._open_connection = open_connection
        self._own = threading.local()

    def write(self, job):
        if not hasattr(self._own, "connection"):
            self._own.connection = self._open_connection()
        connection = self._own.connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            result = job(connection)
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
        return result

    def write_together(self, work, item):
        return self.write(lambda connection: work(connection, [item])[0])


class OneTransactionEach(SQLiteStore):
    """Writes as most apps do."""

    def __init__(self, path):
        super().__init__(path)
        self.database.writer.close()
        self.database.writer = Unshared(partial(connect, path))


def app_with(store, folder):
    config = Config(Path(folder))
    app = create_app(config, store(config.database))
    bare = Pages("bare", audience=Audience.PUBLIC)
    bare.add_url_rule("/bare", "bare", lambda: "ok")
    app.register_blueprint(bare)
    return app


Served = partial(SQLiteStore, serving=True)


def serve(store, folder: str, port: int) -> None:
    def load():
        return CompleteRequests(app_with(store, folder), THREADS)

    make_server("127.0.0.1", port, workers=1).serve(target_loader=load, wrap_loader=False)


class Unsigned(SigningKey):
    """Signs nothing."""

    def sign(self, kind, message):
        return bytes(64)


def serve_unsigned(folder: str, port: int) -> None:
    app_module._signing_key = lambda config, store: Unsigned("11" * 32)
    serve(Served, folder, port)


def serve_reading(folder: str, port: int) -> None:
    imports.read_upload = uploads.read_here
    serve(Served, folder, port)


def serve_by_gunicorn(folder: str, port: int) -> None:
    from gunicorn.app.base import BaseApplication

    class Server(BaseApplication):
        def load_config(self):
            options = {"bind": f"127.0.0.1:{port}", "workers": 1, "threads": 8}
            for name, value in {**options, "worker_class": "gthread", "loglevel": "error"}.items():
                self.cfg.set(name, value)

        def load(self):
            return app_with(OneTransactionEach, folder)

    Server().run()


KINDS = {
    "served": partial(serve, Served),
    "unsigned": serve_unsigned,
    "reading": serve_reading,
    "unstored": partial(serve, Unstored),
    "gunicorn": serve_by_gunicorn,
}

if __name__ == "__main__":
    kind, folder, port = sys.argv[1:]
    KINDS[kind](folder, int(port))
