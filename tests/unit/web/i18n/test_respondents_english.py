"""The English of respondents' pages: short sentences, easy words, and no private ones.

Every message that is extracted for respondents' catalogs is measured, none excepted. A value that
is filled in counts as one word, and so does a file's name; markup is no word.
"""

import re

import pytest
from extracted import of_respondents
from prose import length, private_words, sentences_of
from readability import flesch

LONGEST = 30  # words of a sentence
MEAN = 16
LEAST_EASE = 60  # Flesch's: plain English
A_SENTENCE = re.compile(r"[.!?…]$")
MARKUP = re.compile(r"<[^<>]+>")
VALUE = re.compile(r"%\(\w+\)s|\{\w+\}|\b\w+\.json\b")


def messages() -> list[str]:
    """All that a respondent can read, in English, singulars and plurals apart."""
    found = (each if isinstance(each, tuple) else (each,) for each in of_respondents())
    return [text for texts in found for text in texts]


def plain(message: str) -> str:
    return VALUE.sub("1", MARKUP.sub("", message)).replace("%%", "%")


def faults(read: list[str]) -> list[str]:
    """What is wrong with the English of these messages, each with the sentence that has it.

    Labels, titles and parts of sentences are held to the words, and not counted in the means: they
    would make every mean short.
    """
    parts = [part for message in read for part in sentences_of(plain(message))]
    whole = [part for part in parts if A_SENTENCE.search(part)]
    mean = sum(map(length, whole)) / len(whole)
    ease = flesch("\n".join(whole))
    return [
        *([f"{mean:.1f} words a sentence"] if mean > MEAN else []),
        *([f"a reading ease of {ease:.0f}"] if ease < LEAST_EASE else []),
        *(f"{length(part)} words: {part}" for part in parts if length(part) > LONGEST),
        *(f"{word}: {part}" for part in parts for word in private_words(part)),
    ]


def test_respondents_read_easy_english():
    assert faults(messages()) == []


def test_all_pages_are_measured():
    read = messages()
    assert len(read) >= 500
    for text in ("Sending…", "A Yes is no proof", "The response is not valid"):
        assert text in read


WORDY = " ".join(["Word", *["word"] * 30])
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
