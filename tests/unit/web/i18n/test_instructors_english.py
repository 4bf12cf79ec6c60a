"""Instructors' pages in English: short sentences, easy words, and no private ones.

Measured is what pybabel extract finds for instructors.po, so a new sentence is measured at once.
What respondents read, too, is of messages.po and not measured here. A label, which no mark ends,
is no sentence.
"""

import re
from collections import defaultdict
from pathlib import PurePosixPath

import pytest
from extracted import Found, forms_of, of_instructors, of_respondents
from prose import WORDY, hard_english, of_a_message


def said(message: str) -> list[str]:
    """The sentences of a message: code and what is filled in are the number 1."""
    sentences, _ = of_a_message(re.sub("<code>.*?</code>", "1", message))
    return sentences


def sentences_by_folder(found: Found) -> dict[str, list[str]]:
    """What each folder of code or templates says; of a plural, both forms."""
    by_folder = defaultdict(list)
    for message, files in found.items():
        for folder in {str(PurePosixPath(file).parent) for file in files}:
            by_folder[folder] += [each for form in forms_of(message) for each in said(form)]
    return {folder: each for folder, each in by_folder.items() if each}


@pytest.fixture(scope="module")
def sentences() -> dict[str, list[str]]:
    of_both = of_respondents()
    alone = {each: files for each, files in of_instructors().items() if each not in of_both}
    return sentences_by_folder(alone)


def test_what_instructors_read_is_easy(sentences):
    hard = {folder: hard_english(each) for folder, each in sentences.items()}
    assert {folder: each for folder, each in hard.items() if each} == {}


def test_every_part_of_their_pages_is_measured(sentences):
    assert {f"templates/{name}" for name in ("accounts", "authoring", "results", "running")} <= {
        *sentences
    }
    assert sum(map(len, sentences.values())) >= 600


@pytest.mark.parametrize(
    ("message", "found"),
    [
        (f"{WORDY}.", "31 words"),
        ("Institutional confidentiality considerations necessitate it.", "a reading ease of"),
        ("The %(file)s cannot be taken over.", "taken over"),
        ("Empty for stars; else the source.", "else"),
        ("<b>Whoever</b> reads it.", "Whoever"),
        (("It is wiped.", "They are erased."), "wiped"),
    ],
)
def test_a_hard_message_is_noticed(message, found):
    of_one_file = sentences_by_folder({message: {"templates/running/share.html"}})
    wrong = hard_english(of_one_file["templates/running"])
    assert any(found in each for each in wrong), wrong


def test_labels_and_what_is_filled_in_are_no_words():
    assert said("Who asks") == []
    assert said("Run <code>survey serve --lan</code> on {host}. Open %(address)s") == [
        "Run 1 on 1."
    ]
