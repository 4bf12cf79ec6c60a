"""Durable submissions beside the previous release, storing nothing, and a transaction each.

And a whole class at once, from the page to the response.

    python -m pytest tests/benchmarks/test_submissions.py -s

Client and servers share the machine, so only ratios of one run mean something.
"""

import os
import statistics
import subprocess
import sys
from collections import Counter
from pathlib import Path

import first_release
import pytest
from class_of_respondents import submission, visits
from instruments import make_instrument
from load_client import Load, converse, http_request, keep_asking
from raw_commits import RawCommits

CODE = "bnc234"
INSTRUMENT = make_instrument("1/4", "1/3", "1/10")
CONNECTIONS = 16
A_HALL = 32  # connections that are busy at once
BUSY_PROCESSES = 2  # on a lecturer's laptop: a browser with slides, and a call
PHONES = 500
SECONDS = 2.0
ROUNDS = 5
MANY = int(os.environ.get("SURVEY_SUBMISSIONS", "100000"))


def processor_seconds(pid: int) -> float:
    """What a process and those that it started have taken of the processor (proc(5))."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(processor_seconds(int(each)) for each in children)


def told(name: str, rounds: list[Load]) -> float:
    """Prints the medians over the rounds; gives the rate."""
    rate = statistics.median(each.rate for each in rounds)
    p50, p99 = (statistics.median(each.quantile(q) for each in rounds) for q in (0.5, 0.99))
    print(
        f"\n{name:>9}: {rate:6,.0f}/s, p50 {1000 * p50:6.1f} ms, p99 {1000 * p99:6.1f} ms", end=""
    )
    return rate


@pytest.mark.parametrize("connections", [CONNECTIONS, A_HALL])
def test_durable_submissions_beside_others(start, previous, connections):
    servers = {kind: start(kind) for kind in ("served", "unstored", "gunicorn")}
    servers["previous"] = start("served", previous)
    send = submission(CODE, INSTRUMENT.digest, 3)
    asked = {kind: (*server, send) for kind, server in servers.items()}
    asked["bare"] = *servers["served"], lambda: http_request("GET", "/bare")
    rounds: dict[str, list[Load]] = {name: [] for name in asked}
    costs: Counter[str] = Counter()
    for _ in range(ROUNDS):
        for name, (port, process, request) in asked.items():
            before = processor_seconds(process.pid)
            load = keep_asking(port, request, connections, SECONDS)
            costs[name] += processor_seconds(process.pid) - before
            assert set(load.statuses) <= {200, 201}
            rounds[name].append(load)
    for name, some in rounds.items():
        costs[name] /= sum(sum(each.statuses.values()) for each in some)
    rates = {name: told(name, some) for name, some in rounds.items()}
    told_costs = ", ".join(f"{name} {1e6 * cost:.0f}" for name, cost in costs.items())
    print(f"\nmicroseconds of processor each: {told_costs}", end="")
    print(
        f"\n{connections} connections, medians of {ROUNDS} rounds, load {os.getloadavg()[0]:.1f}: "
        f"{rates['served'] / rates['previous']:.2f} times the previous release, "
        f"{rates['served'] / rates['unstored']:.2f} of storing nothing, "
        f"{rates['served'] / rates['gunicorn']:.2f} times gunicorn"
    )


@pytest.fixture(params=[0, BUSY_PROCESSES], ids=["alone", "beside_two_busy"])
def busy_processes(request):
    """So many processes that never wait for anything."""
    running = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(request.param)
    ]
    yield request.param
    for process in running:
        process.kill()
        process.wait()


@pytest.fixture
def raw_file(tmp_path, prepare) -> Path:
    """A database with an open survey, which no server uses."""
    prepare(first_release.ROOT, tmp_path / "raw.db")
    return tmp_path / "raw.db"


@pytest.mark.parametrize("connections", [1, 4, 16, 64])
def test_durable_submissions_beside_raw_commits(
    start, previous, raw_file, busy_processes, connections
):
    """While half of the connections' responses are written, the other half are on their way."""
    servers = {"served": start("served"), "previous": start("served", previous)}
    commits = RawCommits(raw_file, CODE, max(connections // 2, 1))
    send = submission(CODE, INSTRUMENT.digest, 3)
    rounds: dict[str, list[Load]] = {name: [] for name in servers}
    raw_rates, cost = [], 0.0
    for _ in range(ROUNDS):
        for name, (port, process) in servers.items():
            before = processor_seconds(process.pid)
            load = keep_asking(port, send, connections, SECONDS)
            if name == "served":
                cost += processor_seconds(process.pid) - before
            assert set(load.statuses) == {201}
            rounds[name].append(load)
        raw_rates.append(commits.rate(SECONDS))
    commits.close()
    rates = {name: told(name, some) for name, some in rounds.items()}
    rates["raw"] = statistics.median(raw_rates)
    cost /= sum(sum(each.statuses.values()) for each in rounds["served"])
    print(
        f"\n{connections} connections beside {busy_processes} busy processes, medians of {ROUNDS} "
        f"rounds, load {os.getloadavg()[0]:.1f}: "
        f"{rates['served'] / rates['raw']:.2f} of SQLite alone ({rates['raw']:,.0f}/s), "
        f"{rates['served'] / rates['previous']:.2f} times the previous release, "
        f"{1e6 * cost:.0f} microseconds of processor each"
    )


@pytest.mark.parametrize("connections", [CONNECTIONS, A_HALL])
def test_a_signature_costs_little(start, connections):
    servers = {kind: start(kind) for kind in ("served", "unsigned")}
    send = submission(CODE, INSTRUMENT.digest, 3)
    rounds: dict[str, list[Load]] = {kind: [] for kind in servers}
    for _ in range(ROUNDS):
        for kind, (port, _) in servers.items():
            load = keep_asking(port, send, connections, SECONDS)
            assert set(load.statuses) == {201}
            rounds[kind].append(load)
    rates = {kind: told(kind, some) for kind, some in rounds.items()}
    print(
        f"\n{connections} connections, medians of {ROUNDS} rounds, load {os.getloadavg()[0]:.1f}: "
        f"{rates['served'] / rates['unsigned']:.2f} of the rate without a signature"
    )


def test_five_hundred_phones_at_once(start, previous):
    """Each opens the page for the first time, loads all that it wants, and sends a response."""
    servers = {"this": start("served"), "previous": start("served", previous)}
    loads: dict[str, list[Load]] = {name: [] for name in servers}
    costs: Counter[str] = Counter()
    for _ in range(ROUNDS):
        for name, (port, process) in servers.items():
            before = processor_seconds(process.pid)
            load = converse(port, visits(port, CODE, INSTRUMENT.digest, 3, PHONES, 0))
            costs[name] += (processor_seconds(process.pid) - before) / ROUNDS
            assert set(load.statuses) == {200, 201}
            assert load.statuses[201] == PHONES
            loads[name].append(load)
    for name, some in loads.items():
        asked = sum(some[0].statuses.values()) / PHONES
        print(
            f"\n{name:>9}: {asked:.0f} requests a phone, all done in {burst(some):.2f} s, "
            f"p99 {1000 * statistics.median(each.quantile(0.99) for each in some):.0f} ms a "
            f"request, {costs[name]:.2f} s of the processor, 0 errors",
            end="",
        )
    print(
        f"\n{PHONES} phones at once, medians of {ROUNDS} rounds, load {os.getloadavg()[0]:.1f}: "
        f"{burst(loads['this']) / burst(loads['previous']):.2f} of the previous release's time, "
        f"{costs['this'] / costs['previous']:.2f} of its processor time"
    )


def burst(rounds: list[Load]) -> float:
    """The median of the seconds until the last phone was answered."""
    return statistics.median(each.seconds for each in rounds)


def test_three_hundred_respondents(start):
    """Each reads the page and its files and sends: within ten seconds, and all at once."""
    port, _ = start("served")
    for seconds in (10, 0):
        load = converse(port, visits(port, CODE, INSTRUMENT.digest, 3, 300, seconds))
        assert set(load.statuses) == {200, 201}
        assert load.statuses[201] == 300
        quantiles = ", ".join(
            f"p{100 * share:.0f} {1000 * load.quantile(share):.0f} ms"
            for share in (0.5, 0.95, 0.99)
        )
        print(
            f"\n300 within {seconds} s: {sum(load.statuses.values())} requests in "
            f"{load.seconds:.1f} s, 0 errors, {quantiles}",
            end="",
        )


def test_memory_over_many_submissions(start):
    port, process = start("served")
    with open(f"/proc/{process.pid}/task/{process.pid}/children") as children:
        worker = children.read().split()[0]

    def megabytes() -> float:
        with open(f"/proc/{worker}/status") as status:
            return int(next(line for line in status if line.startswith("VmRSS")).split()[1]) / 1024

    send = submission(CODE, INSTRUMENT.digest, 3)
    sent = 0
    for responses in (MANY // 10, MANY):
        each = (responses - sent) // CONNECTIONS
        load = converse(port, [(0, (send() for _ in range(each))) for _ in range(CONNECTIONS)])
        assert set(load.statuses) == {201}
        sent += each * CONNECTIONS
        print(f"\n{sent:>9,} submissions: {megabytes():.1f} MiB", end="")
