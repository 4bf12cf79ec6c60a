"""How long a response waits while a survey of a million closes, is read, backed up or deleted.

And while many read the results of a long questionnaire.

    python -m pytest tests/benchmarks/test_beside_a_million.py -s

Also how much memory that takes, and `survey verify` of its export.
"""

import http.client
import json
import os
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from instruments import make_instrument
from ports import unused_port
from responding import PATIENCE, responding

from survey.core.instrument.parsing import validate
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.store.maintenance.open import open_store
from survey.store.sqlite.connection import connect

MANY = int(os.environ.get("SURVEY_RESPONSES", "1000000"))
LARGE, SMALL, LONG = "mny234", "sml234", "lng234"
ASKED, SENT = make_instrument(*["1/4"] * 5), make_instrument("1/4", "1/4")
OPTIONS = [f"Option {number}" for number in range(20)]
QUESTIONS = [
    {"kind": "choice", "text": f"Which, {number}?", "gamma": "2/5", "options": OPTIONS}
    for number in range(50)
]
ASKED_LONG = validate({"title": "Long", "class_size": 100, "questions": QUESTIONS})
READERS = 24

# Runs a command, from a small process: a child's figure begins with what its parent holds.
MEASURE = """import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024, end="")"""


def fill(folder: Path) -> None:
    """An open survey of so many responses, put there at once, and a small one beside it."""
    store = open_store(folder / "survey.db")
    store.surveys.add(Survey(LARGE, ASKED, State.OPEN, results_public=True))
    store.surveys.add(Survey(SMALL, SENT, State.OPEN))
    store.surveys.add(Survey(LONG, ASKED_LONG, State.OPEN, results_public=True))
    for number in range(60):
        reports = tuple((number + place) % 20 for place in range(50))
        store.responses.add(LONG, Response(ASKED_LONG.digest, f"{number:032x}", reports))
    drawn = np.random.default_rng(5).integers(0, 2, (MANY, 5))
    ids = sorted(secrets.token_hex(16) for _ in range(MANY))
    yes = drawn.sum(axis=0).tolist()
    counts = [(LARGE, k, v, (MANY - yes[k], yes[k])[v]) for k in range(5) for v in (0, 1)]
    with closing(connect(folder / "survey.db")) as connection:
        connection.execute("BEGIN")
        reports = (json.dumps(row, separators=(",", ":")) for row in drawn.tolist())
        rows = zip(ids, reports, strict=True)
        connection.executemany(f"INSERT INTO response VALUES ('{LARGE}', ?, ?)", rows)
        connection.executemany("INSERT INTO tally VALUES (?, ?, ?, ?)", counts)
        connection.execute("COMMIT")
    store.maintenance.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("million")
    fill(folder)
    return folder


@pytest.fixture(scope="module")
def served(folder):
    """The port and the process of `survey serve`."""
    port = unused_port()
    command = [sys.executable, "-m", "survey", "serve", "--port", str(port), "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while True:
        try:
            read(port, "/ready")
            break
        except OSError:
            assert process.poll() is None
            time.sleep(0.2)
    yield port, process
    process.terminate()
    process.wait(20)


def read(port: int, path: str) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    with closing(connection):
        connection.request("GET", path)
        return connection.getresponse().read()


def most_megabytes(process: subprocess.Popen) -> int:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    statuses = [Path(f"/proc/{pid}/status").read_text() for pid in (*children, process.pid)]
    peaks = [line for status in statuses for line in status.splitlines() if "VmHWM" in line]
    return max(int(line.split()[1]) for line in peaks) // 1024


def test_responses_beside_a_survey_of_a_million(folder, served, tmp_path):
    port, process = served

    def close() -> None:
        store = open_store(folder / "survey.db")
        store.surveys.set_state(LARGE, State.CLOSED)
        while not store.surveys.statements(LARGE):
            time.sleep(0.1)
        store.maintenance.close()
        time.sleep(2)  # until the order of arrival is wiped

    def back_up() -> None:
        data = ["--data", str(folder)]
        command = [sys.executable, "-m", "survey", "backup", str(tmp_path / "backup.db"), *data]
        subprocess.run(command, check=True, capture_output=True)

    work: dict[str, Callable[[], object]] = {
        "nothing": lambda: time.sleep(5),
        "closing": close,
        "all hashes": lambda: read(port, f"/s/{LARGE}/hashes.bin"),
        "JSON": lambda: read(port, f"/s/{LARGE}/reports.json"),
        "CSV": lambda: read(port, f"/s/{LARGE}/reports.csv"),
        "backup": back_up,
    }
    for name, job in work.items():
        with responding(port, SMALL, SENT.digest) as seconds:
            begun = time.perf_counter()
            job()
            took = time.perf_counter() - begun
        print(
            f"\n{name:>10}: {took:5.1f} s, {len(seconds)} responses, median "
            f"{1000 * np.median(seconds):.0f} ms, longest {1000 * max(seconds):.0f} ms; "
            f"the server took {most_megabytes(process)} MiB at most",
            end="",
        )


def test_responses_beside_readers_of_long_results(served):
    port, _ = served
    over, sizes = threading.Event(), []

    def keep_reading() -> None:
        while not over.is_set():
            sizes.append(len(read(port, f"/s/{LONG}/results")))

    readers = [threading.Thread(target=keep_reading) for _ in range(READERS)]
    with responding(port, SMALL, SENT.digest) as seconds:
        for each in readers:
            each.start()
        time.sleep(10)
        over.set()
        for each in readers:
            each.join()
    print(
        f"\n{READERS} readers: {len(sizes)} pages of {max(sizes) / 1e6:.1f} MB, "
        f"{len(seconds)} responses, median {1000 * np.median(seconds):.0f} ms, longest "
        f"{1000 * max(seconds):.0f} ms",
        end="",
    )


def test_verifying_a_million(served, tmp_path):
    path = tmp_path / "export.json"
    path.write_bytes(read(served[0], f"/s/{LARGE}/reports.json"))
    begun = time.perf_counter()
    measured = subprocess.run(
        [sys.executable, "-c", MEASURE, sys.executable, "-m", "survey", "verify", str(path)],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    seconds = time.perf_counter() - begun
    print(f"\nsurvey verify: {seconds:.1f} s, {measured.stdout} MiB", end="")


def test_responses_beside_the_deletion_of_a_million(folder, served):
    """The last one: nothing is left to measure."""
    with (
        closing(open_store(folder / "survey.db")) as store,
        responding(served[0], SMALL, SENT.digest) as seconds,
    ):
        begun = time.perf_counter()
        assert store.surveys.delete(LARGE)
        took = time.perf_counter() - begun
    print(
        f"\n  deleting: {took:5.1f} s, {len(seconds)} responses, median "
        f"{1000 * np.median(seconds):.0f} ms, longest {1000 * max(seconds):.0f} ms",
        end="",
    )
