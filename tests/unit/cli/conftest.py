"""Runs the command line as its user does: arguments in, output and exit code out."""

from dataclasses import dataclass
from functools import partial

import pytest
from authority import Authority
from bare_server import BareHandler, serving_barely
from instruments import make_mixed_instrument
from live_server import serving
from watched import Watched

from survey.cli import main
from survey.cli.client.delivery import deliver
from survey.cli.commands import answer as answer_module
from survey.store import State, Survey


@dataclass
class Outcome:
    code: int
    out: str
    err: str
    raw: bytes


@pytest.fixture
def survey_command(capsysbinary, monkeypatch):
    """Runs `survey ARGUMENTS` in this process."""
    monkeypatch.delenv("SURVEY_DEBUG", raising=False)

    def run(*arguments: object) -> Outcome:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        captured = capsysbinary.readouterr()
        # `raw` has binary files unchanged, which are no text.
        out, err = captured.out.decode(errors="replace"), captured.err.decode()
        assert "Traceback" not in out + err
        assert "Unexpected" not in err
        return Outcome(ended.value.code, out, err, captured.out)

    return run


@pytest.fixture
def authority(tmp_path, monkeypatch) -> Authority:
    """Which this process trusts."""
    authority = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    return authority


@pytest.fixture
def file(tmp_path):
    """Writes a file and returns its path."""

    def write(content: str | bytes):
        path = tmp_path / "reports.csv"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


@pytest.fixture
def watched(app) -> Watched:
    app.wsgi_app = Watched(app)
    return app.wsgi_app


@pytest.fixture
def url(app, watched, open_survey) -> str:
    with serving(app) as address:
        yield f"{address}/s/bcd234"


@pytest.fixture
def state(tmp_path, monkeypatch):
    """The folder where `survey answer` keeps what it drew."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "deniable"


@pytest.fixture
def typing(monkeypatch):
    """Types these lines at the hidden prompts; fails if there are more prompts than lines."""

    def will_type(*lines: str) -> None:
        typed = iter(lines)
        monkeypatch.setattr("click.termui.hidden_prompt_func", lambda prompt: next(typed))

    return will_type


@pytest.fixture
def impatient(monkeypatch) -> list[float]:
    """Retries without waiting; returns the list of the waits that were due."""
    waits: list[float] = []
    monkeypatch.setattr(answer_module, "deliver", partial(deliver, sleep=waits.append))
    return waits


class Scripted(BareHandler):
    """Answers every GET with `content`, and every POST with `status` and `content`, too.

    Its survey is open.
    """

    content = b""
    status = 503
    retry_after = ""
    posts = 0

    def do_GET(self):  # noqa: N802
        if self.path.endswith("/state"):
            self.answer(200, b'{"open":true}')
        else:
            self._answer(200)

    def do_POST(self):  # noqa: N802
        self.body()
        type(self).posts += 1
        self._answer(self.status)

    def _answer(self, status: int) -> None:
        wait = {"Retry_After": self.retry_after} if self.retry_after else {}
        self.answer(status, self.content, **wait)


@pytest.fixture
def scripted():
    handler = type("Handler", (Scripted,), {})
    with serving_barely(handler) as handler.url:
        yield handler


@pytest.fixture
def mixed_url(app, watched, store) -> str:
    """An open survey with a question of every kind."""
    store.surveys.add(Survey("mix234", make_mixed_instrument(), State.OPEN))
    with serving(app) as address:
        yield f"{address}/s/mix234"
