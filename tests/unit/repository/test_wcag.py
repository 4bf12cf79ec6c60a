"""The table of accessibility has every criterion once, and names only tests that there are."""

import re
from collections import Counter
from pathlib import Path

import pytest
from sources import files_of

ROOT = Path(__file__).parents[3]
TABLE = (Path(__file__).parent / "wcag.md").read_text("utf-8")

# The success criteria of WCAG 2.2 of 5 October 2023, by level. 4.1.1 is no longer one.
LEVELS = {
    "A": "1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 "
    "2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 "
    "3.3.7 4.1.2",
    "AA": "1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 "
    "2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3",
}
CRITERIA = [(number, level) for level in LEVELS for number in LEVELS[level].split()]
STATES = {"met", "does not apply", "not met"}


def rows(text: str) -> list[list[str]]:
    """The cells of every line that begins with a criterion's number."""
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if re.match(r"\| \d+\.\d+\.\d+", line)
    ]


def faults(text: str) -> list[str]:
    """Lines without a state, or whose state the last column does not bear out."""
    found = []
    for number, *cells in rows(text):
        state, evidence = cells[-2:]
        named = re.search(r"`tests/[\w/]+\.py", evidence)
        argued = len(evidence.split()) > 2
        held = {
            "met": named or (argued and "**Not met**" not in evidence),
            "does not apply": argued,
            "not met": argued and evidence.startswith("**Not met**"),
        }
        if len(cells) != 4 or state not in STATES or not held[state]:
            found.append(number)
    return found


def missing(text: str) -> list[str]:
    """Named files, and tests within them, that there are not."""
    found = []
    for path, _, test in re.findall(r"`((?:tests|survey)/[\w./-]+\.\w+)(::(\w+))?`", text):
        file = ROOT / path
        if not file.exists() or (test and f"\ndef {test}(" not in file.read_text("utf-8")):
            found.append(f"{path}::{test}" if test else path)
    return found


def test_every_criterion_of_levels_a_and_aa_has_one_line():
    assert len(CRITERIA) == 55
    counted = Counter((number, level) for number, level, *_ in rows(TABLE))
    assert [each for each in CRITERIA if counted[each] != 1] == []
    assert set(counted) == set(CRITERIA)


def test_every_state_is_borne_out():
    assert faults(TABLE) == []


def test_every_named_test_exists():
    assert TABLE.count("`tests/") > 60
    assert missing(TABLE) == []


@pytest.mark.parametrize(
    "line",
    [
        "| 1.1.1 | A | x | met | |",
        "| 1.1.1 | A | x | met |",
        "| 1.1.1 | A | x | perhaps | By hand: it looks right |",
        "| 1.1.1 | A | x | met | **Not met** where it matters |",
        "| 1.1.1 | A | x | not met | But it hardly matters |",
        "| 1.1.1 | A | x | does not apply | No |",
    ],
)
def test_the_check_catches_a_line_that_is_not_borne_out(line):
    assert faults(line) == ["1.1.1"]


def early(script: str) -> set[str]:
    """Events that a script listens for and that come before a press is done, or without one."""
    heard = re.findall(r"addEventListener\(\s*[\"'](\w+)|\.on([a-z]+) = ", script)
    before = re.compile(r"pointer|mouse|touch|drag|focus|blur|device|gesture|wheel")
    return {one or other for one, other in heard if before.match(one or other)}


def test_scripts_wait_for_a_press_or_a_change():
    scripts = files_of("static", "*.js")
    found = {path.name: early(path.read_text("utf-8")) for path in scripts}
    # A question that is dragged can be dragged back, and buttons move it, too; so can a figure of
    # the lab, which has its slider. A swipe turns a slide, and another turns it back; so do links.
    # While a finger is down, what arrives waits; no press does anything earlier for it.
    assert {name: events for name, events in found.items() if events} == {
        "question_drag.js": {"pointerdown", "pointermove"},
        "dragging.js": {"pointerdown", "pointermove", "pointerup", "pointercancel"},
        "released.js": {"pointerdown"},
        "talk.js": {"touchstart", "touchend"},
    }
    assert early('box.addEventListener("mousedown", go); a.onfocus = go') == {"mousedown", "focus"}


def test_no_stylesheet_reorders():
    reordering = re.compile(r"(?<![\w-])order\s*:|-reverse\b")
    sheets = {path.name: path.read_text("utf-8") for path in files_of("static", "*.css")}
    assert "style.css" in sheets
    assert [name for name, css in sheets.items() if reordering.search(css)] == []
    assert reordering.search("p { order: 2 }") and reordering.search("flex-direction: row-reverse")
    assert not reordering.search("border: 1px solid")


def test_the_check_catches_a_test_that_does_not_exist():
    assert missing("`tests/unit/test_none.py`") == ["tests/unit/test_none.py"]
    assert missing("`tests/unit/repository/test_wcag.py::test_no`") == [
        "tests/unit/repository/test_wcag.py::test_no"
    ]
    assert missing("`tests/unit/repository/test_wcag.py::test_every_named_test_exists`") == []
