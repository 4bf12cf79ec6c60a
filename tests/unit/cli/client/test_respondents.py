"""survey answer and survey simulate against the real app."""

import json
import stat

import pytest
from bare_server import BareHandler, serving_barely

from survey.cli.client import survey_connection
from survey.cli.client.delivery import deliver
from survey.cli.commands import answer as answer_module
from survey.core.responses.response import Response
from survey.store import State
from survey.wire.acknowledgement import acknowledgement
from survey.wire.keys import SigningKey


def test_answering_stores_reports_and_shows_a_receipt(
    survey_command, url, state, typing, store, app
):
    signing_key = app.extensions["signing_key"]
    typing("y", "nonsense", "N", "yes")
    outcome = survey_command("answer", url)
    assert outcome.code == 0
    assert (
        "Least protected answer: fair.\n"
        "Together, at worst: weak. Suspicion 30\xa0→\xa091%." in outcome.out
    )
    assert "(truth: 75%; one report, at worst: suspicion 30\xa0→\xa056%)" in outcome.out
    ((response_id, reports),) = store.responses.all("bcd234")
    assert f"Response id: {response_id}" in outcome.out
    assert f"Signed with the key {signing_key.public.fingerprint}. Compare it" in outcome.out
    receipt = outcome.out.partition("Saved.")[2].splitlines()[1:4]
    assert [line.split()[0] for line in receipt] == [("No", "Yes")[report] for report in reports]
    (memory,) = state.iterdir()
    assert stat.S_IMODE(memory.stat().st_mode) == 0o600


def test_answering_again_sends_the_same_reports(survey_command, url, state, typing, store):
    typing("y", "y", "y")
    first = survey_command("answer", url)
    second = survey_command("answer", url)
    assert "not drawn again" in second.out
    assert second.out.partition("Saved.")[2] == first.out.partition("Saved.")[2]
    assert store.responses.tally("bcd234").responses == 1


def test_forgetting_clears_the_memory(survey_command, url, state, typing):
    typing("y", "y", "y")
    survey_command("answer", url)
    assert survey_command("answer", url, "--forget").code == 0
    assert list(state.iterdir()) == []


def test_what_is_kept_and_printed_does_not_depend_on_the_answer(
    survey_command, url, state, typing, monkeypatch
):
    """Non-interference: tapes that give the reports 1, 0, 1 for two different answers."""
    monkeypatch.setattr(answer_module.secrets, "token_hex", lambda size: "ab" * size)
    # r = 0 keeps the answer; r = A (3, 5, 3) is the first residue that flips it.
    tapes = {("y", "n", "y"): [0, 0, 0], ("n", "y", "n"): [3, 5, 3]}
    traces = set()
    for typed, tape in tapes.items():
        words = iter(tape)
        monkeypatch.setattr(answer_module, "system_word", lambda words=words: next(words))
        typing(*typed)
        outcome = survey_command("answer", url)
        (memory,) = state.iterdir()
        traces.add((outcome.out, outcome.err, memory.read_bytes()))
        memory.unlink()
    assert len(traces) == 1
    assert json.loads(traces.pop()[2])["reports"] == [1, 0, 1]


def test_closed_survey_is_said(survey_command, url, state, typing, store):
    store.surveys.set_state("bcd234", State.CLOSED)
    typing("y", "y", "y")
    outcome = survey_command("answer", url)
    assert outcome.code == 1
    assert "This survey is closed" in outcome.err


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:1/s/bcd234",
        "ftp://x/s/y",
        "bcd234",
        "http://",
        "http://a b/s/bcd234",
        "http://127.0.0.1:99999/s/x",
    ],
)
def test_address_that_leads_nowhere_is_said(survey_command, state, address):
    outcome = survey_command("answer", address)
    assert outcome.code == 1
    assert outcome.err.startswith("Error: ")


def test_unknown_code_is_said(survey_command, url, state):
    outcome = survey_command("answer", url.replace("bcd234", "nosuch"))
    assert outcome.code == 1
    assert "no survey with this code" in outcome.err


RESPONSE = Response("d1" * 32, "5e" * 16, (1, 0))
STORED = json.dumps(acknowledgement(SigningKey("01" * 32), "bcd234", RESPONSE, new=True)).encode()


class Flaky(BareHandler):
    """Fails three times, then stores; notes every body."""

    bodies: list[bytes] = []

    def do_POST(self):  # noqa: N802
        self.bodies.append(self.body())
        self.answer(503 if len(self.bodies) <= 3 else 201, STORED, Retry_After="7")

    def do_GET(self):  # noqa: N802
        self.answer(200, b"hello")


@pytest.fixture
def flaky():
    Flaky.bodies = []
    with serving_barely(Flaky) as url:
        yield url


def test_retries_send_the_same_bytes_and_wait_as_asked(flaky):
    waits = []
    connection = survey_connection.SurveyConnection(flaky)
    stored = deliver(connection, RESPONSE.body(), attempts=5, sleep=waits.append)
    assert stored.status == 201
    connection.close()
    assert len(Flaky.bodies) == 4
    assert len(set(Flaky.bodies)) == 1
    assert waits == [7, 7, 7]


def test_something_else_than_a_survey_is_said(survey_command, flaky, state):
    outcome = survey_command("answer", flaky)
    assert outcome.code == 1
    assert "not a questionnaire" in outcome.err


def test_three_hundred_simulated_respondents_are_estimated(survey_command, url, store):
    """Seeded, so that the draw is always the same."""
    outcome = survey_command(
        "simulate", "--yes", url, "--respondents", 300, "--truth", "0.3", "--truth", "60%",
        "--truth", "1/2", "--seed", 5, "--format", "json",
    )  # fmt: skip
    assert outcome.code == 0
    document = json.loads(outcome.out)
    assert document["statuses"] == {"201": 300}
    tally = store.responses.tally("bcd234")
    assert tally.responses == 300
    for index, question in enumerate(document["questions"]):
        assert question["reported_yes"] == tally.counts[index][1]
        assert question["truth"] == [0.3, 0.6, 0.5][index]
        low, high = question["intervals"]["hoeffding"]
        assert low <= question["truth"] <= high
        assert question["covered"] is True


def test_simulation_prints_truth_beside_estimate(survey_command, url):
    out = survey_command(
        "simulate", "--yes", url, "--respondents", 20, "--truth", "0.3", "--seed", 1
    ).out
    assert "truth" in out.splitlines()[0]
    assert "30.0%" in out
    assert "20 responses in" in out


@pytest.mark.parametrize(
    "arguments",
    [["--respondents", 0, "--truth", "0.3"], ["--respondents", 5],
     ["--respondents", 5, "--truth", "0.3", "--truth", "0.3"],
     ["--respondents", 5, "--truth", "1.3"], ["--respondents", 5, "--truth", "x"]],
)  # fmt: skip
def test_impossible_simulation_is_wrong_usage(survey_command, url, store, arguments):
    assert survey_command("simulate", "--yes", url, *arguments).code == 2
    assert store.responses.tally("bcd234").responses == 0
