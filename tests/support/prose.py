"""The sentences of a page in Markdown, and the faults that make their English hard to read.

Code, formulas, headings and tables are no prose; code, a formula or a number within a sentence
counts as a word. A sentence ends with its paragraph or list item at the latest, and not at a
colon.
"""

import re
from collections.abc import Sequence

from readability import flesch

from survey.docs_site.terms import TERMS

LONGEST = 30  # words of a sentence
MEAN = 16
WORDY = " ".join(["Word", *["word"] * LONGEST])  # one word too long
LEAST_EASE = 50  # Flesch's score of texts that a student of 16 reads easily

PRIVATE_WORDS = {
    r"\bwhoever\b": "people who, somebody who, anyone who",
    r"\bowed\b": "still to be erased",
    r"\b(mend|mends|mended)\b": "fix",
    r"\banew\b": "again",
    r"\bspeaks? of\b": "is about",
    r"\btold\b": "given, shown; interval in the sentence",
    r"\bfaults?\b": "error",
    r"\bblanks?\b": "space; empty line",
    r"\bbehind (the|a) #": "after #",
    r"(^|[,;:.(] |\bor )else\b": "otherwise",
    r"(^|[,;:.(] )who (does|do) not\b": "if you do not, people who do not",
    r"^Who [^?]*$": "people who, somebody who",
    # One word a thing.
    **{rf"\b{old}s?\b": term.word for term in TERMS for old in term.instead_of},
}

_APART = r"^ *```.*?^ *```$|\$\$.*?\$\$|^ *!\[.*?\]\(.*?\)$|^ *(?:#|\||:::)[^\n]*$"
_BLOCK = re.compile(r"\n\s*\n|\n(?= *(?:[-*]|\d+\.) )")
_SENTENCE = re.compile(r"(?<=[.!?…])[”*)_]*\s+(?=\W*[A-ZΓ0-9γε`])")

_TAG = re.compile(r"<[^>]+>")
_FILLED_IN = re.compile(r"%\(\w+\)s|\{\w+\}")


def sentences_of(markdown: str) -> list[str]:
    """Every sentence of the prose, in its order, without marks of Markdown."""
    text = re.sub(_APART, "\n", markdown, flags=re.M | re.S)
    blocks = [_plain(block) for block in _BLOCK.split(text)]
    parts = [part.strip() for block in blocks for part in _SENTENCE.split(block)]
    return [part for part in parts if re.search("[A-Za-z]", part)]


def hard_english(
    sentences: list[str], least_ease: float = LEAST_EASE, labels: Sequence[str] = ()
) -> list[str]:
    """The faults in the English of a page, each with its sentence.

    In `labels`, such as titles and parts of sentences, it checks only the words: their lengths
    would lower every mean.
    """
    parts = [*sentences, *labels]
    mean = sum(map(length, sentences)) / len(sentences)
    ease = flesch("\n".join(sentences))
    return [
        *([f"{mean:.1f} words a sentence"] if mean > MEAN else []),
        *([f"a reading ease of {ease:.0f}"] if ease < least_ease else []),
        *(f"{length(each)} words: {each}" for each in parts if length(each) > LONGEST),
        *(f"{word}: {each}" for each in parts for word in private_words(each)),
    ]


def of_a_message(message: str) -> tuple[list[str], list[str]]:
    """The sentences of a catalog's message, and its parts that no full stop ends.

    A value that is filled in is the number 1, and markup is no word.
    """
    plain = _FILLED_IN.sub("1", _TAG.sub("", message)).replace("%%", "%")
    parts = sentences_of(plain)
    whole = [part for part in parts if part.endswith((".", "!", "?", "…"))]
    return whole, [part for part in parts if part not in whole]


def length(sentence: str) -> int:
    """The number of words, numbers and pieces of code; a sign alone does not count."""
    return sum(any(map(str.isalnum, word)) for word in sentence.split())


def private_words(sentence: str) -> list[str]:
    """The words in a sentence that only this project's writers understand."""
    found = (re.search(word, sentence, re.I) for word in PRIVATE_WORDS)
    return [match[0].strip(" ,;:.(") for match in found if match]


def _plain(block: str) -> str:
    """The block's words: a link is its text, a code or formula the number 1."""
    block = re.sub(r"^\s*(?:[-*]|\d+\.)\s", "", block)
    block = re.sub(r"^>\s?", "", block, flags=re.M)
    block = re.sub(r"`[^`]+`|\$[^$\n]+\$", "1", block)
    block = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", block)
    return re.sub(r"\s+", " ", re.sub(r"[*]", "", block)).strip()
