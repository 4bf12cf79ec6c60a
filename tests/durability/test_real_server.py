"""The server as it runs in class: raw bytes on its socket, and what it writes down."""

import http.client
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from class_of_respondents import visits
from instruments import make_instrument
from load_client import converse
from patience import PATIENCE, wait_until
from ports import unused_port

from survey.app.configuration import Config
from survey.app.downloads import LARGEST_IN_MEMORY
from survey.store import State, Survey
from survey.store.sqlite.connection import connect
from survey.store.sqlite.engine import SQLiteStore

CANARY = "canary-7f3a"


@pytest.fixture(scope="module")
def config(tmp_path_factory) -> Config:
    """The settings of the one server that all tests here ask."""
    return Config(tmp_path_factory.mktemp("instance"))


@pytest.fixture(scope="module")
def running(config, tmp_path_factory):
    """A running server: its port, and the file of all that it prints."""
    port, printed = unused_port(), tmp_path_factory.mktemp("printed") / "printed.txt"
    with printed.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "survey", "serve", "--data", str(config.data),
             "--port", str(port)],
            stdout=output, stderr=output,
        )  # fmt: skip
    wait_until(lambda: is_answered(port))
    yield port, printed
    process.terminate()
    assert process.wait(20) == 0


@pytest.fixture
def server(running, config):
    """The server with an open survey without responses: port, its digest, and what is printed."""
    instrument = make_instrument("1/4", "1/3", "1/10")
    with closing(SQLiteStore(config.database)) as store:
        store.surveys.add(Survey("bcd234", instrument, State.OPEN))
    port, printed = running
    yield port, instrument.digest, printed
    with closing(SQLiteStore(config.database)) as store:
        store.surveys.delete("bcd234")


@pytest.mark.exhaustive
def test_kill_9_of_the_main_process_ends_its_workers_and_the_next_start_has_the_port(
    tmp_path, free_port
):
    """Each worker by itself, and the process that works out lessons: nothing else is killed."""
    for _ in range(2):
        with started(tmp_path, free_port) as main:
            lesson = f"http://127.0.0.1:{free_port}/lab/linkage"
            urllib.request.urlopen(lesson, timeout=60).close()
            assert len(running_in(main.pid)) >= 3
            main.kill()
            main.wait()
            wait_until(lambda: not is_answered(free_port))
            wait_until(lambda group=main.pid: not running_in(group))
    with started(tmp_path, free_port) as main:
        main.terminate()
        assert main.wait(20) == 0


@contextmanager
def started(data, port: int):
    """A server that answers, in a process group of its own, of which nothing is left afterwards."""
    command = [sys.executable, "-m", "survey", "serve", "--data", str(data), "--port", str(port)]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
    ) as main:
        try:
            wait_until(lambda: is_answered(port) or main.poll() is not None)
            assert main.poll() is None, main.stderr.read().decode()
            yield main
        finally:
            with suppress(ProcessLookupError):
                os.killpg(main.pid, signal.SIGKILL)


def running_in(group: int) -> list[int]:
    """The processes of a group that have not ended."""
    found = []
    for process in filter(str.isdecimal, os.listdir("/proc")):
        with suppress(FileNotFoundError, ProcessLookupError):
            state, _, its_group = (
                Path(f"/proc/{process}/stat").read_text().split(")")[-1].split()[:3]
            )
            if state != "Z" and int(its_group) == group:
                found.append(int(process))
    return found


def is_answered(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
    except OSError:
        return False
    return True


def talk(port: int, request: bytes) -> int:
    """The status that the server answers to these bytes; 0 if it only hangs up."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(request)
        answer = connection.recv(65536)
    return int(answer.split()[1]) if answer.startswith(b"HTTP/") else 0


def post(body: bytes, *headers: str, path: str = "/s/bcd234/responses", method: str = "POST"):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close",
             "Content-Type: application/json", *headers]  # fmt: skip
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def body_of(digest: str) -> bytes:
    response_id = secrets.token_hex(16)
    return json.dumps(
        {"instrument": digest, "response_id": response_id, "reports": [0, 1, 0]}
    ).encode()


def chunked(body: bytes) -> bytes:
    return f"{len(body):x}\r\n".encode() + body + b"\r\n0\r\n\r\n"


CHUNKED = "Transfer-Encoding: chunked"


def test_raw_requests_have_their_exact_status(server, config):
    port, digest, _ = server
    body = body_of(digest)
    length = f"Content-Length: {len(body)}"
    assert talk(port, post(body, length)) == 201
    assert talk(port, post(chunked(body), CHUNKED)) == 200
    assert talk(port, post(chunked(body.ljust(6145)), CHUNKED)) == 413
    assert talk(port, post(body.ljust(6145), "Content-Length: 6145")) == 413
    assert talk(port, post(body, length, "Content-Encoding: gzip")) == 415
    assert talk(port, post(b"", "Content-Length: 0")) == 422
    assert talk(port, post(body, length, method="TRACE")) in {400, 405}
    foreign = post(body, length).replace(b"Host: localhost", b"Host: evil.example")
    assert talk(port, foreign) == 400
    assert talk(port, b"\x00\xff nonsense\r\n\r\n") in {0, 400}
    store = SQLiteStore(config.database)
    assert store.responses.tally("bcd234").responses == 1
    store.close()


def test_no_path_leads_out_of_the_app(server):
    port, _, _ = server
    steps = [
        "..",
        "%2e%2e",
        "..%2f",
        "%252e%252e",
        "....",
        "..\\",
        "%5c..",
        "%c0%ae%c0%ae",
        ".%00.",
    ]
    targets = ["etc/passwd", "instance/secret", "survey.db", "survey/app/configuration.py"]
    starts = ["/", "/static/", "/static/x/", "/s/", "/surveys/"]
    paths = [f"{start}{(step + '/') * 4}{target}"
             for start in starts for step in steps for target in targets]  # fmt: skip
    for path in paths:
        status = talk(port, post(b"", "Content-Length: 0", path=path, method="GET"))
        assert status in {0, 302, 400, 404}, path
        if status == 302:
            assert path.startswith("/surveys/")


def test_the_server_writes_nothing_of_a_respondent_down(server, config):
    port, digest, printed = server
    body = body_of(digest)
    headers = [f"X-Forwarded-For: {CANARY}", f"User-Agent: {CANARY}", f"Referer: http://x/{CANARY}",
               f"Accept-Language: {CANARY}", f"Cookie: a={CANARY}"]  # fmt: skip
    for sent in (body, b"{}", b"x" * 5000):
        length = f"Content-Length: {len(sent)}"
        talk(port, post(sent, length, *headers, path=f"/s/bcd234/responses?{CANARY}"))
    talk(port, post(b"", "Content-Length: 0", *headers, path=f"/{CANARY}", method="GET"))
    everything = printed.read_bytes()
    everything += b"".join(path.read_bytes() for path in config.data.rglob("*") if path.is_file())
    assert b"sign-in" in everything
    assert CANARY.encode() not in everything


def test_slow_clients_keep_nobody_waiting(server, config):
    """More than there are threads, with half of their headers or half of a body: slow loris."""
    port, digest, _ = server
    half_headers = b"POST /s/bcd234/responses HTTP/1.1\r\nHost: loc"
    half_body = post(b'{"instrument": ', "Content-Length: 200")
    slow = []
    try:
        for start in [half_headers] * 60 + [half_body] * 60:
            connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            connection.sendall(start)
            slow.append(connection)
        for _ in range(20):
            body = body_of(digest)
            assert talk(port, post(body, f"Content-Length: {len(body)}")) == 201
    finally:
        for connection in slow:
            connection.close()
    store = SQLiteStore(config.database)
    assert store.responses.tally("bcd234").responses == 20
    store.close()


def test_more_idle_connections_than_a_class_has_keep_nobody_waiting(server):
    """1,500 that have sent half a head: more than Granian would take at once by itself."""
    port, digest, _ = server
    slow = []
    try:
        for _ in range(1500):
            connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            connection.sendall(b"POST /s/bcd234/responses HTTP/1.1\r\nHost: loc")
            slow.append(connection)
        for _ in range(5):
            body = body_of(digest)
            assert talk(port, post(body, f"Content-Length: {len(body)}")) == 201
    finally:
        for connection in slow:
            connection.close()


def test_three_hundred_respondents_at_once_are_stored_once_each(server, config):
    port, digest, _ = server
    class_ = visits(port, "bcd234", digest, items=3, respondents=300, seconds=0)
    requests = len(list(visits(port, "bcd234", digest, 3, 1, 0)[0][1]))
    assert requests == 6  # page, two scripts, questionnaire, state, response
    load = converse(port, class_)
    assert load.statuses == {200: 300 * (requests - 1), 201: 300}
    store = SQLiteStore(config.database)
    assert (
        store.responses.tally("bcd234").responses == len(list(store.responses.all("bcd234"))) == 300
    )
    store.close()


def test_large_download_arrives_whole(server, config):
    """Larger than what is held in memory, and so sent from a file that has no name."""
    port, _, _ = server
    ids = sorted(secrets.token_hex(16) for _ in range(8000))
    with closing(connect(config.database)) as connection:
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO response VALUES ('bcd234', ?, '[0,1,0]')", [(each,) for each in ids]
        )
        connection.execute("INSERT INTO tally VALUES ('bcd234', 0, 0, 8000)")
        connection.execute(
            "UPDATE survey SET results_public = 1, fewest_responses = 1, state = 'closed'"
        )
        connection.execute("COMMIT")
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    for _ in range(2):
        connection.request("GET", "/s/bcd234/reports.json")
        content = connection.getresponse().read()
        assert len(content) > LARGEST_IN_MEMORY
        document = json.loads(content)
        assert [each["response_id"] for each in document["reports"]] == ids
        assert document["responses"] == 8000
    connection.close()
