"""The English of respondents' pages: short sentences, easy words, and no private ones.

Every message that is extracted for respondents' catalogs is measured, none excepted. A value that
is filled in counts as one word, and so does a file's name; markup is no word.
"""

import re

import pytest
from extracted import forms_of, of_respondents
from prose import WORDY, hard_english, of_a_message

LEAST_EASE = 60  # Flesch's: plain English
FILE_NAME = re.compile(r"(%\(\w+\)s|\b\w+)\.json\b")


def messages() -> list[str]:
    """All that a respondent can read, in English, singulars and plurals apart."""
    return [text for message in of_respondents() for text in forms_of(message)]


def faults(read: list[str]) -> list[str]:
    """What is wrong with the English of these messages, each with the sentence that has it."""
    measured = [of_a_message(FILE_NAME.sub("1", message)) for message in read]
    sentences = [each for whole, _ in measured for each in whole]
    labels = [each for _, others in measured for each in others]
    return hard_english(sentences, LEAST_EASE, labels)


def test_respondents_read_easy_english():
    assert faults(messages()) == []


def test_all_pages_are_measured():
    read = messages()
    assert len(read) >= 500
    for text in ("Sending…", "A Yes is no proof", "The response is not valid"):
        assert text in read


TIRING = "A sentence of this length is fine, but a page with no shorter one tires all who read it."
OF_AN_AUTHORITY = "Institutional confidentiality considerations necessitate randomization."


@pytest.mark.parametrize(
    ("message", "found"),
    [
        (f"{WORDY}.", "31 words"),
        (WORDY, "31 words"),
        (TIRING, "words a sentence"),
        (OF_AN_AUTHORITY, "a reading ease of"),
        ("Please tell <b>whoever</b> runs it.", "whoever"),
        ("It sends the truth, else %(other)s.", "else"),
        ("{count} made-up students", "made-up"),
    ],
)
def test_hard_english_is_noticed(message, found):
    read = [message] if message.endswith(".") else [message, "Sent."]
    assert any(found in each for each in faults(read)), faults(read)
