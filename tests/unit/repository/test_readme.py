"""What the README and the documentation show is what there is; the README stays short."""

import math
import re
import struct
from fractions import Fraction
from pathlib import Path

import pytest
from sources import files_of
from widths import widest_class

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import from_toml
from survey.core.kinds.registry import KINDS
from survey.core.planning.planner import half_width
from survey.docs_site.page_links import anchor_of

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text("utf-8")
DOCS = ROOT / "survey" / "docs"
MOST_WORDS = 900  # two minutes
LARGEST_PICTURE = 150_000  # bytes


def examples(page: str) -> list[Instrument]:
    return [from_toml(block) for block in re.findall(r"```toml\n(.*?)```", page, re.S)]


def test_examples_of_instruments_are_some():
    page = (DOCS / "reference" / "instrument.md").read_text("utf-8")
    simple, every_kind, signed, starred, translated = examples(page)
    assert len(simple.questions) == 2
    assert {question.kind for question in every_kind.questions} == set(KINDS.values())
    assert all((signed.asked_by, signed.contact, signed.privacy_notice, signed.support))
    assert starred.known_of_stars
    assert translated.languages == ("en", "de")


def paths_of(page: str) -> set[str]:
    """Every file and folder of the repository that a page names."""
    return set(re.findall(r"`((?:survey|static|templates|tests)/[\w./-]+)`", page))


@pytest.mark.parametrize("page", files_of("survey/docs", "*.md"), ids=lambda page: page.stem)
def test_paths_exist(page):
    paths = paths_of(page.read_text("utf-8"))
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []


def test_promises_and_the_map_of_the_code_name_many_paths():
    for page in ("explanation/promises.md", "reference/code.md"):
        assert len(paths_of((DOCS / page).read_text("utf-8"))) > 15


def test_readme_is_read_in_two_minutes():
    assert len(README.split()) <= MOST_WORDS


def test_links_of_the_readme_lead_somewhere():
    links = re.findall(r"\]\(([^)#]+)(?:#([^)]+))?\)", README)
    assert len(links) > 10
    for path, anchor in links:
        assert (ROOT / path).exists(), path
        if anchor:
            headings = re.findall(r"^#+ (.*)$", (ROOT / path).read_text("utf-8"), re.M)
            assert anchor in map(anchor_of, headings), anchor


def test_readme_shows_one_small_picture_beside_the_script_that_makes_it():
    ((words, path),) = re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", README)
    assert len(words.split()) > 10
    picture = (ROOT / path).read_bytes()
    assert len(picture) < LARGEST_PICTURE
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    assert width > height > 400
    assert (ROOT / path).with_suffix(".py").exists()


def test_figures_of_the_readme_are_those_of_the_class_it_speaks_of():
    text = " ".join(README.split())
    many, few = (100 * widest_class(n, Fraction(1, 4)) for n in (200, 40))
    assert f"±{float(many):g} points if figures wait" in text
    watched = [
        math.ceil(round(100 * half_width(name, n, Fraction(1, 4), 0.95, cap=n), 9))
        for n in (200, 40)
        for name in ("horizon", "anytime")
    ]
    assert f"±{watched[0]} if you watch them and at most 200 can answer, ±{watched[1]}" in text
    assert f"with 40 to ±{math.ceil(few)}, ±{watched[2]} and ±{watched[3]}." in text
