"""The search of the documentation: it finds passages that have every word, or its beginning.

The index holds the words of a passage in their plainest form, joined to strings: "γ", "Γ" and
"gamma" are one word there, and a word, its beginning and a phrase are parts of a string.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from survey.docs_site.passages import Passage

LONGEST_QUERY = 100  # characters
MOST_FOUND = 20

# The line that shows where the words stand: its characters, and those before the first word.
CONTEXT, BEFORE = 160, 40

# What a word counts where it stands: in a heading, by its level (a page's title has level 1), and
# in the text. A page's title also helps its other passages, if they have another word of the query.
HEADING, TEXT, PAGE = 40, 4, 1
BEGINNING = 0.75  # what a word counts of which the query has the beginning only

# Greek letters are words of their own: "kε" is k times ε.
_WORD = re.compile(r"(?=\w)[\u0370-\u03ff]|[^\W_\u0370-\u03ff]+")

NOTHING_ASKED = "Type a word, a command or a Greek letter to look for."
TOO_LONG = f"Look for at most {LONGEST_QUERY} characters."


@dataclass(frozen=True)
class Indexed:
    """A passage, the title of its page, where it is, and the words of its three parts."""

    passage: Passage
    page: str
    path: str
    page_words: str
    heading_words: str
    text_words: str

    @classmethod
    def of(cls, passage: Passage, page: str, path: str) -> "Indexed":
        words = (_joined(part) for part in (page, passage.heading, passage.text))
        return cls(passage, page, path, *words)

    @property
    def address(self) -> str:
        return self.path + (f"#{self.passage.anchor}" if self.passage.anchor else "")

    def score(self, words: Sequence[str]) -> float:
        """How well the words are met: their sum, and more for a phrase; 0 if one is not met."""
        weight = HEADING / self.passage.level
        inside = [
            max(weight * _met(word, self.heading_words), TEXT * _met(word, self.text_words))
            for word in words
        ]
        met = [
            value or PAGE * _met(word, self.page_words)
            for word, value in zip(words, inside, strict=True)
        ]
        if not all(met) or not any(inside):
            return 0.0
        # Words beside each other count once more, and so does a heading that they are all of.
        phrase = f" {' '.join(words)}"
        if len(words) > 1:
            met += [weight * (phrase in self.heading_words), TEXT * (phrase in self.text_words)]
        met.append(weight * (f"{phrase} " == self.heading_words))
        return sum(met)

    def frequency(self, words: Sequence[str]) -> int:
        """How often the words begin a word of the text."""
        return sum(self.text_words.count(f" {word}") for word in words)


@dataclass(frozen=True)
class Found:
    """A passage: its address, the title of its page, its heading, and a line of its text.

    The line is in pieces, each with whether it is a word that was asked for.
    """

    address: str
    page: str
    heading: str
    context: tuple[tuple[str, bool], ...]


@dataclass(frozen=True)
class Answer:
    """What a query found, the best first, and a sentence about it."""

    sentence: str
    found: tuple[Found, ...] = ()


def answer(index: Iterable[Indexed], query: str) -> Answer:
    """The passages for a query of at most LONGEST_QUERY characters."""
    if len(query) > LONGEST_QUERY:
        return Answer(TOO_LONG)
    words = [word for _, _, word in _words(query)]
    if not words:
        return Answer(NOTHING_ASKED)
    scored = [(each.score(words), each.frequency(words), each) for each in index]
    # Where both are equal the order of the pages stays: the sort is stable.
    best = sorted((each for each in scored if each[0]), key=lambda each: each[:2], reverse=True)
    return Answer(
        _sentence(len(best), query),
        tuple(
            Found(each.address, each.page, each.passage.heading, _context(each.passage.text, words))
            for *_, each in best[:MOST_FOUND]
        ),
    )


def _sentence(count: int, query: str) -> str:
    if not count:
        return f"Nothing has every word of “{query.strip()}”. Try fewer words, or how one begins."
    if count == 1:
        return "1 section found."
    return f"{count} sections found" + (
        f"; these are the best {MOST_FOUND}." if count > MOST_FOUND else "."
    )


def _words(text: str) -> list[tuple[int, int, str]]:
    """Every word: where it begins and ends, and its plainest form."""
    return [(*found.span(), _plain(found[0])) for found in _WORD.finditer(text)]


def _plain(word: str) -> str:
    """In small letters without accents; a Greek letter by its name."""
    parts = unicodedata.normalize("NFKD", word).casefold()
    letters = "".join(part for part in parts if not unicodedata.combining(part))
    if "\u0370" <= letters <= "\u03ff":
        return unicodedata.name(letters[0], letters).rpartition(" ")[2].casefold()
    return letters


def _joined(text: str) -> str:
    """The words with a blank around each."""
    return f" {' '.join(word for _, _, word in _words(text))} "


def _met(asked: str, words: str) -> float:
    """1 if the words have this one, BEGINNING if one begins so or is its singular, else 0."""
    if f" {asked} " in words:
        return 1.0
    begun = len(asked) > 1 and f" {asked}" in words
    return BEGINNING if begun or f" {_singular(asked)} " in words else 0.0


def _meets(word: str, asked: str) -> bool:
    """The same of one word: whether it is marked."""
    return _met(asked, f" {word} ") > 0


def _singular(asked: str) -> str:
    return asked[:-1] if len(asked) > 3 and asked.endswith("s") else asked


def _context(text: str, words: Sequence[str]) -> tuple[tuple[str, bool], ...]:
    """The line of the text in which most of the words stand, or its first line."""
    marks = [
        (start, end, asked)
        for start, end, word in _words(text)
        if (asked := next((each for each in words if _meets(word, each)), ""))
    ]
    start = max(
        (start for start, *_ in marks),
        key=lambda start: len({w for at, _, w in marks if start <= at < start + CONTEXT - BEFORE}),
        default=0,
    )
    first = _blank_after(text, start - BEFORE) if start > BEFORE else 0
    last = first + CONTEXT
    last = len(text) if last >= len(text) else max(text.rfind(" ", first, last), start)
    pieces: list[tuple[str, bool]] = [("… ", False)] if first else []
    at = first
    for begin, end, _ in marks:
        if at <= begin and end <= last:
            pieces += [(text[at:begin], False), (text[begin:end], True)]
            at = end
    pieces.append((text[at:last] + (" …" if last < len(text) else ""), False))
    return tuple(piece for piece in pieces if piece[0])


def _blank_after(text: str, at: int) -> int:
    return text.find(" ", at) + 1
