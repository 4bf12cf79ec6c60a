"""Claims that were made once and do not hold: no page, message, help text or docstring has them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sources import files_of

ROOT = Path(__file__).parent.parent.parent.parent

# Each as it was worded, and what is true instead.
REFUSED = {
    r"answer(s|)\b.{0,9} never (sent|leaves?|stored|saved)":
        "a report may equal the answer; nothing else that is sent depends on it",
    r"(can|could) (deny|not be denied|be denied)|deny any report":
        "a report is no proof, and may be strong evidence: odds reach 99 to 1",
    r"nobody (knows who drew|will know who\b)":
        "slips can be mailed, and a list of them can be kept",
    r"(each|every) person (may |can |to )?answers? (only )?once|one response (a|per|each) person":
        "a slip counts for one response; a person may have two",
    r"we cannot tell which report":
        "whoever watched while the survey was open may know; nothing that is stored shows it",
    r"(demo|made up|made-up)[^.]*[.,:;]( and)? nothing here is about anyone":
        "a response from a visitor's phone is counted in the demo, too",
    r"(no one|nobody) can (show|prove to) (another|others|anyone) what they answered":
        "who watches the screen while somebody answers sees the answer",
    r"nothing truthful can be sent":
        "people can mark the truth by hand",
    r"nobody (can )?learns? (who|that a person) ":
        "a report is evidence, and another script could send answers",
    r"ask(ing|ed) (twice|again) (reveals|tells) (nothing|no more)(?! (about an answer|of it))":
        "two reports of one person tell that the answer changed",
    r"could not find out your answer":
        "whoever runs the server could deliver another script",
    r"changes? each answer|each answer is changed":
        "most answers are sent as they are",
    r"looked for in this browser and not sent":
        "the first digits of a response id are sent, where there are many responses",
    r"is typed is not shown and not sent":
        "a report may be what was typed",
    r"the room is the witness":
        "a room witnesses nothing unless somebody compares",
    r"some respondents protect themselves":
        "nobody knows whether any does",
}  # fmt: skip
FOLDERS = {
    "survey": ("*.py", "*.md", "*.toml"),
    "templates": ("*.html", "*.svg"),
    "static": ("*.js",),
}


def texts_of(path: Path) -> Iterator[str]:
    """What a file says: of Python each string, joined; of anything else all of it."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
    else:
        yield re.sub(r"<[^>]*>|[*_`{}%]", "", source)


def refused_in(text: str) -> list[str]:
    """The refused claims in a text, whatever the case and wherever its lines end."""
    flat = re.sub(r"\s+", " ", text)
    return [found[0] for claim in REFUSED for found in re.finditer(claim, flat, re.IGNORECASE)]


def files() -> list[Path]:
    found = [ROOT / "README.md"]
    for folder, patterns in FOLDERS.items():
        found += files_of(folder, *patterns)
    return found


def test_no_text_makes_a_refused_claim():
    read = files()
    made = {
        str(path.relative_to(ROOT)): refused
        for path in read
        if (refused := [each for text in texts_of(path) for each in refused_in(text)])
    }
    assert made == {}


@pytest.mark.parametrize(
    "claim",
    [
        "Your answer\nis never sent and never stored.",
        "Your answers never leave this page.",
        "Here the answer never leaves the phone",
        "Why you can deny any report",
        "cannot be sure what the answer was: it can be denied.",
        "One response. Nobody knows who drew this slip.",
        "With a token each person answers once.",
        "It lets each person answer once",
        "This survey takes one response a person.",
        "once it is closed, we cannot tell which report is yours",
        "Demo: made-up students. Nothing here is about anyone.",
        "Its students are made up by the server, and nothing here is about anyone.",
        "No one can show another what they answered, nor be made to.",
        "Without storage nothing truthful can be sent.",
        "so that asking twice reveals no more.",
        "I could not find out your answer if I wanted to.",
        "Your device changes each answer by chance before it sends it.",
        "It is looked for in this browser and not sent.",
        "Whoever sees the same has the same list: the room is the witness.",
        "Some respondents protect themselves by reporting “no”",
    ],
)
def test_what_was_said_once_is_caught(claim):
    assert refused_in(claim)


def test_what_holds_is_not_refused():
    for true in (
        "A report may equal your answer; nothing else that leaves this page depends on it.",
        "asking again reveals no more about an answer that has not changed",
        "If everybody draws theirs unseen, nobody knows who has which.",
        "Rehearsal with simulated students: nothing here is about anyone.",
    ):
        assert refused_in(true) == []
