"""survey answer in a real terminal: what is typed is never shown."""

import os
import pty
import select
import subprocess
import sys
import termios
import time
import warnings
from contextlib import suppress
from getpass import GetPassWarning

import pytest
from instruments import make_instrument

from survey.cli.client.prompts import ask
from survey.errors import ConfigError

# A pseudo-terminal needs a fork, which Python 3.12 warns of where threads run.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")


LOCAL_FLAGS = 3  # their place in what tcgetattr gives


class Terminal:
    """A command on a pseudo-terminal of its own."""

    def __init__(self, *command: str, **environment: str):
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], command, os.environ | environment)  # noqa: S606
        self.shown = ""

    def read_until(self, text: str) -> None:
        seen = len(self.shown)
        while text not in self.shown[seen:]:
            self._read()

    def type(self, text: str, silently: bool = True) -> None:
        """Types once the terminal is silent: getpass empties what was typed before."""
        while silently and termios.tcgetattr(self._terminal)[LOCAL_FLAGS] & termios.ECHO:
            time.sleep(0.005)
        os.write(self._terminal, text.encode())

    def end(self) -> int:
        """Reads the rest; the exit code."""
        with suppress(OSError):  # Linux's way of saying that the other side has closed
            while self._read():
                pass
        os.close(self._terminal)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def _read(self) -> bytes:
        ready, _, _ = select.select([self._terminal], [], [], 60)
        assert ready, f"Nothing more came after:\n{self.shown}"
        piece = os.read(self._terminal, 1000)
        self.shown += piece.decode()
        return piece


@pytest.fixture
def terminal(url, tmp_path) -> Terminal:
    return Terminal(
        sys.executable, "-m", "survey", "answer", url, XDG_STATE_HOME=str(tmp_path / "state")
    )


PROMPT = "not shown: "


def test_what_is_typed_in_a_terminal_is_never_shown(terminal, store):
    for line in ("zebra", "y", "n", "y"):
        terminal.read_until(PROMPT)
        terminal.type(f"{line}\n")
    assert terminal.end() == 0
    assert "Please type y or n." in terminal.shown
    assert "zebra" not in terminal.shown
    assert "Response id: " in terminal.shown
    assert store.responses.tally("bcd234").responses == 1


def test_control_a_terminal_that_shows_what_is_typed_is_caught():
    shown = Terminal(sys.executable, "-c", f"input({PROMPT!r})")
    shown.read_until(PROMPT)
    shown.type("zebra\n", silently=False)
    assert shown.end() == 0
    assert "zebra" in shown.shown


def test_control_c_between_questions_leaves_nothing_behind(terminal, store, tmp_path):
    terminal.read_until(PROMPT)
    terminal.type("y\n")
    terminal.read_until(PROMPT)
    terminal.type("\x03")
    assert terminal.end() == 130
    assert "Stopped." in terminal.shown
    assert "Traceback" not in terminal.shown
    assert not (tmp_path / "state").exists()
    assert store.responses.tally("bcd234").responses == 0


def test_answers_from_a_pipe_are_not_shown_either(url, tmp_path, store):
    ended = subprocess.run(
        [sys.executable, "-m", "survey", "answer", url],
        input="zebra\ny\nn\ny\n",
        env=os.environ | {"XDG_STATE_HOME": str(tmp_path / "state")},
        start_new_session=True,  # without a terminal
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 0, ended.stderr
    assert "zebra" not in ended.stdout + ended.stderr
    assert ended.stderr == ""  # getpass would warn, with a file's name, that the input is shown
    assert store.responses.tally("bcd234").responses == 1


def test_a_terminal_that_cannot_hide_what_is_typed_is_refused(monkeypatch):
    def shown(prompt, **named):
        assert named == {"hide_input": True}
        warnings.warn("Can not control echo on the terminal.", GetPassWarning, stacklevel=1)

    monkeypatch.setattr("click.prompt", shown)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    with pytest.raises(ConfigError, match="This terminal would show what you type"):
        ask(make_instrument("1/4").questions[0], 1)
