"""Fixtures that all tests share."""

import gc
import os
import secrets
import shutil
import signal
from pathlib import Path

import frugal  # first, before numpy starts its threads
import postgresql
import pytest
from hypothesis import is_hypothesis_test, settings
from instruments import make_instrument
from ports import unused_port
from quick_apps import make_apps_quick

from survey.app import create_app
from survey.app.configuration import Config
from survey.core.instrument.instrument import Instrument
from survey.store import State, Survey
from survey.store.postgresql.store import PostgreSQLStore
from survey.store.sqlite.engine import SQLiteStore

CODE = "bcd234"

# A script's background process ignores Ctrl-C, and so would every command that a test starts
# and interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No test fails for being slow, since tests/benchmarks measures time, nor by chance: every run tries
# the same examples.
settings.register_profile("quick", deadline=None, derandomize=True, database=None, max_examples=30)
settings.register_profile("exhaustive", settings.get_profile("quick"), max_examples=100)


def pytest_addoption(parser):
    parser.addoption(
        "--exhaustive",
        action="store_true",
        help="Run what takes longer than usual: every page in every theme, more examples, kills "
        "and power cuts. What would be the same in the usual run is left out.",
    )


def pytest_configure(config):
    settings.load_profile("exhaustive" if config.getoption("exhaustive") else "quick")
    make_apps_quick()
    # Every app syncs as it must, but no test waits for a disk. What a crash leaves is the same in
    # memory, and what a loss of power leaves is simulated: durability/test_power_loss.py.
    if folder := frugal.memory():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(folder))


def pytest_report_header(config) -> str:
    run = config.getoption("exhaustive")
    return f"the exhaustive grids: {'these, and no others' if run else 'by --exhaustive'}"


def pytest_collection_modifyitems(config, items):
    leave_later_cells(items)
    exhaustive = config.getoption("exhaustive")
    run = [item for item in items if (runs_longer if exhaustive else runs_always)(item)]
    left_out = set(items).difference(run)
    items[:] = sorted(run, key=lambda item: item.get_closest_marker("longest") is None)
    config.hook.pytest_deselected(items=[*left_out])


def leave_later_cells(items) -> None:
    """Leaves all cells of a grid marked `first_cell` but the first to --exhaustive."""
    begun = set()
    for item in items:
        if item.get_closest_marker("first_cell") and runs_always(item):
            test = item.nodeid.partition("[")[0]
            if test in begun:
                item.add_marker(pytest.mark.exhaustive)
            begun.add(test)


def pytest_collection_finish():
    gc.freeze()  # modules and tests are no garbage


def runs_always(item) -> bool:
    return not item.get_closest_marker("exhaustive")


def runs_longer(item) -> bool:
    """Whether a test tries more with --exhaustive."""
    return (
        item.get_closest_marker("exhaustive") is not None
        or "exhaustive" in getattr(item, "fixturenames", ())
        or is_hypothesis_test(getattr(item, "obj", None))
    )


def pytest_terminal_summary(terminalreporter):
    """Prints each test's record_property("report", …), whether it passes or fails."""
    said = [
        text
        for outcome in ("passed", "failed")
        for report in terminalreporter.getreports(outcome)
        for name, text in report.user_properties
        if name == "report" and report.when == "call"
    ]
    for text in said:
        terminalreporter.write_line(text)


@pytest.fixture
def instrument() -> Instrument:
    return make_instrument("1/4", "1/3", "1/10")


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(tmp_path)


@pytest.fixture(scope="session")
def exhaustive(request) -> bool:
    """Whether a test should try many cases where it usually tries a few."""
    return request.config.getoption("exhaustive")


@pytest.fixture(scope="session")
def new_database(tmp_path_factory) -> Path:
    """A database file with the tables of this release and nothing in it."""
    path = tmp_path_factory.mktemp("new") / "survey.db"
    SQLiteStore(path).close()
    return path


@pytest.fixture
def store(config: Config, new_database: Path):
    shutil.copy(new_database, config.database)
    store = SQLiteStore(config.database, serving=True)
    yield store
    store.close()


@pytest.fixture
def app(config: Config, store: SQLiteStore):
    app = create_app(config, store)
    yield app
    if rehearsed := app.extensions["rehearsals"].existing():
        rehearsed.close()


@pytest.fixture
def open_survey(store: SQLiteStore, instrument: Instrument) -> Survey:
    """A published survey with three questions, at /s/bcd234."""
    survey = Survey(CODE, instrument, State.OPEN)
    store.surveys.add(survey)
    return survey


@pytest.fixture
def respondent(app):
    """A client that has never signed in."""
    return app.test_client()


@pytest.fixture
def free_port() -> int:
    return unused_port()


@pytest.fixture(scope="session")
def postgresql_server():
    """A PostgreSQL server for all tests of this process; never restarted."""
    with postgresql.running(unused_port()) as server:
        yield server


@pytest.fixture(scope="session")
def postgresql_tables(postgresql_server) -> str:
    """The name of a database with the tables of this release and nothing in it."""
    PostgreSQLStore(postgresql_server.create("new")).close()
    return "new"


@pytest.fixture
def postgresql_url(request, postgresql_server) -> str:
    """The address of a PostgreSQL database: empty, or with tables for a test that has a store."""
    name = f"survey_{secrets.token_hex(8)}"
    with_tables = "postgresql_store" in request.fixturenames
    template = request.getfixturevalue("postgresql_tables") if with_tables else "template1"
    yield postgresql_server.create(name, template)
    postgresql_server.drop(name)


@pytest.fixture
def postgresql_store(postgresql_url):
    store = PostgreSQLStore(postgresql_url)
    yield store
    store.close()
