"""The direction of imports, and what must never appear in the code."""

import ast
import re
import sys
from pathlib import Path

import pytest
from imports import imported
from sources import files_of

from survey.core.intervals.registry import INTERVALS
from survey.exports.catalog import EXPORTS

ROOT = Path(__file__).parent.parent.parent.parent
PACKAGE = ROOT / "survey"
LAYERS = [
    "errors",
    "systems",
    "core",
    "text",
    "lab",
    "formats",
    "store",
    "wire",
    "exports",
    "client_build",
    "docs_site",
    "web",
    "app",
    "cli",
]
MODULES = files_of("survey", "*.py")
PAGES = files_of("static") + files_of("templates")
# statsmodels is optional, and imported only by the regression that needs it.
OUTSIDE_ALLOWED_IN_CORE = {"numpy", "scipy", "statsmodels"}
OUTSIDE_ALLOWED = {
    "errors": OUTSIDE_ALLOWED_IN_CORE,
    "systems": set(),
    "core": OUTSIDE_ALLOWED_IN_CORE,
    "text": {"babel"},  # how languages write figures
    "lab": OUTSIDE_ALLOWED_IN_CORE,
    "formats": {"babel", "defusedxml", "openpyxl"},
    "wire": {"nacl"},
    "client_build": {"babel", "jinja2", "zopfli"},
    "docs_site": {"click", "defusedxml", "latex2mathml", "markdown_it", "mdit_py_plugins"},
}


def layer_of(path: Path) -> str | None:
    """The layer of a file; None for the package's own __init__ and __main__."""
    first = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return first if first in LAYERS else None


def test_the_map_of_the_code_has_the_layers_in_their_order():
    page = (PACKAGE / "docs" / "reference" / "code.md").read_text(encoding="utf-8")
    assert f"`{' ← '.join(LAYERS)}`" in page
    folders = re.findall(r"^\| `survey/(\w+)/`", page, re.MULTILINE)
    described = [each for each in folders if each in LAYERS]
    assert described == [each for each in LAYERS if each in described]
    assert {*LAYERS} - {*described} == {"errors", "systems"}  # a module each


def wrong_imports(layer: str, source: str) -> list[str]:
    """Imports that go against the direction of LAYERS."""
    wrong = []
    for name in imported(source):
        parts = name.split(".")
        if name.startswith("."):
            # Where a relative import leads cannot be read off it; the code has none.
            wrong.append(name)
        elif parts[0] == "survey" and parts[1:]:
            if parts[1] in LAYERS and LAYERS.index(parts[1]) > LAYERS.index(layer):
                wrong.append(name)
        elif (
            layer in OUTSIDE_ALLOWED
            and parts[0] not in sys.stdlib_module_names
            and parts[0] not in OUTSIDE_ALLOWED[layer] | {"survey"}
        ):
            wrong.append(name)
    return wrong


# Within a layer, too: a room imports from those before it.
ROOMS = {
    "core": [
        "mechanism", "intervals", "estimates", "kinds", "instrument", "responses", "results",
        "compliance", "planning", "pooling", "simulation", "ready_made", "library",
    ],
    "text": ["kinds"],
    "lab": ["experiments", "lessons", "teaching"],
    "formats": ["xlsform", "surveyjs", "limesurvey", "moodle"],
    "store": ["interface", "sql", "sqlite", "postgresql", "maintenance"],
    "exports": ["xlsx", "datasette", "verification", "reading"],
    "docs_site": ["generated"],
    "web": [
        "http", "i18n", "charts", "accounts", "respondent", "results", "authoring", "running",
        "learning", "operations",
    ],
    "cli": ["server", "client", "columns", "checks", "commands"],
}  # fmt: skip


def imports_of_later_rooms(layer: str, room: str, source: str) -> list[str]:
    """Imports of a room from one that comes after it in ROOMS."""
    rooms = ROOMS[layer]
    found = [name.split(".") for name in imported(source)]
    return [
        ".".join(parts)
        for parts in found
        if parts[:2] == ["survey", layer]
        and parts[2] in rooms
        and rooms.index(parts[2]) > rooms.index(room)
    ]


def test_every_room_has_its_place_and_imports_go_one_way():
    folders = {
        path.relative_to(PACKAGE).parts
        for path in PACKAGE.rglob("*")
        if path.is_dir() and any(path.glob("*.py")) and path.parent != PACKAGE
    }
    folders = {parts for parts in folders if parts[0] != "docs"}
    assert folders == {(layer, room) for layer, rooms in ROOMS.items() for room in rooms}
    for layer, room in folders:
        for path in (PACKAGE / layer / room).glob("*.py"):
            assert imports_of_later_rooms(layer, room, path.read_text()) == [], path


@pytest.mark.parametrize(
    ("layer", "room", "source"),
    [("core", "mechanism", "from survey.core.estimates.shares import share"),
     ("web", "http", "from survey.web.operations import metrics"),
     ("store", "sqlite", "def late():\n    import survey.store.maintenance.open")],
)  # fmt: skip
def test_an_import_of_a_later_room_is_caught(layer, room, source):
    assert imports_of_later_rooms(layer, room, source)


def test_no_folder_is_a_heap():
    """What stands in one folder, one can survey."""
    for folder in {path.parent for path in [*MODULES, *PAGES]}:
        assert len([path for path in folder.iterdir() if path.is_file()]) <= 22, folder


def test_imports_go_one_way():
    for path in MODULES:
        if layer := layer_of(path):
            assert wrong_imports(layer, path.read_text()) == [], path


@pytest.mark.parametrize(
    ("layer", "source"),
    [("core", "import flask"), ("core", "from survey.store import Store"),
     ("store", "from survey.wire.problems import STATUS"), ("wire", "import flask"),
     ("wire", "from survey.web.http import errors"), ("web", "from survey import app"),
     ("store", "from ..web import errors"), ("core", "def late():\n    import requests"),
     ("errors", "import survey.core.mechanism"), ("lab", "from survey.store import Store"),
     ("core", "import openpyxl"), ("formats", "from survey.store import Store"),
     ("formats", "import flask"), ("docs_site", "import flask"),
     ("client_build", "import flask"), ("client_build", "from survey.web.http import extensions"),
     ("wire", "from survey.client_build.files import ClientFile"),
     ("docs_site", "from survey.cli import commands")],
)  # fmt: skip
def test_a_wrong_import_is_caught(layer, source):
    assert wrong_imports(layer, source)


def test_the_map_of_the_code_has_every_layer_and_room():
    page = (PACKAGE / "docs" / "reference" / "code.md").read_text("utf-8")
    assert f"`{' ← '.join(LAYERS)}`" in page
    rows = dict(re.findall(r"^\| `survey/(\w+)/` \| .*\|([^|]*)\|$", page, re.M))
    assert set(LAYERS) - set(rows) == {"errors", "systems"}  # a module each
    for layer in set(LAYERS) & set(rows):
        assert re.findall(r"`(\w+)`", rows[layer]) == ROOMS.get(layer, []), layer


def test_the_map_of_the_code_has_every_folder_of_static_files_and_templates():
    page = (PACKAGE / "docs" / "reference" / "code.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `static/(\w+)/` \| .*\|([^|]*)\|$", page, re.M))
    assert sorted(rows) == folders_in(ROOT / "static")
    for name, rooms in rows.items():
        assert sorted(re.findall(r"`(\w+)`", rooms)) == folders_in(ROOT / "static" / name), name
    assert set(folders_in(ROOT / "templates")) - {"client"} <= set(ROOMS["web"])


def folders_in(folder: Path) -> list[str]:
    """Their names, in order."""
    return sorted(path.name for path in folder.iterdir() if path.is_dir())


def intervals_named(source: str) -> list[str]:
    """The strings that are an interval's name. A key "class" is an attribute of HTML, too."""
    tree = ast.parse(source)
    keys = {id(key) for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and node.value in INTERVALS
        and not (node.value == "class" and id(node) in keys)
    ]


def test_intervals_are_named_by_their_own_modules_alone():
    """All others take the names from the registry, so that a new interval reaches them.

    But for the names that intervals had in files of earlier releases, and the verifiers that share
    nothing with the app.
    """
    earlier = PACKAGE / "text" / "earlier_definitions.py"
    apart = PACKAGE / "core" / "intervals", PACKAGE / "docs" / "programs"
    for path in MODULES:
        if path.parent not in apart and path != earlier:
            assert intervals_named(path.read_text()) == [], path
    name = re.compile(rf"[\"']({'|'.join(INTERVALS)})[\"']")
    for path in files_of("templates"):
        assert path.is_dir() or not name.search(path.read_text()), path


@pytest.mark.parametrize(
    "source",
    ['share.interval("class")', 'TITLES = {"anytime": "Anytime"}', 'default="hoeffding"',
     'if name == "population": pass', 'NAMES = ["class"]'],
)  # fmt: skip
def test_an_interval_named_elsewhere_is_caught(source):
    assert intervals_named(source)


def exports_named(source: str) -> list[str]:
    """The strings that are an address of an export."""
    known = {f"/{address}" for each in EXPORTS for address in (each.own, each.public) if address}
    return [
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and node.value in known
    ]


def test_exports_are_named_by_their_catalog_alone():
    """Pages, commands and the server take them from there, so that a new export reaches all."""
    for path in MODULES:
        if path != PACKAGE / "exports" / "catalog.py":
            # The estimates for programs are no file of the catalog, and have an address like one.
            own = {"/results.json"} if path.name == "public_page.py" else set()
            assert set(exports_named(path.read_text())) == own, path


@pytest.mark.parametrize(
    "source",
    ['@bp.get("/reports.csv")\ndef reports(): pass', 'MADE = ("/results.xlsx",)'],
)  # fmt: skip
def test_an_export_named_elsewhere_is_caught(source):
    assert exports_named(source)


def test_no_module_is_a_catch_all():
    for path in MODULES:
        assert path.stem not in {"utils", "helpers", "common", "manager"}


def weak_randomness(source: str) -> bool:
    """Whether Python source imports the module `random`, whole or a part of it."""
    return any(name.split(".")[0] == "random" for name in imported(source))


WEAK_IN_SCRIPT = re.compile(r"Math\s*(\?\.|\.|\[\s*[\"'`])\s*random")


def test_no_weak_randomness_touches_anything():
    for path in MODULES:
        assert not weak_randomness(path.read_text()), path
    for path in PAGES:
        assert not WEAK_IN_SCRIPT.search(path.read_text()), path


@pytest.mark.parametrize(
    "source",
    ["import random", "import random as r", "from random import choice",
     "def late():\n    from random import SystemRandom as S"],
)  # fmt: skip
def test_weak_randomness_in_python_is_caught(source):
    assert weak_randomness(source)


@pytest.mark.parametrize("source", ["Math.random()", "Math\n  .random()", "Math['random']()"])
def test_weak_randomness_in_a_script_is_caught(source):
    assert WEAK_IN_SCRIPT.search(source)


def test_nothing_is_loaded_from_another_host():
    """In templates and static files no address of another host appears."""
    for path in PAGES:
        addresses = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"']*", path.read_text()))
        assert addresses <= {"http://www.w3.org/2000/svg"}, path


def test_templates_hold_no_inline_script_style_or_unescaped_value():
    # They have script and style in themselves, and a policy that allows these by their digests.
    client = {ROOT / "templates" / "client" / name for name in ("shell.html", "single_file.html")}
    for path in set(files_of("templates", "*.html")) - client:
        text = path.read_text()
        assert not re.search(r"\son\w+=|\sstyle=|<style|\|\s*safe\b|javascript:", text), path
        for script in re.findall(r"<script\b[^>]*>", text):
            assert "src=" in script or 'type="application/json"' in script, path


def test_mirror_has_the_same_functions_in_the_same_order():
    python = ast.parse((PACKAGE / "core" / "mechanism" / "randomize.py").read_text())
    ours = [node.name for node in python.body if isinstance(node, ast.FunctionDef)]
    script = (ROOT / "static" / "client" / "mechanism.js").read_text()
    theirs = re.findall(r"^export function (\w+)", script, re.MULTILINE)
    assert [re.sub(r"_(\w)", lambda m: m[1].upper(), name) for name in ours] == theirs
    assert "import" not in re.sub(r"/\*.*?\*/", "", script, flags=re.DOTALL)
