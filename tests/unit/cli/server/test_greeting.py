"""A start greets once, and only when a worker is ready."""

import multiprocessing
import sys

import pytest
from ports import unused_port

from survey.app.configuration import Config
from survey.app.instance_keys import KEY_FILES
from survey.cli.commands.serve import serve_requests
from survey.cli.output import replace_closed_streams
from survey.cli.server.greeting import Greeting, qr_code

LINES = ("Deniable runs here", "Stop with Ctrl-C.")


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_the_first_worker_greets_and_none_after_it(method, capfd):
    context = multiprocessing.get_context(method)
    # Made as by the command where this is how processes are started.
    greeting = Greeting(LINES, context.Lock())
    workers = [context.Process(target=greeting.tell) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    assert capfd.readouterr().out == "Deniable runs here\nStop with Ctrl-C.\n"


def test_a_worker_that_cannot_begin_ends_with_a_sentence_and_greets_nobody(
    config: Config, store, app, capsys
):
    """As when the key is gone between the command's look and the worker's."""
    (config.data / KEY_FILES[1]).unlink()
    greeting = Greeting(LINES)
    with pytest.raises(SystemExit) as ended:
        serve_requests(config, unused_port(), "text", greeting)
    assert ended.value.code == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("Error: The database belongs to the signing key ")
    assert said.err.count("\n") == 1
    greeting.tell()
    assert capsys.readouterr().out == "Deniable runs here\nStop with Ctrl-C.\n"


def test_a_closed_standard_output_keeps_nobody_from_starting(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    replace_closed_streams()
    assert qr_code("http://192.0.2.1:8000/")
    Greeting(LINES).tell()


def test_a_full_disk_for_what_is_printed_keeps_nobody_from_starting(monkeypatch):
    with open("/dev/full", "w", buffering=1) as full:
        monkeypatch.setattr(sys, "stdout", full)
        with pytest.raises(OSError, match="No space left"):
            print("the control")
        Greeting(LINES).tell()
        monkeypatch.undo()
        with pytest.raises(OSError, match="No space left"):
            full.close()
