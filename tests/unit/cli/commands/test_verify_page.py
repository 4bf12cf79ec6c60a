"""survey verify-page: the release's page passes, and every page that could send answers fails."""

import json
import shutil
from pathlib import Path

import pytest
from instruments import make_mixed_instrument
from live_server import serving
from werkzeug.test import Client
from werkzeug.wrappers import Response

from survey.app.folders import folder
from survey.store import State, Survey


@pytest.fixture
def url(app, open_survey) -> str:
    with serving(app) as address:
        yield f"{address}/s/bcd234"


def test_page_of_the_release_passes(survey_command, url):
    outcome = survey_command("verify-page", url)
    assert outcome.code == 0, outcome.out
    assert "This is the page of release" in outcome.out
    document = json.loads(survey_command("verify-page", url, "--format", "json").out)
    names = {each["address"].split("/")[-1] for each in document["scripts"]}
    # All that the page runs, also what is only imported by another script.
    assert names >= {"respond.js", "mechanism.js", "answers.js", "delivery.js", "receipt.js"}
    assert document["as_released"] is True


@pytest.mark.parametrize("state", [State.OPEN, State.CLOSED])
def test_every_kind_of_question_passes(survey_command, app, store, state):
    store.surveys.add(Survey("mixd34", make_mixed_instrument(), state))
    with serving(app) as address:
        assert survey_command("verify-page", f"{address}/s/mixd34").code == 0


class Altering:
    """A server in between that changes what it likes of the pages."""

    def __init__(self, app):
        self._inner = app.wsgi_app
        self.words: dict[str, str] = {}
        self.headers: dict[str, str] = {}

    def __call__(self, environ, start_response):
        host = f"http://{environ['HTTP_HOST']}"
        answer = Client(self._inner).get(environ["PATH_INFO"], base_url=host, buffered=True)
        for name, value in self.headers.items():
            answer.headers[name] = value
        if answer.mimetype == "text/html":
            page = answer.text
            for old, new in self.words.items():
                page = page.replace(old, new)
            answer = Response(page, answer.status, answer.headers)
            answer.headers["Content-Length"] = str(len(page.encode()))
        return answer(environ, start_response)


@pytest.fixture
def static(app, tmp_path) -> Path:
    """A copy of the scripts, which the app serves instead."""
    copy = tmp_path / "static"
    shutil.copytree(folder("static"), copy)
    app.static_folder = str(copy)
    return copy / "client"


@pytest.fixture
def between(app) -> Altering:
    return Altering(app)


@pytest.fixture
def altered_url(between, open_survey) -> str:
    with serving(between) as address:
        yield f"{address}/s/bcd234"


@pytest.mark.parametrize("script", ["respond.js", "mechanism.js", "ledger.js"])
def test_one_altered_byte_in_any_script_is_caught(survey_command, url, static, script):
    assert survey_command("verify-page", url).code == 0  # the control: a faithful copy
    (static / script).write_bytes((static / script).read_bytes() + b"\n")
    outcome = survey_command("verify-page", url)
    assert outcome.code == 1
    assert f"{script} is not the release's." in outcome.out
    assert "This is not the page of release" in outcome.out


def test_script_that_only_another_script_loads_is_caught(survey_command, url, static):
    (static / "leak.js").write_text("export {};")
    (static / "respond.js").write_text('import "./leak.js";')
    outcome = survey_command("verify-page", url)
    assert outcome.code == 1
    assert "leak.js is not the release's." in outcome.out


ANSWERS = '<form id="answers"'


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("</head>", "<script>leak()</script></head>", "a script within itself"),
        ("</head>", '<script type="module">leak()</script></head>', "a script within itself"),
        ("</head>", '<script src="http://evil.example/x.js"></script></head>', "another server"),
        ("</head>", '<base href="http://evil.example/"></head>', "holds a <base>"),
        ("</body>", '<iframe src="/x"></iframe></body>', "holds a <iframe>"),
        ("<body", '<body onload="leak()"', "in the attribute onload"),
        ("</body>", '<a href=" JavaScript:leak()">x</a></body>', "in the address of a <a>"),
        (ANSWERS, f'{ANSWERS} action="/leak"', "says where its form is sent"),
        ('<input type="radio"', '<input name="q" type="radio"', "A <input> has a name"),
        ("</head>", '<meta http-equiv="Refresh" content="0; url=/x"></head>', "leads to another"),
    ],
)
def test_page_that_could_send_answers_is_caught(
    survey_command, between, altered_url, old, new, sentence
):
    assert survey_command("verify-page", altered_url).code == 0  # the control: nothing altered
    between.words[old] = new
    outcome = survey_command("verify-page", altered_url)
    assert outcome.code == 1
    assert sentence in outcome.out


def test_weaker_policy_is_caught(survey_command, between, altered_url):
    between.headers["Content-Security-Policy"] = "default-src *"
    outcome = survey_command("verify-page", altered_url)
    assert outcome.code == 1
    assert "Content-Security-Policy is not the release's" in outcome.out


def test_page_that_is_not_there_is_told(survey_command, url):
    outcome = survey_command("verify-page", url.replace("bcd234", "nosuch"))
    assert outcome.code == 1
    assert "answered 404, not with a survey's page." in outcome.err


def test_page_without_the_scripts_is_no_respondents_page(survey_command, url):
    outcome = survey_command("verify-page", url.removesuffix("/s/bcd234"))
    assert outcome.code == 1
    assert "loads no script: it is not a respondent's page" in outcome.out


def test_server_that_is_not_there(survey_command, free_port):
    outcome = survey_command("verify-page", f"http://127.0.0.1:{free_port}/s/bcd234")
    assert outcome.code == 1
    assert "cannot be reached" in outcome.err
