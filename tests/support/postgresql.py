"""A real PostgreSQL server for tests: found or installed, one for each test process."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import debian
import frugal
import psycopg
from faulty_disk import family

PASSWORD = "canary-password-4d1e"


def find_or_install() -> Path:
    """The folder of initdb and postgres: the one that SURVEY_POSTGRESQL names, if it names one.

    Raises FileNotFoundError with advice if there is none.
    """
    return debian.found_or_installed(_find, "postgresql")


def _find() -> Path | None:
    if named := os.environ.get("SURVEY_POSTGRESQL"):
        candidates = [Path(named)]
    else:
        debian = Path("/usr/lib/postgresql").glob("*/bin")
        candidates = sorted(debian, key=lambda path: float(path.parent.name), reverse=True)
        if found := shutil.which("initdb"):
            candidates.append(Path(found).resolve().parent)
        if shutil.which("pg_config"):
            told = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True)
            candidates.append(Path(told.stdout.strip()))
    for folder in candidates:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    return None


class Server:
    """A PostgreSQL server with durable settings, at a port of 127.0.0.1 and a Unix socket.

    It is new, or a standby of the server that it `follows`, which runs.
    """

    def __init__(self, folder: Path, port: int, follows: "Server | None" = None):
        self._binaries = find_or_install()
        self._folder = folder
        self._port = port
        # postgres refuses to run as root.
        self._account = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
        self._process: subprocess.Popen | None = None
        if self._account:
            os.chown(folder, self._account.pw_uid, self._account.pw_gid)
        if follows is not None:
            self._run(
                "pg_basebackup", "--pgdata", self.data, "--dbname", follows.url("postgres"),
                "--checkpoint", "fast", "--no-sync", "--write-recovery-conf",
            )  # fmt: skip
            return
        password = folder / "password"
        password.write_text(PASSWORD)
        self._run(
            "initdb", "--pgdata", folder / "data", "--username", "tester", "--no-sync",
            "--encoding", "UTF8", "--locale", "C", "--auth", "scram-sha-256", "--pwfile", password,
        )  # fmt: skip

    @property
    def data(self) -> Path:
        """The folder of the server's files."""
        return self._folder / "data"

    @property
    def log(self) -> Path:
        """The server's log file."""
        return self._folder / "log"

    @property
    def process(self) -> int:
        """The number of the process that leads all of its own."""
        return self._process.pid

    def start(self, **settings: object) -> None:
        """Starts it unless it runs; returns when it takes connections."""
        if self._process is not None:
            return
        given = {"port": self._port, "listen_addresses": "127.0.0.1",
                 "unix_socket_directories": self._folder, **settings}  # fmt: skip
        options = [part for name, value in given.items() for part in ("-c", f"{name}={value}")]
        with self.log.open("ab") as log:
            self._process = self._spawn("postgres", "-D", self.data, *options, stderr=log)
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                if self._process.poll() is not None:
                    raise AssertionError(f"PostgreSQL ended: {self.log.read_text()}") from None

    def crash(self) -> None:
        """Ends it at once, so that its next start must recover from its log."""
        self.stop(signal.SIGQUIT)

    def kill(self) -> None:
        """Kills it with all its processes, as the loss of its machine does."""
        for process in family(self.process):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.stop(signal.SIGKILL)

    def stop(self, how: int = signal.SIGINT) -> None:
        """Ends it at once, but cleanly."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(timeout=60)
            self._process = None

    def url(self, database: str, password: str = PASSWORD) -> str:
        return f"postgresql://tester:{password}@127.0.0.1:{self._port}/{database}"

    def create(self, database: str, template: str = "template1") -> str:
        """The address of a new database: without tables, or a copy of another one."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{database}" TEMPLATE "{template}"')
        return self.url(database)

    def drop(self, database: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')

    def _run(self, program: str, *arguments: object) -> None:
        process = self._spawn(program, *arguments)
        _, told = process.communicate()
        assert process.returncode == 0, told.decode()

    def _spawn(
        self, program: str, *arguments: object, stderr: int | IO[bytes] = subprocess.PIPE
    ) -> subprocess.Popen:
        account = self._account
        return subprocess.Popen(
            [str(self._binaries / program), *map(str, arguments)],
            stdout=subprocess.DEVNULL, stderr=stderr, cwd="/",
            user=account and account.pw_uid, group=account and account.pw_gid,
            extra_groups=[] if account else None, start_new_session=True,
        )  # fmt: skip


@contextmanager
def running(port: int, follows: Server | None = None, **settings: object) -> Iterator[Server]:
    """Runs a server in a folder of its own, and removes both at the end."""
    # Not in pytest's folder, which other accounts cannot open, and whose path is too long
    # for a socket's name. It syncs, but to memory if that has room, so no test waits for a disk.
    with tempfile.TemporaryDirectory(prefix="postgresql-", dir=frugal.memory()) as folder:
        server = Server(Path(folder), port, follows)
        try:
            server.start(**settings)
            yield server
        finally:
            server.stop()
