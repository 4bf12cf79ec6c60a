"""What people are told to install is what this project declares, by a name that is registered.

Whoever registers a name that is advised and free owns all who follow the advice.
"""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from sources import files_of

ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
DECLARED = {
    Requirement(each).name for each in [*PROJECT["dependencies"], *sum(EXTRAS.values(), [])]
}
CODE = [*files_of("survey", "*.py"), *files_of("templates", "*.html")]
PAGES = [ROOT / "README.md", *files_of("survey/docs", "*.md")]

_ADVICE = re.compile(r"pip install (?:-\S+ )*('[^']+'|\S+)")


def advised(text: str) -> list[str]:
    """The first thing that each `pip install` in a text installs."""
    found = []
    for name in _ADVICE.findall(text):
        found.append(name.strip("'") if name[0] == "'" else re.match(r"[\w-]*", name)[0] or ".")
    return found


def is_sound(name: str, checkout: bool) -> bool:
    """A declared distribution; or, where a checkout is at hand, this one with its extras."""
    own = re.fullmatch(r"(?:\.|\./deniable-….whl)(?:\[([\w,]+)\])?", name)
    if own:
        return checkout and set((own[1] or "test").split(",")) <= set(EXTRAS)
    return Requirement(name).name in DECLARED


def test_a_running_app_advises_registered_names_alone():
    """It may have been installed from a wheel: there is no checkout to install from."""
    names = [(path, name) for path in CODE for name in advised(path.read_text("utf-8"))]
    assert {"pyarrow", "statsmodels", "psycopg[binary,pool]"} <= {name for _, name in names}
    # Doctor says it where the app runs from a checkout's folder, which is then at hand.
    wrong = {(path.name, name) for path, name in names if not is_sound(name, checkout=False)}
    assert wrong == {("installation.py", ".")}


def test_pages_advise_registered_names_and_the_checkout():
    names = [(path, name) for path in PAGES for name in advised(path.read_text("utf-8"))]
    assert len(names) >= 5
    assert [each for each in names if not is_sound(each[1], checkout=True)] == []


@pytest.mark.parametrize(
    "advice", ["pip install 'deniable[parquet]'", "pip install deniable", "pip install survey"]
)
def test_a_name_that_is_not_ours_is_caught(advice):
    (name,) = advised(advice)
    assert not is_sound(name, checkout=True)
