"""survey answer: nothing depends on the answer, and nothing is drawn twice."""

import itertools
import json
import os
import traceback
from functools import partial

import pytest
from instruments import make_instrument
from opened_again import force_state

from survey.cli import main
from survey.cli.client import state_files, survey_connection
from survey.cli.commands import answer as answer_module
from survey.core.instrument.digest_forms import short_form
from survey.core.responses.links import survey_link
from survey.core.responses.response import Response
from survey.core.responses.tokens import draw_tokens, hash_token
from survey.exports.verification.receipts import read_receipt
from survey.store import State

QUESTIONS = 3
KEEPS = (3, 5, 3)  # A of the odds of γ = 1/4, 1/3 and 1/10: the least word that flips
YES_NO = ("n", "y")


def traces_by_reports(survey_command, url, state, typing, watched, monkeypatch, draw_id):
    """All that is sent, kept and printed, for every answer and every report: 64 runs.

    For each pair the tape of words is the one that turns this answer into this report.
    """
    traces: dict[tuple, set[str]] = {}
    for reports in itertools.product((0, 1), repeat=QUESTIONS):
        for answers in itertools.product((0, 1), repeat=QUESTIONS):
            tape = iter(
                0 if x == y else keep for x, y, keep in zip(answers, reports, KEEPS, strict=True)
            )
            monkeypatch.setattr(answer_module, "system_word", partial(next, tape))
            monkeypatch.setattr(
                answer_module.secrets, "token_hex", lambda size, a=answers, r=reports: draw_id(a, r)
            )
            typing(*(YES_NO[each] for each in answers))
            watched.requests.clear()
            outcome = survey_command("answer", url)
            assert outcome.code == 0
            (memory,) = state.iterdir()
            assert json.loads(memory.read_bytes())["reports"] == list(reports)
            trace = (watched.requests, memory.name, memory.read_bytes(), outcome.out, outcome.err)
            traces.setdefault(reports, set()).add(repr(trace))
            memory.unlink()
    return traces


def id_of(values) -> str:
    return "".join(map(str, values)).zfill(32)


def test_nothing_sent_kept_or_printed_depends_on_the_answer(
    survey_command, url, state, typing, watched, monkeypatch
):
    traces = traces_by_reports(
        survey_command,
        url,
        state,
        typing,
        watched,
        monkeypatch,
        lambda answers, reports: id_of(reports),
    )
    assert len(traces) == 2**QUESTIONS
    assert all(len(same) == 1 for same in traces.values())


def test_control_an_id_that_tells_one_answer_is_caught(
    survey_command, url, state, typing, watched, monkeypatch
):
    traces = traces_by_reports(
        survey_command, url, state, typing, watched, monkeypatch,
        lambda answers, reports: id_of((*reports, answers[0])),
    )  # fmt: skip
    assert all(len(same) == 2 for same in traces.values())


@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), RuntimeError("no words")])
def test_no_fault_tells_the_answer(url, state, typing, monkeypatch, capsys, error):
    """The random source fails after the answer was typed; debugging is on."""
    monkeypatch.setenv("SURVEY_DEBUG", "1")

    def fail() -> int:
        raise error

    monkeypatch.setattr(answer_module, "system_word", fail)
    said = set()
    for typed in YES_NO:
        typing(typed)
        error.__traceback__ = None
        with pytest.raises((SystemExit, RuntimeError)) as ended:
            main(["answer", url])
        captured = capsys.readouterr()
        said.add((captured.out, captured.err, "".join(traceback.format_exception(ended.value))))
    assert len(said) == 1
    assert not state.exists() or list(state.iterdir()) == []


def test_every_try_sends_the_bytes_that_were_kept_before_the_first(
    survey_command, url, state, typing, watched, impatient, store
):
    kept = []
    watched.on_post = lambda: kept.append([path.read_bytes() for path in state.iterdir()])
    watched.refuse_next = 3
    typing("y", "n", "y")
    assert survey_command("answer", url).code == 0
    assert len(watched.bodies) == 4
    assert all(files == [body] for files, body in zip(kept, watched.bodies, strict=True))
    assert len(set(watched.bodies)) == 1
    assert store.responses.tally("bcd234").responses == 1
    # Doubling, at random between half and all of it.
    assert len(impatient) == 3
    assert all(2**k / 2 <= wait <= 2**k for k, wait in enumerate(impatient))


def test_control_a_client_that_draws_anew_for_each_try_is_caught(
    survey_command, url, state, typing, watched, impatient, monkeypatch
):
    post = survey_connection.SurveyConnection.post

    def redraw(connection, body: bytes):
        fresh = json.loads(body) | {"response_id": os.urandom(16).hex()}
        return post(connection, json.dumps(fresh).encode())

    monkeypatch.setattr(survey_connection.SurveyConnection, "post", redraw)
    watched.refuse_next = 3
    typing("y", "n", "y")
    survey_command("answer", url)
    # Nor is any of them acknowledged to it: the server names another response.
    assert len(set(watched.bodies)) == len(watched.bodies) == answer_module.ATTEMPTS


def test_what_could_not_be_sent_is_sent_by_the_next_run(
    survey_command, url, state, typing, watched, impatient, store
):
    watched.refuse_next = answer_module.ATTEMPTS
    typing("y", "n", "y")  # the second run would run out of lines if it asked
    failed = survey_command("answer", url)
    assert (failed.code, failed.err.count("\n")) == (1, 1)
    assert "Not saved yet. The server answered 503." in failed.err
    assert store.responses.tally("bcd234").responses == 0
    assert survey_command("answer", url).code == 0
    assert len(set(watched.bodies)) == 1
    assert store.responses.tally("bcd234").responses == 1


def test_a_refused_response_is_shown_kept_and_sent_again_as_it_is(
    survey_command, url, state, typing, watched, store
):
    """So a server that refuses again and again sees no second draw."""
    watched.on_post = lambda: force_state(store, "bcd234", "closed")
    typing(*"yny")  # once: neither of the next runs asks
    for _ in range(2):
        refused = survey_command("answer", url)
        assert (refused.code, refused.err.count("\n")) == (1, 1)
        assert "Not saved. This survey is closed" in refused.err
        assert "The server has seen these reports" in refused.out
        assert refused.out.count("Did you cheat on exam") >= QUESTIONS
    watched.on_post = lambda: force_state(store, "bcd234", "open")
    assert survey_command("answer", url).code == 0
    assert len(watched.bodies) == 3
    assert len(set(watched.bodies)) == 1
    assert store.responses.tally("bcd234").responses == 1


@pytest.mark.parametrize(
    ("left", "said"), [(State.CLOSED, "This survey is closed"), (State.DRAFT, "no survey")]
)
def test_a_survey_that_is_not_open_asks_nothing(
    survey_command, url, state, typing, watched, store, left, said
):
    force_state(store, "bcd234", left.value)
    typing()
    refused = survey_command("answer", url)
    assert (refused.code, refused.out, refused.err.count("\n")) == (1, "", 1)
    assert said in refused.err
    assert watched.bodies == []
    assert not state.exists()


@pytest.fixture
def slips(app, store, open_survey) -> list[str]:
    """A token that is spent, and one that is not."""
    drawn = draw_tokens(2)
    store.surveys.add_tokens("bcd234", [hash_token(app.secret_key, each) for each in drawn])
    spent = Response(open_survey.instrument.digest, "0" * 32, (0, 0, 0))
    store.responses.add("bcd234", spent, hash_token(app.secret_key, drawn[0]))
    return drawn


@pytest.mark.parametrize(
    ("token", "said"),
    [(0, "has been used"), ("x" * 30, "is not known here"), (None, "type the token")],
)
def test_a_token_that_would_be_refused_asks_nothing(
    survey_command, url, state, typing, store, slips, token, said
):
    typing()
    given = ["--token", slips[token] if token == 0 else token] if token is not None else []
    refused = survey_command("answer", url, *given)
    assert (refused.code, refused.out, refused.err.count("\n")) == (1, "", 1)
    assert said in refused.err
    assert not state.exists()
    assert store.responses.tally("bcd234").responses == 1


def test_a_token_that_is_not_spent_is_asked_for_before_the_draw(
    survey_command, url, state, typing, watched, slips
):
    watched.on_post = lambda: drawn.append(state.exists())
    drawn: list[bool] = []
    typing(*"yny")
    assert survey_command("answer", f"{url}#t={slips[1]}").code == 0
    assert drawn == [False, True]


def test_silence_draws_nothing(survey_command, url, state, typing, watched, slips):
    typing()
    watched.refuse_next = 1
    failed = survey_command("answer", url, "--token", slips[1])
    assert (failed.code, "answered 503" in failed.err) == (1, True)
    assert not state.exists()


def test_a_link_names_the_questionnaire_and_no_other_one_is_answered(
    survey_command, url, state, typing, watched, store
):
    digest = store.surveys.get("bcd234").instrument.digest
    other = f"{int(digest, 16) ^ 1:064x}"
    refused = survey_command("answer", survey_link(url, other))
    assert (refused.code, refused.out, refused.err.count("\n")) == (1, "", 1)
    assert f"another questionnaire ({short_form(digest)})" in refused.err
    cut_off = survey_command("answer", survey_link(url, other)[:-1])
    assert (cut_off.code, cut_off.out) == (2, "")
    assert watched.bodies == []
    assert not state.exists()
    typing(*"yny")
    assert survey_command("answer", survey_link(url, digest)).code == 0
    assert store.responses.tally("bcd234").responses == 1


def test_without_a_digest_the_short_form_is_shown_before_anything_is_asked(
    survey_command, url, state, typing, store
):
    typing(*"yny")
    out = survey_command("answer", url).out
    said = f"Questionnaire: {short_form(store.surveys.get('bcd234').instrument.digest)}."
    assert out.startswith(said)


def answered(survey_command, scripted, typing, gamma: str):
    text = make_instrument().canonical_json.replace('"1/4"', f'"{gamma}"')
    scripted.content = text.encode()
    typing("y")
    return survey_command("answer", scripted.url)


def test_odds_above_99_are_not_answered_whatever_the_server_says(
    survey_command, state, typing, scripted
):
    outcome = answered(survey_command, scripted, typing, "499/1000")
    assert (outcome.code, scripted.posts) == (1, 0)
    assert "Question 1 has odds of 999 to 1" in outcome.err
    assert not state.exists()


@pytest.mark.parametrize(("gamma", "warned"), [("2/5", False), ("49/100", True)])
def test_odds_above_9_are_warned_of(
    survey_command, state, typing, scripted, impatient, gamma, warned
):
    outcome = answered(survey_command, scripted, typing, gamma)
    assert ("strong evidence of the answer" in outcome.err) is warned
    assert scripted.posts > 0


def test_forgetting_says_that_answering_again_is_a_second_draw(survey_command, url, state, typing):
    typing(*"yny")
    survey_command("answer", url)
    assert "answering again is a second draw" in survey_command("answer", url, "--forget").out


def test_another_spelling_of_the_address_draws_nothing_anew(
    survey_command, url, state, typing, store
):
    typing("y", "n", "y")
    survey_command("answer", url)
    for spelling in (url + "/", url + "#top", url.replace("http", "HTTP")):
        assert "not drawn again" in survey_command("answer", spelling).out
    assert store.responses.tally("bcd234").responses == 1


def test_the_first_of_two_runs_at_once_counts(
    survey_command, url, state, typing, watched, monkeypatch
):
    draw = answer_module._draw_response

    def draw_while_another_finishes(instrument, place):
        first = draw(instrument, place).body()
        address = survey_connection.SurveyConnection(url).address
        state_files.keep_first(state_files.state_file(address, instrument.digest), first)
        watched.first = first
        return draw(instrument, place)

    monkeypatch.setattr(answer_module, "_draw_response", draw_while_another_finishes)
    typing("y", "y", "y", "n", "n", "n")
    assert survey_command("answer", url).code == 0
    assert watched.bodies == [watched.first]
    assert len(list(state.iterdir())) == 1


def test_a_full_disk_leaves_nothing_that_stops_the_next_run(
    survey_command, url, state, typing, watched, monkeypatch, store
):
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    typing(*"yny", *"yny")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        failed = survey_command("answer", url)
    assert (failed.code, failed.err) == (1, "Error: No space left on device.\n")
    assert list(state.iterdir()) == []
    assert watched.bodies == []
    assert survey_command("answer", url).code == 0
    assert store.responses.tally("bcd234").responses == 1


@pytest.mark.parametrize("damage", [b"", b'{"instrument":', b"{}", b"\0" * 144])
def test_a_damaged_memory_is_said_and_can_be_forgotten(
    survey_command, url, state, typing, watched, damage
):
    typing(*"yny", *"nyn")
    survey_command("answer", url)
    (memory,) = state.iterdir()
    memory.write_bytes(damage)
    outcome = survey_command("answer", url)
    assert (outcome.code, outcome.err.count("\n")) == (1, 1)
    assert "--forget" in outcome.err
    assert len(watched.bodies) == 1
    assert survey_command("answer", url, "--forget").code == 0
    assert survey_command("answer", url).code == 0


def test_the_state_folder_is_in_the_home_folder_and_for_its_owner_only(
    survey_command, url, typing, monkeypatch, tmp_path
):
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    typing(*"yny")
    former = os.umask(0)
    try:
        survey_command("answer", url)
    finally:
        os.umask(former)
    folder = tmp_path / "home" / ".local" / "state" / "deniable"
    (memory,) = folder.iterdir()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert memory.stat().st_mode & 0o777 == 0o600


def test_receipt_is_kept_in_a_file_that_proves_the_response(
    survey_command, url, state, typing, tmp_path, store
):
    typing("y", "n", "y")
    file = tmp_path / "receipt.json"
    outcome = survey_command("answer", url, "--receipt", file)
    assert f"Kept in {file}.\n" in outcome.out
    receipt = read_receipt(file.read_bytes())
    assert f"Signed with the key {receipt.signer}." in outcome.out
    assert dict(store.responses.all("bcd234")) == {
        receipt.response.response_id: receipt.response.reports
    }
