"""The frame of the command line: lazy commands, exit codes, and one sentence for every fault."""

import errno
import json
import os
import pty
import resource
import signal
import subprocess
import sys
import tempfile
import types

import click
import pytest

from survey import __version__
from survey.cli import COMMANDS, command_line, main
from survey.errors import DataError, ParameterError

PLAN = ("plan", "--gamma", "1/4", "--margin", "0.1")
SERVER = {"numpy", "scipy", "flask", "granian"}
HEAVY = SERVER | {"sqlite_utils", "pandas"}


@pytest.fixture
def add_failing_command(monkeypatch):
    """Adds the command `fail`, which raises the given exception."""

    def add(exception: BaseException) -> None:
        @click.command()
        def fail():
            raise exception

        module = types.ModuleType("fail")
        module.fail = fail
        monkeypatch.setitem(sys.modules, "survey.cli.commands.fail", module)
        monkeypatch.setitem(COMMANDS, "fail", "Fail.")

    return add


def process(*arguments: str, **options) -> subprocess.CompletedProcess:
    """`survey ARGUMENTS` in a process of its own."""
    command = [sys.executable, "-m", "survey", *arguments]
    return subprocess.run(command, timeout=60, **options)


def modules_loaded_by(*arguments: str) -> set[str]:
    program = (
        "import atexit, sys, survey.cli\n"
        "atexit.register(lambda: print('loaded', *sys.modules))\n"
        "survey.cli.main(sys.argv[1:])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, timeout=60, check=True
    )
    return set(done.stdout.decode().splitlines()[-1].split()[1:])


def heavy_modules_loaded_by(*arguments: str) -> set[str]:
    return HEAVY & modules_loaded_by(*arguments)


def test_the_list_of_commands_imports_none_of_them():
    own = {name for name in modules_loaded_by("--help") if name.startswith("survey")}
    marks = {"survey.translations", "survey.translations.marked"}  # of the errors' sentences
    assert own == {"survey", "survey.cli", "survey.cli.output", "survey.errors"} | marks


def test_the_schemas_library_is_imported_to_change_a_schema_only(tmp_path):
    """sqlite-utils brings in pandas, wherever that is installed."""
    (tmp_path / "x.toml").write_text('title = "T"\n[[questions]]\ntext = "A?"\n')
    data = ("--data", str(tmp_path / "instance"))
    assert "sqlite_utils" in heavy_modules_loaded_by("create", str(tmp_path / "x.toml"), *data)
    open_again = ("instructors", "list", *data)
    assert not {"sqlite_utils", "pandas"} & heavy_modules_loaded_by(*open_again)


def test_a_start_loads_no_special_functions(tmp_path):
    """scipy.special takes a sixth of the time until the server answers; pages that want it wait."""
    program = (
        "import pathlib, sys\n"
        "from survey.app import create_app\n"
        "from survey.app.configuration import Config\n"
        "create_app(Config(pathlib.Path(sys.argv[1])))\n"
        "print(*sys.modules)"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    loaded = subprocess.run(command, capture_output=True, timeout=60, check=True).stdout.split()
    assert b"scipy" in loaded
    assert b"scipy.special" not in loaded


def test_version(survey_command):
    assert survey_command("--version").out == f"survey, version {__version__}\n"


def test_every_row_of_the_table_is_the_command_of_that_name():
    for name, said in COMMANDS.items():
        assert command_line.get_command(None, name).name == name
        # On one line of a terminal, beside the longest name.
        assert said.endswith(".")
        assert len(said) <= 60


def test_help_lists_every_command_and_each_has_examples(survey_command):
    out = survey_command("--help").out
    assert "survey serve" in out
    for name in COMMANDS:
        assert f"\n  {name} " in out
        assert "Example" in survey_command(name, "--help").out, name


def test_unknown_command_is_wrong_usage(survey_command):
    outcome = survey_command("nope")
    assert outcome.code == 2
    assert "No such command 'nope'" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "loaded"),
    [(["--version"], set()), (PLAN, {"numpy", "scipy"}),
     (["serve", "--help"], SERVER)],
)  # fmt: skip
def test_a_command_loads_only_what_it_needs(arguments, loaded):
    """The last row is the control: what a server needs is seen to be loaded."""
    assert heavy_modules_loaded_by(*arguments) == loaded


@pytest.mark.parametrize(
    ("exception", "code", "err"),
    [
        (DataError("The file is wrong. Mend it."), 1, "Error: The file is wrong. Mend it.\n"),
        (ParameterError("γ is wrong."), 2, "Error: γ is wrong.\n"),
        (OSError(errno.EACCES, "Not allowed", "a.csv"), 1, "Error: a.csv: Not allowed.\n"),
        (OSError(), 1, "Error: OSError.\n"),
    ],
)
def test_fault_is_a_sentence_and_an_exit_code(
    survey_command, add_failing_command, exception, code, err
):
    add_failing_command(exception)
    outcome = survey_command("fail")
    assert (outcome.code, outcome.out, outcome.err) == (code, "", err)


def test_interruption_is_exit_code_130(survey_command, add_failing_command):
    add_failing_command(KeyboardInterrupt())
    outcome = survey_command("fail")
    assert (outcome.code, outcome.out, outcome.err.strip()) == (130, "", "Stopped.")


def test_unexpected_exception_is_a_sentence_without_its_words(
    monkeypatch, capsys, add_failing_command
):
    monkeypatch.delenv("SURVEY_DEBUG", raising=False)
    add_failing_command(KeyError("the answer is yes"))
    with pytest.raises(SystemExit) as ended:
        main(["fail"])
    assert ended.value.code == 1
    err = capsys.readouterr().err
    assert err == "Error: Unexpected KeyError. Set SURVEY_DEBUG=1 to see where.\n"


def test_unexpected_exception_is_shown_to_who_asks(monkeypatch, add_failing_command):
    monkeypatch.setenv("SURVEY_DEBUG", "1")
    add_failing_command(KeyError("a key"))
    with pytest.raises(KeyError, match="a key"):
        main(["fail"])


UNBUFFERED = pytest.mark.parametrize("unbuffered", ["", "1"])


@pytest.fixture
def nobody_reads():
    """The writing end of a pipe that nobody reads from."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


@pytest.mark.first_cell
@UNBUFFERED
@pytest.mark.parametrize("command", [PLAN, ["--help"], ["--version"], ["plan", "--help"]])
def test_reader_that_leaves_is_no_fault(nobody_reads, monkeypatch, command, unbuffered):
    """As in `survey plan … | true`."""
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    done = process(*command, stdout=nobody_reads, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")


def test_fault_that_nobody_reads_keeps_its_exit_code(nobody_reads):
    assert process("nope", stdout=nobody_reads, stderr=nobody_reads).returncode == 2


@pytest.mark.first_cell
@UNBUFFERED
@pytest.mark.parametrize("command", [PLAN, ["--help"], ["client", "--manifest"]])
def test_full_disk_is_one_sentence(monkeypatch, command, unbuffered):
    """Python of its own complains once more when it ends, or takes a part for the whole."""
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    with open("/dev/full", "wb") as full:
        done = process(*command, stdout=full, stderr=subprocess.PIPE)
    told = (done.returncode, done.stderr.splitlines()[-1])
    assert told == (1, b"Error: No space left on device.")
    assert b"Exception" not in done.stderr


def test_output_is_written_whole_where_python_buffers_nothing(monkeypatch):
    """A file that may not grow takes a part, as a full disk does."""
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")

    def limited():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    with tempfile.TemporaryFile() as file:
        done = process(
            "lab", "attempts", "--format", "json",
            stdout=file, stderr=subprocess.PIPE, preexec_fn=limited,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, b"Error: File too large.\n")


def test_as_a_user_would_run_it():
    """From standard input, through a real process."""
    reports = b"cheated\nyes\nno\nno\n"
    done = process("estimate", "-", "--gamma", "1/3", input=reports, capture_output=True)
    assert done.returncode == 0
    assert "reported yes   1 (33.3%)" in done.stdout.decode()


@pytest.mark.parametrize("content", [b"a\n\xff\n", b"a\nmaybe\n"])
def test_standard_input_is_named_in_words(content):
    done = process("estimate", "-", "--gamma", "1/3", input=content, capture_output=True)
    assert done.returncode == 1
    assert done.stderr.startswith(b"Error: standard input")


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_shown_on_a_terminal_only(tmp_path, terminal):
    path = tmp_path / "many.csv"
    path.write_text("a\n" + "1\n0\n" * 15_000)
    screen, keyboard = pty.openpty()
    done = process(
        "estimate", str(path), "--gamma", "1/4", "--format", "json",
        stdout=subprocess.PIPE, stderr=keyboard if terminal else subprocess.PIPE,
    )  # fmt: skip
    os.write(keyboard, b"end\n")
    shown = os.read(screen, 65536) if terminal else done.stderr
    os.close(keyboard)
    os.close(screen)
    assert (b"Reading" in shown) == terminal
    assert terminal or shown == b""
    (question,) = json.loads(done.stdout)["questions"]
    assert (question["respondents"], question["reported_yes"]) == (30_000, 15_000)
