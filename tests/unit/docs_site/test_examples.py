"""Every example in the documentation runs, and prints what the page says."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from documentation_examples import Block, Examples, blocks_of
from example_instance import fill
from live_server import serving

from survey.app import create_app
from survey.app.configuration import Config
from survey.cli import main
from survey.docs_site.page import LANGUAGES, RUN
from survey.store.sqlite.engine import SQLiteStore
from survey.web.learning.documentation import FOLDER, site

PAGES = [entry for entry in site().navigation.entries if blocks_of(site().source(entry))]


@pytest.fixture(scope="session")
def filled(tmp_path_factory) -> Path:
    """The database, made once: 200 responses are 200 times on disk."""
    path = tmp_path_factory.mktemp("filled") / "survey.db"
    store = SQLiteStore(path)
    fill(store)
    store.close()
    return path


@pytest.fixture
def store(filled, tmp_path, monkeypatch):
    """An instance as the pages suppose it, in the folder in which their commands run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for name in ("SURVEY_DATA", "SURVEY_DATABASE", "SURVEY_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "instance").mkdir()
    shutil.copy(filled, tmp_path / "instance")
    store = SQLiteStore(tmp_path / "instance" / "survey.db")
    yield store
    store.close()


@pytest.fixture
def survey(store, tmp_path, capfd):
    """Runs a line's command in this process; the app is served while a page is read."""
    app = create_app(Config(tmp_path / "instance"), store)
    with serving(app) as address:

        def run(line: str) -> str:
            line = line.replace("http://127.0.0.1:8000", address)
            capfd.readouterr()
            with pytest.raises(SystemExit):
                main(shlex.split(line))
            told = capfd.readouterr()
            return (told.out + told.err).replace(address, "http://127.0.0.1:8000")

        yield run


@pytest.mark.parametrize("entry", PAGES, ids=lambda entry: entry.path)
def test_examples_run(entry, survey, tmp_path):
    examples = Examples(tmp_path, survey)
    for block in blocks_of(site().source(entry)):
        examples.run(block)


def test_no_block_escapes():
    """What the runner finds is what a page shows: no fence has another shape."""
    for path in Path(FOLDER).rglob("*.md"):
        source = path.read_text("utf-8")
        assert len(re.findall("^ *```", source, re.M)) == 2 * len(blocks_of(source)), path
        assert {block.language for block in blocks_of(source)} <= LANGUAGES


WRONG = {
    "python": ["assert 1 == 2", ">>> 1 + 1\n3", "1 +", ">>> nothing"],
    "console": ["$ survey plan --gamma 1/4 --margin 0.1\nNothing.", "$ ls", "$ survey nothing\nx"],
    "toml": ['title = "t"', "x ="],
    "json": ["{"],
    "csv": ["a,b\n1"],
    "sql": ["SELECT 1", "-- instance/survey.db\nSELECT 1\n-- 2",
            "-- instance/survey.db\nDELETE FROM survey"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language, all_ in WRONG.items() for text in all_]
)
def test_a_wrong_example_fails(language, text, survey, tmp_path, monkeypatch):
    with pytest.raises(Exception) as raised:  # noqa: PT011 - of whatever it is wrong in
        Examples(tmp_path, survey).run(Block(language, "", text + "\n", 1))
    assert raised.type is not AttributeError


def test_every_language_that_is_run_has_a_wrong_example():
    assert set(WRONG) == RUN


def test_right_examples_pass(survey, tmp_path):
    examples = Examples(tmp_path, survey)
    for language, file, text in [
        ("python", "", "x = 1\n"),
        ("python", "", ">>> x + 1\n2\n"),
        ("toml", "a.toml", 'title = "t"\n[[questions]]\ntext = "q"\n'),
        ("console", "", "$ survey create a.toml --dry-run\n…t…\n"),
        ("sql", "", "-- instance/survey.db\nSELECT count(*) FROM response;\n-- 200\n"),
        ("csv", "", "a,b\n1,2\n"),
        ("json", "", "{}\n"),
    ]:
        examples.run(Block(language, file, text, 1))
