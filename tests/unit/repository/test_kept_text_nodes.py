"""No script writes through a text node that it has kept, or found first.

A browser that translates a page puts other nodes in their places: what is written to the old ones
is never seen. A script writes whole elements instead (textContent, replaceChildren).
"""

import re

import pytest

from survey.app.folders import folder

STATIC = folder("static")
# What leads to a text node, or to whatever stands in its place; and what writes to one.
FORBIDDEN = {
    "client": re.compile(
        r"\b(?:(?:first|last)(?:Element)?Child|childNodes|(?:next|previous)(?:Element)?Sibling"
        r"|nodeValue|createTextNode|splitText|wholeText)\b|\.data\s*=(?!=)"
    ),
    "pages": re.compile(
        r"\b(?:(?:first|last)Child|(?:next|previous)Sibling|nodeValue|splitText|wholeText)\b"
        r"|\.data\s*=(?!=)"
    ),
}
# It compares what is on the page with what the server says, node by node, each time anew.
EXCEPT = {"pages/live/morph.js"}


def faults(name: str, source: str) -> list[str]:
    return FORBIDDEN[name.partition("/")[0]].findall(source)


def scripts() -> list[str]:
    return sorted(
        path.relative_to(STATIC).as_posix()
        for room in FORBIDDEN
        for path in (STATIC / room).rglob("*.js")
    )


def test_no_script_writes_through_a_kept_text_node():
    found = {
        name: found
        for name in scripts()
        if name not in EXCEPT and (found := faults(name, (STATIC / name).read_text("utf-8")))
    }
    assert found == {}


def test_no_exception_is_left_over():
    assert all(faults(name, (STATIC / name).read_text("utf-8")) for name in EXCEPT)


@pytest.mark.parametrize(
    "line",
    [
        "send.firstChild.data = words;",
        "const [text] = button.childNodes;",
        "line.firstElementChild.textContent = words;",
        "label.nodeValue = words;",
    ],
)
def test_a_kept_node_is_caught(line):
    assert faults("client/page/progress.js", line)
