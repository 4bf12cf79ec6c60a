"""Durable responses a second, by turns with a plain Flask form on the same HTTP server.

python -m pytest tests/benchmarks/test_beside_flask.py -s
"""

import os
import statistics
import subprocess
import sys
from pathlib import Path

import pytest
from class_of_respondents import submission
from instruments import make_instrument
from load_client import keep_asking
from ports import unused_port, wait_until_open

CODE = "bnc234"
INSTRUMENT = make_instrument("1/4", "1/3", "1/10")
ROUNDS, SECONDS = 6, 2.0


@pytest.fixture
def flask_form(tmp_path):
    """A running form; gives its port."""
    port = unused_port()
    script = Path(__file__).with_name("flask_form.py")
    process = subprocess.Popen([sys.executable, str(script), str(tmp_path), str(port)])
    wait_until_open(port, process)
    yield port
    process.terminate()
    process.wait(20)


@pytest.mark.parametrize("connections", [1, 4, 16, 64])
def test_durable_responses_beside_flask(start, flask_form, connections):
    ports = {"served": start("served")[0], "flask": flask_form}
    send = submission(CODE, INSTRUMENT.digest, 3)
    rates: dict[str, list[float]] = {name: [] for name in ports}
    for _ in range(ROUNDS):
        for name, port in ports.items():
            load = keep_asking(port, send, connections, SECONDS)
            assert set(load.statuses) == {201}
            rates[name].append(load.rate)
    served, flask = (statistics.median(rates[name]) for name in ports)
    print(
        f"\n{connections} connections, medians of {ROUNDS} rounds, load {os.getloadavg()[0]:.1f}: "
        f"{served:,.0f} a second, {served / flask:.2f} of a Flask form's {flask:,.0f}"
    )
