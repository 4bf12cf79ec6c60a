"""The search of the documentation: finds passages that have every word, or its beginning.

The index holds a passage's words in their plainest form, joined to strings: "γ", "Γ" and "gamma"
are one word there, and a word, a word's beginning or a phrase is found as a part of a string.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from survey.docs_site.passages import Passage

LONGEST_QUERY = 100  # characters
MOST_FOUND = 20

# The length of a quoted line, and of its part before the first word, in characters.
CONTEXT, BEFORE = 160, 40

# The weight of a word: in a heading, divided by its level (a page's title has level 1), in the
# text, and in the page's title for other passages that have another word of the query.
HEADING, TEXT, PAGE = 40, 4, 1
BEGINNING = 0.75  # the weight of a word of which the query has only the beginning

# Greek letters are words of their own: "kε" is k times ε.
_WORD = re.compile(r"(?=\w)[\u0370-\u03ff]|[^\W_\u0370-\u03ff]+")

NOTHING_ASKED = "Type a word, a command or a Greek letter to look for."
TOO_LONG = f"Look for at most {LONGEST_QUERY} characters."


@dataclass(frozen=True)
class IndexEntry:
    """A passage, its page's title and path, and the words of the title, heading and text."""

    passage: Passage
    page: str
    path: str
    page_words: str
    heading_words: str
    text_words: str

    @classmethod
    def of(cls, passage: Passage, page: str, path: str) -> "IndexEntry":
        words = (_joined(part) for part in (page, passage.heading, passage.text))
        return cls(passage, page, path, *words)

    @property
    def address(self) -> str:
        return self.path + (f"#{self.passage.anchor}" if self.passage.anchor else "")

    def score(self, words: Sequence[str]) -> float:
        """The sum of the words' weights, more for a phrase; 0 if a word is missing."""
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
        # A phrase counts once more, and so does a heading that consists of these words.
        phrase = f" {' '.join(words)}"
        if len(words) > 1:
            met += [weight * (phrase in self.heading_words), TEXT * (phrase in self.text_words)]
        met.append(weight * (f"{phrase} " == self.heading_words))
        return sum(met)

    def frequency(self, words: Sequence[str]) -> int:
        """How often the words begin a word of the text."""
        return sum(self.text_words.count(f" {word}") for word in words)


@dataclass(frozen=True)
class SearchHit:
    """A found passage: its address, its page's title, its heading, and a line of its text.

    The line is in pieces; each says whether it is a word of the query.
    """

    address: str
    page: str
    heading: str
    context: tuple[tuple[str, bool], ...]


@dataclass(frozen=True)
class SearchResult:
    """The passages that a query found, the best first, and a sentence about them."""

    sentence: str
    found: tuple[SearchHit, ...] = ()


def find_passages(index: Iterable[IndexEntry], query: str) -> SearchResult:
    """The passages for a query of at most LONGEST_QUERY characters."""
    if len(query) > LONGEST_QUERY:
        return SearchResult(TOO_LONG)
    words = [word for _, _, word in _words(query)]
    if not words:
        return SearchResult(NOTHING_ASKED)
    scored = [(each.score(words), each.frequency(words), each) for each in index]
    # The sort is stable: equal passages stay in the order of the pages.
    best = sorted((each for each in scored if each[0]), key=lambda each: each[:2], reverse=True)
    return SearchResult(
        _sentence(len(best), query),
        tuple(
            SearchHit(
                each.address, each.page, each.passage.heading, _context(each.passage.text, words)
            )
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
    """Every word: its start, its end, and its plainest form."""
    return [(*found.span(), _plain(found[0])) for found in _WORD.finditer(text)]


def _plain(word: str) -> str:
    """The word in small letters without accents; a Greek letter as its name."""
    parts = unicodedata.normalize("NFKD", word).casefold()
    letters = "".join(part for part in parts if not unicodedata.combining(part))
    if "\u0370" <= letters <= "\u03ff":
        return unicodedata.name(letters[0], letters).rpartition(" ")[2].casefold()
    return letters


def _joined(text: str) -> str:
    """The plainest words of a text, with a blank around each."""
    return f" {' '.join(word for _, _, word in _words(text))} "


def _met(asked: str, words: str) -> float:
    """1 if `asked` is one of the words, BEGINNING if one begins so or is its singular, or 0."""
    if f" {asked} " in words:
        return 1.0
    begun = len(asked) > 1 and f" {asked}" in words
    return BEGINNING if begun or f" {_singular(asked)} " in words else 0.0


def _meets(word: str, asked: str) -> bool:
    """Whether a word of the text matches a word of the query, and so is marked."""
    return _met(asked, f" {word} ") > 0


def _singular(asked: str) -> str:
    return asked[:-1] if len(asked) > 3 and asked.endswith("s") else asked


def _context(text: str, words: Sequence[str]) -> tuple[tuple[str, bool], ...]:
    """The line of the text with the most different words of the query, or its first line."""
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
