"""Work aside: in a process that gives way, few at a time, ended in time, again after its end."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import Full

import pytest
from patience import wait_until

from survey.systems import BACKGROUND_PRIORITY
from survey.web.http.side_process import MOST_WAITING, SideProcess


@pytest.fixture
def process():
    process = SideProcess()
    yield process
    process.close()


def test_a_function_is_called_in_one_process_that_gives_way(process):
    number = process.call(20, os.getpid)
    assert number == process._process.pid != os.getpid()
    assert os.getpriority(os.PRIO_PROCESS, number) == BACKGROUND_PRIORITY
    assert process.call(20, divmod, 7, 3) == (2, 1)
    assert process.call(20, os.getpid) == number


def test_what_takes_too_long_is_ended_and_the_next_call_is_answered(process):
    process.call(20, os.getpid)
    ended = process._process
    with pytest.raises(TimeoutError):
        process.call(0, time.sleep, 60)
    assert ended.returncode is not None
    assert process.call(20, os.getpid) != ended.pid


@pytest.mark.parametrize("how", [os.abort, os._exit])
def test_what_ends_the_process_is_said_and_the_next_call_is_answered(process, how):
    with pytest.raises(TimeoutError):
        process.call(20, how, *([1] if how is os._exit else []))
    assert process.call(20, divmod, 7, 3) == (2, 1)


def test_what_a_function_prints_is_no_answer(process, capfd):
    assert process.call(20, print, "canary") is None
    assert process.call(20, divmod, 7, 3) == (2, 1)
    assert "canary" in capfd.readouterr().err


def test_a_process_that_was_ended_is_started_anew(process):
    process.call(20, os.getpid)
    process._process.kill()
    process._process.wait()
    assert process.call(20, divmod, 7, 3) == (2, 1)


KILLED = """
import os, sys, time
from survey.web.http.side_process import SideProcess
process = SideProcess()
print(process.call(60, os.getpid), flush=True)
if sys.argv[1] == "calling":
    process.call(600, time.sleep, 600)
sys.stdin.read()
"""


@pytest.mark.parametrize("meanwhile", ["waiting", "calling"])
def test_it_ends_with_a_server_that_is_killed(meanwhile):
    """Nothing closes it then: it hears that its input has ended, also in the middle of a call."""
    command = [sys.executable, "-c", KILLED, meanwhile]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        number = int(server.stdout.readline())
        server.kill()
    wait_until(lambda: not is_running(number))


def is_running(process: int) -> bool:
    """Whether there is such a process, though nobody may have asked for its exit code."""
    try:
        said = Path(f"/proc/{process}/stat").read_text("utf-8")
    except FileNotFoundError:
        return False
    return said.rpartition(")")[2].split()[0] != "Z"


def test_few_wait_and_take_turns(process):
    inside, free, most = [], threading.Event(), []

    def work():
        with process.turn():
            inside.append(1)
            most.append(len(inside))
            assert free.wait(20)
            inside.pop()

    threads = [threading.Thread(target=work) for _ in range(MOST_WAITING)]
    for thread in threads:
        thread.start()
    while process._places._value:  # all are there, and one has its turn
        pass
    with pytest.raises(Full), process.turn():
        pass
    free.set()
    for thread in threads:
        thread.join()
    assert most == [1] * MOST_WAITING
    with process.turn():
        pass
