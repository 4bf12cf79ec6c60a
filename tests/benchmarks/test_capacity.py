"""How much one machine holds at once, each thing by itself: rows for a table in scale.md.

    python -m pytest tests/benchmarks/test_capacity.py -s

SURVEY_CAPACITY=0.1 asks for a tenth of everything. Clients and server share the machine.
"""

import http.client
import os
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
import pytest
from class_of_respondents import visits
from instruments import make_instrument
from load_client import Load, converse
from ports import unused_port
from responding import responding
from served import served

from survey.app import create_app
from survey.app.configuration import Config
from survey.app.instance_folder import open_instance
from survey.store import State, Store, Survey
from survey.web.accounts.sign_in import make_sign_in_link

PART = float(os.environ.get("SURVEY_CAPACITY", "1"))
CODE, OTHER = "cap234", "oth234"
ASKED = make_instrument("1/4", "1/4")
RESPONSES = 50  # to each survey of a class
EVERY_SECONDS = 2.0  # a dashboard that is open asks: EVERY_MS of static/pages/live/live.js
MEANWHILE_SECONDS = 20
A_SECOND = 83  # responses, if 50,000 students answer within ten minutes
PASSWORD = "a password of sixteen signs"  # noqa: S105 - of no instance that stays


def part(number: int) -> int:
    return max(1, round(number * PART))


def row(asked: str, measured: str) -> None:
    print(f"\n| {asked} | {measured} | load {os.getloadavg()[0]:.1f}", end="")


def in_ms(seconds: list[float], share: float) -> str:
    return f"{1000 * np.quantile(seconds, share):.0f} ms"


@pytest.fixture
def data(tmp_path) -> Path:
    """An instance with two open surveys."""
    folder = tmp_path / "instance"
    with closing(open_instance(Config(folder))) as store:
        for code in (CODE, OTHER):
            store.surveys.add(Survey(code, ASKED, State.OPEN))
    return folder


@contextmanager
def running(data: Path) -> Iterator[int]:
    """The port of a server on the folder."""
    port = unused_port()
    with served(data, port, None):
        yield port


def add_class(store: Store, code: str, closes_at: int | None = None) -> None:
    """A survey to which a class has responded, all at once."""
    store.surveys.add(Survey(code, ASKED, State.OPEN))
    rows = [(code, secrets.token_hex(16), "[0,1]") for _ in range(RESPONSES)]
    place = "response (survey, response_id, reports)"
    # The writer's own trigger counts them.
    store.database.writer.write_piece(lambda connection: connection.insert(place, rows))
    if closes_at is not None:
        store.surveys.plan_closing(code, closes_at, on_date=True)


def codes(number: int) -> list[str]:
    return [f"c{each:05}" for each in range(number)]


@pytest.mark.parametrize("students", [100, 500, 2000])
def test_students_who_open_the_link_at_once(data, students):
    students = part(students)
    with running(data) as port:
        load = converse(port, visits(port, CODE, ASKED.digest, 2, students, 0))
    told(f"{students:,} students open the link and send at once", load, students)


def test_a_university_within_ten_minutes(data):
    students = part(A_SECOND * MEANWHILE_SECONDS)
    with running(data) as port:
        load = converse(port, visits(port, CODE, ASKED.digest, 2, students, MEANWHILE_SECONDS))
    told(
        f"{students / MEANWHILE_SECONDS:.0f} students a second, whole visits, for "
        f"{MEANWHILE_SECONDS} s: 50,000 in ten minutes",
        load,
        students,
    )


def told(asked: str, load: Load, students: int) -> None:
    assert set(load.statuses) == {200, 201}
    assert load.statuses[201] == students
    row(
        asked,
        f"all stored after {load.seconds:.1f} s, a request takes {in_ms(load.latencies, 0.5)}, "
        f"99 of 100 at most {in_ms(load.latencies, 0.99)}, 0 refused",
    )


@pytest.mark.parametrize("surveys", [100, 1000])
def test_surveys_of_an_instance(data, surveys):
    surveys = part(surveys)
    with closing(open_instance(Config(data))) as store:
        for code in codes(surveys):
            add_class(store, code)
    cookie = signed_in(data)
    begun = time.perf_counter()
    with running(data) as port:
        started = time.perf_counter() - begun
        listed = read(port, "/surveys", cookie)
        with responding(port, OTHER, ASKED.digest) as seconds:
            time.sleep(MEANWHILE_SECONDS / 4)
    row(
        f"{surveys:,} open surveys with {RESPONSES} responses each",
        f"starts in {started:.1f} s; their list takes {1000 * listed:.0f} ms, a response "
        f"{in_ms(seconds, 0.5)}, at most {in_ms(seconds, 1)}",
    )


@pytest.mark.parametrize("dashboards", [10, 50, 200])
def test_dashboards_that_are_open(data, dashboards):
    dashboards, cookie = part(dashboards), signed_in(data)
    with running(data) as port, responding(port, OTHER, ASKED.digest) as seconds:
        taken = looking(port, cookie, dashboards)
    row(
        f"{dashboards} dashboards and slides open, beside {len(seconds) / MEANWHILE_SECONDS:.0f} "
        "responses a second",
        f"a page takes {in_ms(taken, 0.5)}, 99 of 100 at most {in_ms(taken, 0.99)}; a response "
        f"{in_ms(seconds, 0.5)}, at most {in_ms(seconds, 1)}",
    )


def looking(port: int, cookie: str, dashboards: int) -> list[float]:
    """The seconds that pages take which ask every two seconds, each by its own clock."""
    over, taken = threading.Event(), []

    def look(number: int) -> None:
        if over.wait(EVERY_SECONDS * number / dashboards):
            return
        page = f"/surveys/{OTHER}" + ("/present?slide=1" if number % 2 else "")
        while True:
            taken.append(read(port, page, cookie))
            if over.wait(EVERY_SECONDS):
                return

    threads = [threading.Thread(target=look, args=(each,)) for each in range(dashboards)]
    for each in threads:
        each.start()
    time.sleep(MEANWHILE_SECONDS)
    over.set()
    for each in threads:
        each.join()
    return taken


@pytest.mark.parametrize("surveys", [100, 1000])
def test_closings_at_the_full_hour(data, surveys):
    surveys, now = part(surveys), int(time.time())
    # The last minute begins at the planned time.
    with closing(open_instance(Config(data))) as store:
        for code in codes(surveys):
            add_class(store, code, closes_at=now + 10)
        with running(data) as port, responding(port, OTHER, ASKED.digest) as seconds:
            begun = ended = 0.0
            while not ended:
                time.sleep(0.2)
                states = [store.surveys.get(code).state for code in codes(surveys)]
                if State.CLOSED in states and not begun:
                    begun = time.perf_counter()
                if set(states) == {State.CLOSED} and not store.surveys.missing_statements():
                    ended = time.perf_counter()
            time.sleep(2)  # until the order of arrival is wiped
    row(
        f"{surveys:,} surveys with {RESPONSES} responses each close in one minute",
        f"closed and signed in {ended - begun:.1f} s; a response to another survey takes "
        f"{in_ms(seconds, 0.5)}, at most {in_ms(seconds, 1)}",
    )


def signed_in(data: Path) -> str:
    """The Cookie header of an instructor who is signed in."""
    config = Config(data)
    with closing(open_instance(config)) as store:
        app = create_app(config, store)
        app.config["WTF_CSRF_ENABLED"] = False
        client = app.test_client()
        form = {"password": PASSWORD, "again": PASSWORD}
        assert client.post(make_sign_in_link(store), data=form).status_code == 302
        name = app.config["SESSION_COOKIE_NAME"]
        return f"{name}={client.get_cookie(name).value}"


def read(port: int, path: str, cookie: str) -> float:
    """The seconds until the page is there."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with closing(connection):
        begun = time.perf_counter()
        connection.request("GET", path, headers={"Cookie": cookie})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200
        return time.perf_counter() - begun
