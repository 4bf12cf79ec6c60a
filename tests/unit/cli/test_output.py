"""What is printed arrives, whatever encoding the system has for files and pipes."""

import io
import os
import pty
import subprocess
import sys

import pytest

from survey.cli import COMMANDS, main

CODE_PAGE = "cp1252"  # Western European Windows; it has no γ
PLAN = ("plan", "--gamma", "1/4", "--margin", "0.1")


@pytest.fixture
def redirected(monkeypatch):
    """Runs the command line as where Windows writes its output to files: (output, errors)."""

    def run(*arguments: str) -> tuple[bytes, bytes]:
        written = io.BytesIO(), io.BytesIO()
        for name, buffer in zip(("stdout", "stderr"), written, strict=True):
            monkeypatch.setattr(sys, name, io.TextIOWrapper(buffer, CODE_PAGE, newline="\r\n"))
        with pytest.raises(SystemExit):
            main([*arguments])
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        return tuple(buffer.getvalue() for buffer in written)

    return run


def test_what_is_redirected_is_utf_8_and_the_same_bytes_on_each_system(redirected):
    printed, errors = redirected(*PLAN)
    assert "γ" in printed.decode("utf-8")
    assert (b"\r" in printed, errors) == (False, b"")


@pytest.mark.parametrize("name", [*COMMANDS])
def test_each_commands_help_can_be_redirected(redirected, name):
    printed, errors = redirected(name, "--help")
    assert b"Example" in printed
    assert errors == b""
    printed.decode("utf-8")


def test_a_fault_can_be_redirected(redirected):
    assert "γ" in redirected("plan", "--gamma", "2", "--margin", "0.1")[1].decode("utf-8")


def run(**options) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "survey", *PLAN],
        env=os.environ | {"PYTHONIOENCODING": CODE_PAGE},
        timeout=60,
        **options,
    )


def test_a_pipe_of_a_real_process_is_utf_8():
    done = run(capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "γ" in done.stdout.decode("utf-8")


def test_a_terminal_keeps_its_encoding_and_is_told_all_that_it_can_show():
    screen, keyboard = pty.openpty()
    done = run(stdout=keyboard, stderr=subprocess.PIPE)
    os.write(keyboard, b"end\n")
    shown = os.read(screen, 65536)
    os.close(keyboard)
    os.close(screen)
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"\u03b3" in shown


def run_closed(*arguments: str, closed: str) -> subprocess.CompletedProcess:
    """`survey ARGUMENTS` as a shell starts it after `>&-`, `2>&-` or `<&-`."""
    command = [sys.executable, "-m", "survey", *arguments]
    shell = ["sh", "-c", f'exec "$@" {closed}', "sh", *command]
    return subprocess.run(shell, input=b"", capture_output=True, timeout=60)


@pytest.fixture
def closed_output(monkeypatch, capsys):
    """Runs the command line with a closed standard output: its exit code and what it reports."""

    def run(*arguments: str) -> tuple[int, str]:
        with monkeypatch.context() as patched, pytest.raises(SystemExit) as ended:
            patched.setattr(sys, "stdout", None)
            main([*arguments])
        return ended.value.code, capsys.readouterr().err

    return run


CLOSED = "Error: Standard output is closed. Let it lead to a terminal, a file or a pipe.\n"


@pytest.mark.parametrize("name", [*COMMANDS])
def test_a_closed_output_is_a_sentence(closed_output, name):
    assert closed_output(name, "--help") == (1, CLOSED)


def test_bytes_and_tokens_to_a_closed_output_are_a_sentence(
    closed_output, config, store, open_survey
):
    data = ("--data", str(config.data))
    for command in (["export", "--format", "codebook-csv"], ["tokens", "--count", "2"]):
        code, err = closed_output(command[0], "bcd234", *command[1:], *data)
        assert (code, err.splitlines(keepends=True)[-1]) == (1, CLOSED)


def test_a_real_process_says_which_of_its_streams_is_closed():
    done = run_closed(*PLAN, closed=">&-")
    assert (done.returncode, done.stderr.decode()) == (1, CLOSED)
    done = run_closed("estimate", "-", "--gamma", "1/4", closed="<&-")
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert done.stderr.startswith(b"Error: Standard input is closed.")


def test_a_closed_standard_error_changes_nothing_else():
    done = run_closed(*PLAN, closed="2>&-")
    assert (done.returncode, done.stdout) == (0, run(capture_output=True).stdout)
    assert run_closed("estimate", "-", "--gamma", "1/4", closed="2>&-").returncode == 1


@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_lines_go_out_one_by_one_where_python_buffers_nothing(name):
    program = (
        "import os, sys\nfrom survey.cli.output import make_output_portable\n"
        f"make_output_portable()\nsys.{name}.write('a line\\n')\nos._exit(0)"
    )
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, timeout=60, env=environment)
    assert done.stdout + done.stderr == b"a line\n"
