"""survey doctor: every fault of the program and the machine is found and named."""

import os
from importlib import metadata
from types import SimpleNamespace

import pytest

from survey.cli.checks import installation
from survey.cli.commands.doctor import find
from survey.errors import ConfigError


@pytest.fixture
def noted(monkeypatch):
    """Makes this release one of which pip has noted other needs."""
    real = metadata.distribution

    def note(*requires: str, python: str = ">=3.11") -> None:
        ours = SimpleNamespace(requires=requires, metadata={"Requires-Python": python})
        monkeypatch.setattr(
            metadata, "distribution", lambda name: ours if name == "deniable" else real(name)
        )

    return note


@pytest.mark.parametrize(
    ("requires", "words"),
    [(("click>=99",), "click is"), (("nosuchlibrary>=1", "click>=8"), "nosuchlibrary is missing"),
     (("flask<3",), "<3 is needed")],
)  # fmt: skip
def test_a_library_that_is_missing_or_of_another_version_is_found(fault, noted, requires, words):
    noted(*requires)
    assert words in fault("libraries")


def test_an_extra_is_needed_only_where_it_is_used(noted):
    noted('nosuchlibrary>=1; extra == "postgres"', "click>=8")
    assert "All 1 libraries" in installation.dependencies()
    with pytest.raises(ConfigError, match="nosuchlibrary"):
        installation.dependencies(["postgres"])


def test_another_python_is_found(fault, noted):
    noted(python=">=4")
    assert ">=4 is needed" in fault("python")


def test_a_checkout_that_is_not_installed_is_said(monkeypatch):
    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", missing)
    with pytest.raises(ConfigError, match=r"pip install \."):
        installation.python()


@pytest.mark.parametrize("version", [(3, 37, 2), (3, 8, 11)])
def test_an_old_sqlite_is_found(version):
    with pytest.raises(ConfigError, match="too old"):
        installation.sqlite(version)


def test_missing_templates_are_found(fault, monkeypatch, tmp_path):
    monkeypatch.setattr(installation, "folder", lambda name: tmp_path / name)
    assert "base.html is missing" in fault("files")


def test_a_low_limit_of_open_files_is_found(fault, monkeypatch):
    monkeypatch.setattr(installation, "most_open_files", lambda: None)
    assert find("", installation.open_files).well
    monkeypatch.setattr(installation, "most_open_files", lambda: 1024)
    assert "LimitNOFILE" in fault("open files")


def test_a_clock_that_stands_at_its_beginning_is_found(data):
    with pytest.raises(ConfigError, match="The clock says 1970-01-01"):
        installation.clock(now=0.0)
    file = data / "survey.db"
    os.utime(file, (file.stat().st_atime, file.stat().st_mtime + 3 * 24 * 3600))
    with pytest.raises(ConfigError, match=r"survey\.db is of a later day"):
        installation.clock([file])
    assert installation.clock([data / "nosuch"])
