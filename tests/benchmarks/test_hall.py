"""A hall of phones through the documented nginx, by TLS and HTTP/2: none is cut.

    python -m pytest tests/benchmarks/test_hall.py -s

Each phone keeps its one connection, as browsers do, so that all are connected at the end.
"""

import asyncio
import os
import re
import secrets
import ssl
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import h2.config
import h2.connection
import h2.events
import pytest
from class_of_respondents import files_of_page
from contract_survey import INSTRUMENT
from nginx import in_front_of
from ports import unused_port
from served import served

from survey.app.configuration import Config
from survey.app.instance_folder import open_instance
from survey.core.responses.response import Response
from survey.store import State, Survey

CODE = "fff234"
PHONES = 2000
COMING_SECONDS = 20  # in which they all open the page
READING_SECONDS = 25  # from the questionnaire to the response
DEPLOY = Path(__file__).parents[2] / "survey" / "docs" / "deploy.md"
DEBIAN = 768  # its worker_connections, for comparison


class Phone:
    """One HTTP/2 connection, which asks for one thing after another."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self._reader, self._writer = reader, writer
        self._h2 = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
        self._h2.initiate_connection()

    async def ask(self, authority: str, path: str, body: bytes = b"") -> int:
        """The status of the whole answer."""
        stream = self._h2.get_next_available_stream_id()
        head = [
            (":method", "POST" if body else "GET"), (":scheme", "https"),
            (":authority", authority), (":path", path), ("accept-encoding", "gzip"),
        ]  # fmt: skip
        more = [("content-type", "application/json"), ("content-length", str(len(body)))]
        self._h2.send_headers(stream, head + more if body else head, end_stream=not body)
        if body:
            self._h2.send_data(stream, body, end_stream=True)
        status = 0
        while True:
            self._writer.write(self._h2.data_to_send())
            piece = await self._reader.read(65_536)
            if not piece:
                raise ConnectionError("cut")
            for event in self._h2.receive_data(piece):
                if isinstance(event, h2.events.ResponseReceived):
                    status = int(dict(event.headers)[":status"])
                elif isinstance(event, h2.events.DataReceived):
                    size = event.flow_controlled_length
                    self._h2.acknowledge_received_data(size, event.stream_id)
                elif isinstance(event, h2.events.ConnectionTerminated | h2.events.StreamReset):
                    raise ConnectionError("cut")
                elif isinstance(event, h2.events.StreamEnded):
                    return status

    def close(self) -> None:
        self._writer.transport.abort()


async def visit(port: int, trusted: ssl.SSLContext, paths: list[str], start: float) -> Counter:
    """What became of one phone's requests: statuses, or one that was cut."""
    await asyncio.sleep(start)
    told: Counter = Counter()
    try:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", port, ssl=trusted, server_hostname="localhost"
        )
    except OSError:
        return Counter(["cut"])
    phone = Phone(reader, writer)
    try:
        for path in paths:
            told[await phone.ask(f"localhost:{port}", path)] += 1
        await asyncio.sleep(READING_SECONDS)
        response = Response(INSTRUMENT.digest, secrets.token_hex(16), (0, 1))
        told[await phone.ask(f"localhost:{port}", f"/s/{CODE}/responses", response.body())] += 1
        await asyncio.sleep(COMING_SECONDS - start)  # connected until the last has sent
    except OSError:
        told["cut"] += 1
    finally:
        phone.close()
    return told


async def hall(port: int, trusted: ssl.SSLContext, paths: list[str]) -> list[Counter]:
    starts = (COMING_SECONDS * number / PHONES for number in range(PHONES))
    return await asyncio.gather(*(visit(port, trusted, paths, start) for start in starts))


def documented(name: str) -> int:
    """A number that the page about deployment sets."""
    return int(re.search(rf"{name} (\d+);", DEPLOY.read_text("utf-8"))[1])


@pytest.mark.parametrize("connections", [documented("worker_connections"), DEBIAN])
def test_two_thousand_phones_in_a_minute(tmp_path, connections):
    data, port = tmp_path / "instance", unused_port()
    with closing(open_instance(Config(data))) as store:
        store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN))
    main = f"worker_processes 2; worker_rlimit_nofile {documented('worker_rlimit_nofile')};"
    folder = tmp_path / "nginx"
    folder.mkdir()
    url = ("--proxies", 1, "--url", "https://localhost")
    with (
        served(data, port, None, *url),
        in_front_of(port, folder, connections, main) as folder,
    ):
        trusted = ssl.create_default_context(cafile=folder / "cert.pem")
        trusted.set_alpn_protocols(["h2"])
        paths = [f"/s/{CODE}", *files_of_page(port, f"/s/{CODE}")]
        begun = time.perf_counter()
        https = int((folder / "https").read_text())
        phones = asyncio.run(hall(https, trusted, paths))
        seconds = time.perf_counter() - begun
    whole = sum(set(each) <= {200, 201} and each[201] == 1 for each in phones)
    print(
        f"\n{PHONES} phones, {len(paths) + 1} requests each, worker_connections {connections}: "
        f"{seconds:.0f} s, {PHONES - whole} cut or refused, load {os.getloadavg()[0]:.1f}, "
        f"{dict(sum(phones, Counter()))}"
    )
