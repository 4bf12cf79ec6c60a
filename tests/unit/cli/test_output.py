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
