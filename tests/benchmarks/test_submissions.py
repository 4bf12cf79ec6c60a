"""Durable submissions a second beside a bare text route on the same server.

    python -m pytest tests/benchmarks -s

Clients and server share the machine, so only the ratio means something.
"""

import http.client
import multiprocessing
import secrets
import statistics
import threading
import time
from functools import partial

import pytest
from granian import Granian
from granian.constants import Interfaces
from instruments import make_instrument

from survey.app import create_app
from survey.app.rsgi import CompleteRequests
from survey.cli.serve import THREADS
from survey.core.response import Response
from survey.store import SQLiteStore
from survey.store import State
from survey.store import Survey

CODE = "bnc234"
CONNECTIONS = 16
SECONDS = 4.0
ROUNDS = 3


def app_with_bare_route(config):
    """The app as it is served, and beside it a route that only answers."""
    app = create_app(config)
    app.add_url_rule("/bare", "bare", lambda: "ok")
    return CompleteRequests(app, THREADS)


def run_server(config, port: int) -> None:
    Granian(
        "app", address="127.0.0.1", port=port, interface=Interfaces.RSGI, workers=1,
        backpressure=1024, websockets=False, log_level="error",
    ).serve(target_loader=partial(app_with_bare_route, config), wrap_loader=False)  # fmt: skip


@pytest.fixture
def server(config, free_port):
    instrument = make_instrument("1/4", "1/3", "1/10")
    store = SQLiteStore(config.database)
    store.add_survey(Survey(CODE, instrument, State.OPEN))
    store.close()
    process = multiprocessing.get_context("spawn").Process(
        target=run_server, args=(config, free_port)
    )
    process.start()
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        connection = http.client.HTTPConnection("127.0.0.1", free_port, timeout=5)
        try:
            connection.request("GET", "/bare")
            if connection.getresponse().status == 200:
                break
        except OSError:
            time.sleep(0.05)
        finally:
            connection.close()
    yield free_port, instrument.digest
    process.terminate()
    process.join(20)


def measure(port: int, request) -> tuple[float, list[float]]:
    """Requests a second over CONNECTIONS connections, and every latency."""
    latencies: list[float] = []
    stop = time.monotonic() + SECONDS

    def client() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        while time.monotonic() < stop:
            started = time.perf_counter()
            connection.request(*request())
            response = connection.getresponse()
            response.read()
            latencies.append(time.perf_counter() - started)
            assert response.status in {200, 201}
        connection.close()

    threads = [threading.Thread(target=client) for _ in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(latencies) / SECONDS, latencies


def test_durable_submissions_beside_a_bare_route(server):
    port, digest = server

    def submission():
        body = Response(digest, secrets.token_hex(16), (0, 1, 0)).body()
        return "POST", f"/s/{CODE}/responses", body, {"Content-Type": "application/json"}

    def bare():
        return "GET", "/bare"

    rounds = [(measure(port, bare)[0], *measure(port, submission)) for _ in range(ROUNDS)]
    bare_rate = statistics.median(rate for rate, _, _ in rounds)
    durable_rate = statistics.median(rate for _, rate, _ in rounds)
    latencies = sorted(latency for _, _, some in rounds for latency in some)
    p99 = latencies[int(0.99 * len(latencies))]
    print(
        f"\nbare {bare_rate:,.0f}/s, durable {durable_rate:,.0f}/s, "
        f"ratio {durable_rate / bare_rate:.2f}, durable p99 {1000 * p99:.0f} ms, "
        f"{CONNECTIONS} connections, median of {ROUNDS} rounds"
    )
