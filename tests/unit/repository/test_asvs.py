"""The security checklist has every requirement once, and names only what there is."""

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CHECKLIST = (Path(__file__).parent / "asvs.md").read_text("utf-8")

# How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has. Those of level 3
# come after them in every section.
SECTIONS = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2,
    "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1,
    "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2,
    "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4,
    "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
    "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4,
    "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2,
    "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1,
    "9.1": 3, "9.2": 4,
    "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3,
    "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
    "12.1": 3, "12.2": 2, "12.3": 4,
    "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5,
    "14.1": 2, "14.2": 4, "14.3": 3,
    "15.1": 3, "15.2": 3, "15.3": 7,
    "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3,
    "17.1": 1, "17.2": 4, "17.3": 2,
}  # fmt: skip
EVERY = [f"{section}.{n}" for section, most in SECTIONS.items() for n in range(1, most + 1)]


def rows(text: str) -> list[list[str]]:
    """The cells of every line that begins with a requirement's number."""
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if re.match(r"\| \d+\.\d+\.\d+", line)
    ]


def numbers(cell: str) -> list[str]:
    """1.2.6–1.2.8, 1.3.1 as four numbers."""
    found = []
    for part in cell.split(", "):
        first, _, last = part.partition("–")
        section, start = first.rsplit(".", 1)
        end = last.rsplit(".", 1)[1] if last else start
        found += [f"{section}.{n}" for n in range(int(start), int(end) + 1)]
    return found


def unheld(text: str) -> list[str]:
    """Lines that name neither a path nor a reason."""
    return [
        cells[0]
        for cells in rows(text)
        if len(cells) != 3
        or not re.search(r"`[\w/.-]+\.\w+`|Does not apply|Not met|(\S+ ){3}", cells[2])
    ]


def test_every_requirement_of_levels_1_and_2_has_one_line():
    assert len(EVERY) == 253
    counted = Counter(number for cells in rows(CHECKLIST) for number in numbers(cells[0]))
    assert [each for each in EVERY if counted[each] != 1] == []
    assert set(counted) == set(EVERY)


def test_every_line_names_a_test_or_a_reason():
    assert unheld(CHECKLIST) == []


def missing_paths(text: str) -> list[str]:
    paths = set(re.findall(r"`((?:survey|static|templates|tests)/[\w./-]+|pyproject\.toml)`", text))
    return [path for path in sorted(paths) if not (ROOT / path).exists()]


def test_paths_exist():
    assert CHECKLIST.count("`tests/") > 100
    assert missing_paths(CHECKLIST) == []


@pytest.mark.parametrize(
    "line", ["| 1.1.1 | x | |", "| 1.1.1 | x | `` |", "| 1.1.1 | x |", "| 1.1.1 | x | yes |"]
)
def test_the_check_catches_a_line_that_is_held_by_nothing(line):
    assert unheld(line) == ["1.1.1"]


def test_the_check_catches_a_path_that_does_not_exist():
    assert missing_paths("`tests/unit/test_none.py`") == ["tests/unit/test_none.py"]
    assert numbers("1.2.6–1.2.8, 1.3.1") == ["1.2.6", "1.2.7", "1.2.8", "1.3.1"]
