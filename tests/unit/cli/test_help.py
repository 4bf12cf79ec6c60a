"""The help of every command: what one gets, examples that run, 80 columns."""

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing
from types import SimpleNamespace

import click
import pytest
from example_instance import fill
from live_server import serving

from survey.app import create_app
from survey.app.configuration import Config
from survey.app.instance_keys import make_keys
from survey.cli import COMMANDS, command_line, main
from survey.cli.commands import serve
from survey.cli.server import addresses
from survey.core.instrument.parsing import validate
from survey.core.instrument.same_questions import for_group
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.store.sqlite.engine import SQLiteStore
from survey.wire.stating import sign_missing_statements

COLUMNS = 80
HERE = "http://127.0.0.1:8000"
PUBLIC = "https://survey.example.org"  # the doctor asks it what phones would get
FILES = {
    "final.toml": 'title = "After the final"\n[[questions]]\ntext = "Did you cheat?"\n',
    "questions.txt": "Did you cheat on the final?\nHow fair was it?\n  1-5\n",
    "exams.csv": "copied,wrote,age,faculty\n"
    + "".join(f"{n % 2},{n // 2 % 2},{20 + n % 7},{'ab'[n % 3 == 0]}\n" for n in range(60)),
    "votes.csv": "vote\n" + "red\ngreen\n" * 20,
}
# What its reader has run before.
BEFORE = {
    "survey restore": ["backup kept.db --keys kept.keys"],
    "survey instructors password": ["instructors add ada"],
    "survey instructors remove": ["instructors add ada", "instructors add grace"],
}
GROUPS = {"monday": "mnd234", "tuesday": "tsd234"}


def each(command: click.Command, context: click.Context) -> Iterator[click.Context]:
    """A context for the command and for all below it."""
    yield context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            yield from each(below, click.Context(below, context, info_name=name))


ALL = list(each(command_line, click.Context(command_line, info_name="survey")))
BELOW = ALL[1:]


def ids(context: click.Context) -> str:
    return context.command_path.removeprefix("survey ")


def examples(command: click.Command) -> list[str]:
    """The commands of the paragraph that begins with "Examples:", without remarks."""
    _, _, after = command.epilog.partition("Examples:\n")
    lines = after.split("\n\n")[0].splitlines()
    return [re.sub(r" {2,}\(.*\)$", "", line.strip()) for line in lines]


@pytest.mark.parametrize("context", ALL, ids=ids)
def test_help_fits_80_columns(context, survey_command, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    told = survey_command(*context.command_path.split()[1:], "--help").out
    assert [line for line in told.splitlines() if len(line) > COLUMNS] == []


@pytest.mark.parametrize("context", BELOW, ids=ids)
def test_help_begins_with_a_sentence_of_what_one_gets(context):
    first, *_ = context.command.help.split("\n\n")
    assert re.fullmatch(r"\w[^.]*\.", first)
    if context.parent.command is command_line:
        assert first == COMMANDS[context.info_name]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """A folder with an instance and all files that examples name."""
    folder = tmp_path_factory.mktemp("prepared")
    (folder / "instance").mkdir(0o700)
    store = SQLiteStore(folder / "instance" / "survey.db")
    fill(store)
    for place, (name, code) in enumerate(GROUPS.items()):
        instrument = for_group(validate({"title": "t", "questions": [{"text": "q"}]}), name, 20)
        store.surveys.add(Survey(code, instrument, State.OPEN))
        for number in range(12):
            sent = Response(instrument.digest, f"{place}{number:031x}", (number % 2,))
            store.responses.add(code, sent)
        store.surveys.set_state(code, State.CLOSED)
    sign_missing_statements(store, make_keys(folder / "instance").signing_key)
    homework = store.surveys.get("fgh234").instrument.digest
    store.close()
    for name, content in FILES.items():
        (folder / name).write_text(content, "utf-8")
    line = (
        '{"format":"deniable-response/1","code":"fgh234","response":{"instrument":"'
        f'{homework}","response_id":"{9:032x}","reports":[1]}}}}\n'
    )
    (folder / "handed-over.txt").write_text(line, "utf-8")
    with closing(SQLiteStore(folder / "instance" / "survey.db")) as store:
        create_app(Config(folder / "instance"), store)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for command in (
            "export bcd234 --format csv --output reports.csv",
            "export bcd234 --output all.json",
            *(f"export {code} --output {name}.json" for name, code in GROUPS.items()),
        ):
            with pytest.raises(SystemExit) as ended:
                main(command.split())
            assert ended.value.code == 0, command
    closed = json.loads((folder / "monday.json").read_text("utf-8"))
    (folder / "monday-statement.txt").write_text(closed["statements"][-1], "utf-8")
    return folder


@pytest.fixture
def folder(prepared, tmp_path, monkeypatch):
    """A copy of it, in which the examples of one command run."""
    copy = tmp_path / "copy"
    shutil.copytree(prepared, copy)
    monkeypatch.chdir(copy)
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    for name in ("SURVEY_DATA", "SURVEY_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    return copy


@pytest.mark.parametrize("context", BELOW, ids=ids)
def test_two_examples_or_more_run(context, folder, survey_command, typing, monkeypatch):
    path, lines = context.command_path, examples(context.command)
    assert len(lines) >= 2
    assert sum(line.startswith(path) for line in lines) >= 1
    typing("yes", "1")
    # A server that starts would not end, and its port may be in use.
    monkeypatch.setattr(serve, "make_server", lambda *_: SimpleNamespace(serve=lambda **_: None))
    monkeypatch.setattr(serve, "check_port", lambda *_: None)
    monkeypatch.setattr(addresses, "_address_on_the_way_to", lambda _: "192.0.2.7")
    for line in BEFORE.get(path, []):
        assert survey_command(*line.split()).code == 0
    with ExitStack() as stack:
        if path == "survey doctor":
            lines = [line.replace(PUBLIC, HERE) for line in lines]
        here = HERE
        if any(HERE in line for line in lines):
            store = SQLiteStore(folder / "instance" / "survey.db")
            stack.callback(store.close)
            here = stack.enter_context(serving(create_app(Config(folder / "instance"), store)))
        for line in lines:
            outcome = survey_command(*shlex.split(line.replace(HERE, here))[1:])
            assert outcome.code == 0, f"{line}\n{outcome.err}"


@pytest.mark.parametrize(
    "epilog", ["Example:\n  survey plan", "Examples:\n  survey plan --gamma 1/4   (γ)\n\nMore."]
)
def test_examples_are_those_of_the_paragraph(epilog):
    found = examples(click.Command("x", epilog=epilog))
    assert found == (["survey plan --gamma 1/4"] if "Examples" in epilog else [])
