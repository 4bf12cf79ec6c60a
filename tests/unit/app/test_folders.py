"""Templates and static files: found in a checkout and in a wheel, under a name of their content."""

import re
import shutil

import pytest

from survey.app import folders
from survey.app.folders import content_digest, folder


@pytest.mark.parametrize(
    ("name", "file"), [("templates", "base.html"), ("static", "client/mechanism.js")]
)
def test_folder_is_found(name, file):
    assert (folder(name) / file).is_file()


def test_folder_inside_the_package_comes_before_the_one_beside_it(tmp_path, monkeypatch):
    package = tmp_path / "survey"
    (package / "static").mkdir(parents=True)
    (tmp_path / "static").mkdir()
    (tmp_path / "templates").mkdir()
    monkeypatch.setattr(folders, "_PACKAGE", package)
    assert folder("static") == package / "static"
    assert folder("templates") == tmp_path / "templates"


@pytest.fixture
def static(tmp_path):
    return shutil.copytree(folder("static"), tmp_path / "static")


def test_digest_is_of_the_content_alone(static, tmp_path):
    copy = shutil.copytree(static, tmp_path / "elsewhere")
    assert content_digest(static) == content_digest(copy)
    assert re.fullmatch("[0-9a-f]{12}", content_digest(static))


def test_digest_changes_with_any_byte_name_or_file(static):
    seen = {content_digest(static)}
    style = static / "styles" / "style.css"
    style.write_bytes(style.read_bytes() + b" ")
    seen.add(content_digest(static))
    style.rename(style.with_name("style2.css"))
    seen.add(content_digest(static))
    (static / "deeper").mkdir()
    (static / "deeper" / "new.js").touch()
    seen.add(content_digest(static))
    (static / "deeper" / "new.js").unlink()
    assert len(seen) == 4
    assert content_digest(static) in seen  # an empty folder is no content
