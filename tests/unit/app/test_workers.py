"""A worker heeds SIGTERM at every moment: before its loop runs, and while it does."""

import signal
import subprocess
import sys

import pytest

# As Granian's worker sets its loop up (granian/_signals.py), without the server between.
WORKER = """
import asyncio, os, signal, sys
from granian._loops import loops
from granian.constants import Loops
from survey.app.workers import heed_signals

loop = loops.get(Loops.auto)
ended = asyncio.Event()
loop.add_signal_handler(signal.SIGTERM, ended.set)
if "heeding" in sys.argv:
    heed_signals(loop)
end = lambda: os.kill(os.getpid(), signal.SIGTERM)
if "running" in sys.argv:
    loop.call_later(0.1, end)
else:
    end()
loop.run_until_complete(asyncio.wait_for(ended.wait(), 60))
"""


def ended(*words: str, seconds: float = 60) -> int:
    command = [sys.executable, "-c", WORKER, *words]
    return subprocess.run(command, timeout=seconds, check=False).returncode


def test_a_signal_before_the_loop_runs_ends_it():
    assert ended("heeding") == -signal.SIGTERM


def test_a_signal_while_the_loop_runs_ends_it_in_order():
    assert ended("heeding", "running") == 0


def test_the_loop_alone_forgets_a_signal_that_comes_before_it_runs():
    """Should this fail, uvloop keeps such a signal now, and `heed_signals` is not needed."""
    with pytest.raises(subprocess.TimeoutExpired):
        ended(seconds=3)
