"""survey simulate: the truth is exactly as asked, every response counts once, it can be stopped."""

import errno
import io
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from bare_server import BareHandler, serving_barely
from live_server import serving
from patience import PATIENCE

from survey.core.mechanism.vectorized import randomize_array
from survey.core.responses.links import survey_link
from survey.core.responses.response import Response
from survey.core.simulation import students as made_up_module
from survey.store import State
from survey.wire.acknowledgement import acknowledgement
from survey.wire.keys import SigningKey

SHARES = ["--truth", "0.3", "--truth", "2/3", "--truth", "0"]


class Door:
    """Stands before the app; `before` may answer a POST, `after` sees what the app answered."""

    def __init__(self, app):
        self._inner = app.wsgi_app
        self.posts = 0
        self._lock = threading.Lock()
        self.before = lambda post: None
        self.lose = lambda post: False

    def __call__(self, environ, start_response):
        if environ["REQUEST_METHOD"] != "POST":
            return self._inner(environ, start_response)
        with self._lock:
            self.posts += 1
            post = self.posts
        self.before(post)
        if not self.lose(post):
            return self._inner(environ, start_response)
        # Stored, but the answer is lost on its way.
        b"".join(self._inner(environ, lambda status, headers: None))
        start_response("502 Bad Gateway", [("Content-Length", "0")])
        return [b""]


@pytest.fixture
def door(app) -> Door:
    app.wsgi_app = Door(app)
    return app.wsgi_app


@pytest.fixture
def url(app, door, open_survey) -> str:
    with serving(app) as address:
        yield f"{address}/s/bcd234"


@pytest.fixture
def simulated(survey_command, url):
    """The JSON document of a simulation, which is all of stdout."""

    def run(*arguments: object) -> dict:
        outcome = survey_command("simulate", "--yes", url, *arguments, "--format", "json")
        assert outcome.code == 0, outcome.err
        return json.loads(outcome.out)

    return run


@pytest.fixture
def drawn(monkeypatch) -> list[tuple]:
    """Every call of randomize_array: the answers and the generator."""
    calls = []

    def record(answers, odds, options, generator):
        calls.append((answers.copy(), generator))
        return randomize_array(answers, odds, options, generator)

    monkeypatch.setattr(made_up_module, "randomize_array", record)
    return calls


@pytest.mark.parametrize(("respondents", "yes"), [(10, [3, 7, 0]), (7, [2, 5, 0]), (1, [0, 1, 0])])
def test_exactly_the_asked_share_answers_yes(simulated, drawn, store, respondents, yes):
    document = simulated("--respondents", respondents, *SHARES)
    assert [int(answers.sum()) for answers, _ in drawn] == yes
    assert [question["truth"] for question in document["questions"]] == [
        count / respondents for count in yes
    ]
    assert store.responses.tally("bcd234").responses == respondents


def test_who_says_yes_differs_from_question_to_question(simulated, drawn):
    simulated("--respondents", 60, "--truth", "0.5", "--seed", 3)
    orders = [answers.tolist() for answers, _ in drawn]
    assert all(first != second for first, second in itertools.combinations(orders, 2))
    assert all(order not in (sorted(order), sorted(order)[::-1]) for order in orders)


def test_reports_are_drawn_cryptographically_unless_a_seed_is_given(simulated, drawn):
    simulated("--respondents", 5, "--truth", "0.5")
    assert [generator for _, generator in drawn] == [None] * 3
    drawn.clear()
    simulated("--respondents", 5, "--truth", "0.5", "--seed", 1)
    assert all(isinstance(generator, np.random.Generator) for _, generator in drawn)


def test_the_same_seed_sends_the_same_reports_under_other_ids(simulated, store):
    first, again, other = (
        simulated("--respondents", 40, "--truth", "0.5", "--seed", seed) for seed in (8, 8, 9)
    )
    yes = [
        [question["reported_yes"] for question in document["questions"]]
        for document in (first, again, other)
    ]
    assert yes[0] == yes[1]
    assert yes[0] != yes[2]
    assert store.responses.tally("bcd234").responses == 120


def test_estimates_come_from_what_this_run_posted_only(simulated, store):
    simulated("--respondents", 30, "--truth", "1", "--seed", 1)
    document = simulated("--respondents", 20, "--truth", "0", "--seed", 2)
    reported = np.array([reports for _, reports in store.responses.all("bcd234")]).sum(axis=0)
    assert document["respondents"] == 20
    for question, total in zip(document["questions"], reported, strict=True):
        assert question["respondents"] == 20
        assert question["reported_yes"] < total


def test_control_a_simulator_that_reports_the_opposite_misses_the_truth(simulated, monkeypatch):
    """The verdict "covered" can fail: 300 flipped respondents of truth 0 look like truth 1."""

    def opposite(answers, odds, options, generator):
        return randomize_array(1 - answers, odds, options, generator)

    monkeypatch.setattr(made_up_module, "randomize_array", opposite)
    document = simulated("--respondents", 300, "--truth", "0", "--seed", 5)
    # γ = 1/10 at n = 300 has an interval of ±39 points, far below the distance of 100.
    assert [question["covered"] for question in document["questions"]] == [False] * 3


def test_a_link_names_the_questionnaire_and_no_other_one_is_simulated(
    survey_command, url, instrument, store
):
    other = f"{int(instrument.digest, 16) ^ 1:064x}"
    for digest, code in ((other, 1), (instrument.digest, 0)):
        link = survey_link(url, digest)
        outcome = survey_command("simulate", "--yes", link, "--respondents", 3, "--truth", "0.3")
        assert outcome.code == code
        assert ("another questionnaire" in outcome.err) is bool(code)
    assert store.responses.tally("bcd234").responses == 3


def test_the_table_says_when_an_interval_misses(survey_command, url, monkeypatch):
    monkeypatch.setattr(
        made_up_module, "randomize_array", lambda answers, *rest: np.ones_like(answers)
    )
    out = survey_command("simulate", "--yes", url, "--respondents", 300, "--truth", "0").out
    assert out.count("misses the truth") == 3


def test_connections_are_kept_alive(survey_command, instrument):
    """Against a server that keeps them, which the app's test server does not."""
    ports = []

    class Keeping(BareHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):  # noqa: N802
            self.answer(200, instrument.canonical_json.encode())

        def do_POST(self):  # noqa: N802
            sent = json.loads(self.body())
            response = Response(sent["instrument"], sent["response_id"], tuple(sent["reports"]))
            stored = acknowledgement(SigningKey("01" * 32), "bcd234", response, new=True)
            self.answer(201, json.dumps(stored).encode())

        def answer(self, status: int, content: bytes) -> None:
            ports.append(self.client_address[1])
            super().answer(status, content)

    arguments = ["--respondents", 60, "--truth", "0.5", "--connections", 3]
    with serving_barely(Keeping) as url:
        outcome = survey_command("simulate", "--yes", url, *arguments)
    assert outcome.code == 0
    assert len(ports) == 1 + 60
    # The first asked for the instrument; its port may be used again.
    assert len(set(ports[1:])) == 3


def test_more_connections_than_respondents_do_no_harm(simulated, store):
    simulated("--respondents", 2, "--truth", "0.5", "--connections", 9)
    assert store.responses.tally("bcd234").responses == 2


def test_a_lost_answer_is_not_counted_twice(simulated, door, store):
    door.lose = lambda post: post in (2, 5)
    document = simulated("--respondents", 12, "--truth", "0.5", "--connections", 2)
    assert document["statuses"] == {"201": 10, "200": 2}
    assert door.posts == 14
    assert store.responses.tally("bcd234").responses == 12
    times = document["milliseconds"]
    assert times["p50"] <= times["p95"] <= times["p99"] <= times["max"]
    assert times["max"] >= 500  # a retry waits half a second at least
    assert document["seconds"] >= 0.5


def test_a_survey_that_closes_meanwhile_ends_the_simulation(survey_command, url, door, store):
    def close(post: int) -> None:
        if post == 10:
            store.surveys.set_state("bcd234", State.CLOSED)

    door.before = close
    outcome = survey_command(
        "simulate", "--yes", url, "--respondents", 500, "--truth", "0.5", "--connections", 4
    )
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.splitlines()[-1].startswith("Error: Not saved. This survey is closed")
    assert store.responses.tally("bcd234").responses < 20
    assert door.posts < 100


def test_control_c_stops_posting(url, door, store):
    """The pace is one response in 20 ms a connection, so that all would take 12 s."""
    begun = threading.Event()

    def slow(post: int) -> None:
        time.sleep(0.02)
        if post == 20:
            begun.set()

    door.before = slow
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "survey",
            "simulate",
            "--yes",
            url,
            "--respondents",
            "5000",
            "--truth",
            "0.3",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert begun.wait(30)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, out) == (130, "")
    assert err.endswith("Stopped.\n")
    assert "Traceback" not in err
    # The last few may have been under way when it was stopped.
    assert 10 <= store.responses.tally("bcd234").responses < 2500


def test_an_unreachable_server_is_one_sentence(survey_command, free_port):
    url = f"http://127.0.0.1:{free_port}/s/bcd234"
    outcome = survey_command("simulate", "--yes", url, "--respondents", 5, "--truth", "0.5")
    assert (outcome.code, outcome.out) == (1, "")
    reason = os.strerror(errno.ECONNREFUSED)
    assert outcome.err == f"Error: http://127.0.0.1:{free_port} cannot be reached: {reason}.\n"


def test_a_truth_that_is_no_share_is_said_before_anything_is_asked(survey_command, free_port):
    url = f"http://127.0.0.1:{free_port}/s/bcd234"
    outcome = survey_command("simulate", "--yes", url, "--respondents", 5, "--truth", "0.5,many")
    assert outcome.code == 2
    assert "Invalid value for '--truth': give a share such as 0.1, 10% or 1/10." in outcome.err


@pytest.mark.parametrize(("said", "code", "stored"), [("n\n", 1, 1), ("y\n", 0, 6), ("", 130, 1)])
def test_it_asks_before_real_responses_are_mixed_with_simulated_ones(
    survey_command, url, store, instrument, monkeypatch, said, code, stored
):
    store.responses.add("bcd234", Response(instrument.digest, "a" * 32, (0, 1, 0)))
    monkeypatch.setattr("sys.stdin", io.StringIO(said))
    outcome = survey_command("simulate", url, "--respondents", 5, "--truth", "0.5")
    assert outcome.code == code
    assert "Nobody can tell simulated responses from real ones later" in outcome.err
    assert store.responses.tally("bcd234").responses == stored
