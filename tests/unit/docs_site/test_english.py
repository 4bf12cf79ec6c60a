"""The tutorial and the how-to guides: short sentences, easy words, and no private ones."""

import pytest
from prose import WORDY, hard_english, length, sentences_of

from survey.web.learning.documentation import FOLDER, site

READ = {"tutorial", "how-to"}

HELD = [entry.file for entry in site().navigation.entries if entry.section in READ]


def faults(markdown: str) -> list[str]:
    return hard_english(sentences_of(markdown))


@pytest.mark.parametrize("file", HELD)
def test_a_page_is_easy_to_read(file):
    assert faults((FOLDER / file).read_text("utf-8")) == []


def test_pages_are_held():
    assert "tutorial/first-class.md" in HELD


TIRING = "This long a sentence is all right, but a page that has no shorter one tires a reader.\n\n"
OF_AN_AUTHORITY = "Institutional confidentiality considerations necessitate randomization.\n"


@pytest.mark.parametrize(
    ("page", "found"),
    [
        (f"Begin. So. Now. {WORDY}.\n", "31 words"),
        (TIRING * 5, "18.0 words a sentence"),
        (OF_AN_AUTHORITY, "a reading ease of"),
        ("Text.\n\n- Whoever reads it.\n", "Whoever"),
        ("Who reads the list knows it.\n", "Who reads"),
        ("Send it, else it waits.\n", "else"),
        ("> It is told\n> to them.\n", "told"),
    ],
)
def test_hard_english_is_noticed(page, found):
    assert any(found in each for each in faults(page)), faults(page)


def test_only_prose_is_measured():
    apart = [f"# {WORDY}", f"| {WORDY} |", f"```text\n{WORDY}\n```", f"![{WORDY}](x.webp)"]
    page = "\n\n".join([*apart, f"Read `{WORDY}` in 5 [ways](/owed).\n"])
    assert sentences_of(page) == ["Read 1 in 5 ways."]
    assert length("Read 1 in 5 ways.") == 5
    assert faults(page + "\nWho reads it? Somebody else, at γ = 1/4. Anything else?\n") == []
