"""The modules become one script in the order of their imports; what cannot be read is refused."""

import json
import re
import subprocess

import pytest
from node import NODE

from survey.app.folders import folder
from survey.client_build.build import AFTER_SEND, ENTRY, OPENING
from survey.client_build.bundle import for_a_phone, join_in_parts, join_modules, within_page
from survey.errors import ConfigError


@pytest.fixture
def modules(tmp_path):
    """Writes modules by their names, and returns their folder."""

    def write(**sources: str):
        for name, source in sources.items():
            path = tmp_path / f"{name.replace('__', '/')}.js"
            path.parent.mkdir(exist_ok=True)
            path.write_text(source, "utf-8")
        return tmp_path

    return write


def test_what_is_imported_comes_before_once_and_comments_go(modules):
    place = modules(
        a='/* About a. */\nimport { two } from "./b.js";\n'
          'import { one } from "./in/c.js";\n'
          "// Why.\nresult(two + one);\n",
        b='import { one } from "./in/c.js";\nexport const two = one + 1;\n',
        in__c='export const one = 1; // As said.\nconst at = "http://a"; // b\n',
    )  # fmt: skip
    script = join_modules(place, "a.js")
    assert script.index("one = 1") < script.index("two = one + 1") < script.index("result(")
    assert script.count("one = 1") == 1
    assert "About" not in script
    assert "Why" not in script
    assert "As said" not in script
    assert '"http://a";\n' in script


def test_indentation_goes_and_no_text_of_the_client_holds_any(modules):
    script = join_modules(modules(a='if (x) {\n  y("  z");\n}\n'), "a.js")
    assert 'if (x) {\ny("  z");\n}\n' in script
    for source in (folder("static") / "client").rglob("*.js"):
        for line in for_a_phone(source.read_text("utf-8")).splitlines():
            assert line.count("`") % 2 == 0, f"a text goes on in a second line: {source.name}"


def test_styles_keep_no_comment_at_the_end_of_a_line():
    for source in (folder("static") / "styles").glob("*.css"):
        assert "*/" not in for_a_phone(source.read_text("utf-8")), source.name


def test_joined_script_does_what_the_modules_do(modules):
    place = modules(
        a='import { add } from "./b.js";\nconst hidden = 2;\n'
          "console.log(JSON.stringify(add(hidden)));\n",
        b="const secret = 40;\nexport function add(value) { return value + secret; }\n",
    )  # fmt: skip
    script = join_modules(place, "a.js")
    ran = subprocess.run([NODE, "-e", script], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == 42


def test_parts_do_what_the_modules_do_and_have_each_module_once(modules):
    place = modules(
        a='import { add } from "./b.js";\nimport { one } from "./c.js";\n'
          'import { own } from "./d.js";\n'
          "export const found = [add(own), one, typeof secret];\n",
        b='import { one } from "./c.js";\nconst secret = 40;\n'
          "export function add(value) { return value + secret + one; }\n",
        c="export const one = 1;\nexport const unused = 2;\n",
        d="export const own = 1;\n",
        e='import { found } from "./a.js";\nimport { add } from "./b.js";\n'
          "console.log(JSON.stringify([...found, add(found[1])]));\n",
    )  # fmt: skip
    parts = join_in_parts(place, "b.js", "a.js", "e.js")
    whole = "".join(within_page(part) for part in parts)
    ran = subprocess.run([NODE, "-e", whole], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == [42, 1, "undefined", 42]
    assert "globalThis.begun = { ...globalThis.begun, add, one };" in parts[0]
    assert "const { add, found } = globalThis.begun;" in parts[2]
    assert whole.count("one = 1") == whole.count("own = 1") == 1


def test_parts_of_the_release_are_the_whole():
    client = folder("static") / "client"
    parts = join_in_parts(client, OPENING, ENTRY, AFTER_SEND)
    assert all("globalThis.begun" in part for part in parts)
    handing_over = re.compile(r"^.*globalThis\.begun.*\n", re.MULTILINE)
    joined = "".join(handing_over.sub("", part) for part in parts)
    assert sorted(joined.splitlines()) == sorted(
        join_modules(client, ENTRY, AFTER_SEND).splitlines()
    )


def test_what_comes_after_send_is_in_the_second_script_alone():
    opening, first, second = join_in_parts(folder("static") / "client", OPENING, ENTRY, AFTER_SEND)
    for name in ("drawResponse", "deliver", "verifies", "openReceipt", "savingReceipt"):
        declared = re.compile(rf"^(?:async )?function {name}\(", re.MULTILINE)
        assert declared.search(second), name
        assert not declared.search(opening + first), name


@pytest.mark.parametrize(
    "sources",
    [{"a": 'import { x } from "./a.js";\n'},
     {"a": 'import { x } from "./b.js";\n', "b": 'import { y } from "./a.js";\n'},
     {"a": 'import { x } from "./b.js";\n', "b": 'import { y } from "./in/c.js";\n',
      "in__c": 'import { x } from "../b.js";\n'}],
)  # fmt: skip
def test_modules_that_import_each_other_are_refused(modules, sources):
    with pytest.raises(ConfigError, match="import each other"):
        join_modules(modules(**sources), "a.js")


@pytest.mark.parametrize(
    "source",
    ['import x from "./b.js";\n', 'import * as b from "./b.js";\n', 'import "./b.js";\n',
     "import { x } from './b.js';\n", 'import { x } from "./b.js"\n', 'import { x } from "b";\n',
     'export { x } from "./b.js";\n', "export default 1;\n", "export let x = 1;\n",
     "const x = 1;\nexport { x };\n", 'const b = await import("./b.js");\n'],
)  # fmt: skip
def test_import_or_export_that_is_not_read_is_refused(modules, source):
    place = modules(a=source, b="export const x = 1;\n")
    with pytest.raises(ConfigError, match="is not read"):
        join_modules(place, "a.js")


@pytest.mark.parametrize(
    ("one", "other"),
    [("const x = 1;\n", "function x() {\n}\n"), ("const { y, x } = z;\n", "let x = 1;\n"),
     ("export async function x() {\n}\n", "const [x] = z;\n")],
)  # fmt: skip
def test_a_name_that_two_modules_have_is_refused(modules, one, other):
    place = modules(a=f'import {{ b }} from "./b.js";\n{one}', b=f"export const b = 1;\n{other}")
    with pytest.raises(ConfigError, match="both have x"):
        join_modules(place, "a.js")


def test_names_within_functions_are_their_own(modules):
    within = "{\n  const x = 1;\n}\n"
    place = modules(
        a='import { b } from "./b.js";\nconst x = b;\n', b=f"export function b() {within}"
    )
    assert join_modules(place, "a.js").count("const x =") == 2


def test_module_outside_the_folder_is_refused(modules):
    place = modules(in__a='import { x } from "../b.js";\n', b="export const x = 1;\n")
    with pytest.raises(ValueError, match="not in the subpath"):
        join_modules(place / "in", "a.js")


def test_another_name_for_an_import_is_refused(modules):
    place = modules(a='import { x as y } from "./b.js";\n', b="export const x = 1;\n")
    with pytest.raises(ConfigError, match="another name"):
        join_modules(place, "a.js")


def test_client_of_the_release_is_joined_whole():
    script = join_modules(folder("static") / "client", ENTRY)
    assert not re.search(r"^\s*(?:import|export)\b", script, re.MULTILINE)
    for name in ("uniformBelow", "readInstrument", "sha256", "KINDS", "respond"):
        assert (
            len(re.findall(rf"^(?:(?:async )?function|const) {name}\b", script, re.MULTILINE)) == 1
        )
