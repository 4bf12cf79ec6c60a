"""Estimates and cross-tables of 20 questions: 1,000,000 responses beside 1,000.

    python -m pytest tests/benchmarks/test_million.py -s

Ratios of one run: what should not depend on the number of responses, and what
reads each of them beside the least that any reader of the same rows could do.
"""

import csv
import io
import json
import re
import secrets
import time
from collections.abc import Callable
from contextlib import closing

import numpy as np
import pytest
from click.testing import CliRunner
from instruments import make_instrument
from passwords import PASSWORD

from survey.cli import command_line
from survey.core.instrument.instrument import question_name
from survey.core.intervals.class_sets import class_counts
from survey.core.intervals.registry import INTERVALS
from survey.core.results.crosstab import CrossTable
from survey.core.results.results import question_results
from survey.store import State, Survey
from survey.store.sqlite.connection import connect
from survey.web.accounts.sign_in import make_sign_in_link

FEW, MANY = 1_000, 1_000_000
QUESTIONS = 20
INSTRUMENT = make_instrument(*["1/4"] * QUESTIONS)


def seconds(work: Callable[[], object], times: int = 3) -> float:
    """The best of so many times."""
    best = float("inf")
    for _ in range(times):
        started = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - started)
    return best


def told(what: str, few: float, many: float) -> None:
    print(
        f"\n{what:>34}: {1000 * few:9.2f} ms, {1000 * many:9.1f} ms, ratio {many / few:8.2f}",
        end="",
    )


@pytest.fixture(scope="module")
def reports() -> np.ndarray:
    return np.random.default_rng(5).integers(0, 2, (MANY, QUESTIONS))


@pytest.fixture
def codes(store, config, reports) -> dict[int, str]:
    """A survey of each size. Rows are put there at once: what is measured is reading them."""
    codes = {FEW: "few234", MANY: "mny234"}
    for responses, code in codes.items():
        store.surveys.add(Survey(code, INSTRUMENT, State.OPEN))
        ids = sorted(secrets.token_hex(16) for _ in range(responses))
        rows = (json.dumps(row, separators=(",", ":")) for row in reports[:responses].tolist())
        yes = reports[:responses].sum(axis=0).tolist()
        tallies = [
            (code, item, value, count)
            for item in range(QUESTIONS)
            for value, count in enumerate((responses - yes[item], yes[item]))
        ]
        with closing(connect(config.database)) as connection:
            connection.execute("BEGIN")
            connection.executemany(
                "INSERT INTO response VALUES (?, ?, ?)",
                ((code, each, row) for each, row in zip(ids, rows, strict=True)),
            )
            connection.executemany("INSERT INTO tally VALUES (?, ?, ?, ?)", tallies)
            connection.execute("COMMIT")
    return codes


def test_results_and_cross_table_from_the_store(store, codes):
    def estimate(code: str) -> None:
        for result in question_results(INSTRUMENT, store.responses.tally(code), 0.95):
            for name in ("hoeffding", "anytime"):
                result.estimate.interval(name)

    def everything(code: str) -> None:
        class_counts.cache_clear()  # computed anew each time
        for result in question_results(INSTRUMENT, store.responses.tally(code), 0.95):
            for name in INTERVALS:
                result.estimate.interval(name)

    def relate(code: str) -> None:
        first, second, *_ = INSTRUMENT.items
        table = CrossTable(first, second, store.responses.cross_tally(code, 0, 1), 0.95)
        assert table.joint
        assert table.conditional_interval(1, 1)

    for what, work in [
        ("dashboard's 20 questions", estimate),
        ("all four intervals of 20 questions", everything),
        ("cross-table of two questions", relate),
    ]:
        told(what, *(seconds(lambda code=code, work=work: work(code)) for code in codes.values()))


def test_dashboard_through_its_page(app, store, codes):
    """What the instructor's browser gets, while the survey is open and after it is closed."""
    client = app.test_client()
    link = make_sign_in_link(store)
    token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', client.get(link).text)[1]
    form = {"csrf_token": token, "password": PASSWORD, "again": PASSWORD}
    assert client.post(link, data=form).status_code == 302

    def page(code: str) -> None:
        assert client.get(f"/surveys/{code}").status_code == 200

    told("open dashboard", *(seconds(lambda code=code: page(code), 15) for code in codes.values()))
    for code in codes.values():
        store.surveys.set_state(code, State.CLOSED)
    class_counts.cache_clear()
    started = time.perf_counter()
    page(codes[MANY])
    print(f"\nclosed dashboard for the first time: {time.perf_counter() - started:.2f} s", end="")
    told(
        "closed dashboard", *(seconds(lambda code=code: page(code), 15) for code in codes.values())
    )


def test_files_beside_reading_them_only(tmp_path, reports):
    path = tmp_path / "reports.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([question_name(number) for number in range(1, QUESTIONS + 1)])
        writer.writerows(reports.tolist())

    def read() -> None:
        with path.open(newline="") as file:
            for _ in csv.DictReader(file):
                pass

    def run(*arguments: str) -> Callable[[], None]:
        def run() -> None:
            outcome = CliRunner().invoke(
                command_line, [*arguments, "--gamma", "1/4", "--format", "json"]
            )
            assert outcome.exit_code == 0, outcome.output
            assert json.load(io.StringIO(outcome.stdout))

        return run

    least = seconds(read)
    told("survey estimate, 20 columns", least, seconds(run("estimate", str(path))))
    told("survey crosstab, 2 columns", least, seconds(run("crosstab", str(path), "q1", "q2")))
