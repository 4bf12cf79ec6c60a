"""Reads an export's JSON from a file piece by piece, so that a long list is never whole in memory.

It accepts exactly the files that survey.exports.verification.strict_json accepts.
"""

import codecs
import json
import re
from typing import Any, BinaryIO

from survey.core.responses.response import STRICT_JSON
from survey.errors import DataError
from survey.exports.verification.listed_entries import ListedEntries
from survey.exports.verification.strict_json import check_values

LIST = "reports"
PIECE = 64 * 1024  # bytes that are read at once

_BLANKS = re.compile(r"[ \t\n\r]*")


def read_in_pieces(file: BinaryIO, refused: str, piece: int = PIECE) -> Any:
    """The value of a file, with the list `reports` of an object as ListedEntries.

    Raises DataError with the sentence `refused` for anything but strict JSON.
    """
    text = _TextPieces(file, piece)
    try:
        value = _object(text) if text.sign() == "{" else text.value()
        if text.sign():
            raise ValueError("more than one value")
        check_values(value)
    except (ValueError, RecursionError):
        raise DataError(refused) from None
    return value


def _object(text: "_TextPieces") -> dict[str, Any]:
    found: dict[str, Any] = {}
    text.take("{")
    if text.sign() == "}":
        text.take("}")
        return found
    while True:
        name = text.value()
        if not isinstance(name, str) or name in found:
            raise ValueError("no name, or one twice")
        text.take(":")
        found[name] = _entries(text) if name == LIST and text.sign() == "[" else text.value()
        if text.take(",", "}") == "}":
            return found


def _entries(text: "_TextPieces") -> ListedEntries:
    entries = ListedEntries()
    text.take("[")
    if text.sign() == "]":
        text.take("]")
        return entries
    while True:
        entries.append(text.value())
        if text.take(",", "]") == "]":
            return entries


class _TextPieces:
    """The text of a file from a place on; the text before it is dropped.

    Its methods raise ValueError for anything but strict JSON in UTF-8.
    """

    def __init__(self, file: BinaryIO, piece: int):
        self._file, self._piece = file, piece
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._text, self._place, self._ended = "", 0, False

    def sign(self) -> str:
        """Looks at the next character that is no blank; "" at the end of the file."""
        while True:
            self._place = _after_blanks(self._text, self._place)
            if self._place < len(self._text) or self._ended:
                return self._text[self._place : self._place + 1]
            self._read()

    def take(self, *signs: str) -> str:
        """Takes the next character that is no blank, which must be one of `signs`."""
        if (found := self.sign()) not in signs:
            raise ValueError("another sign")
        self._place += 1
        return found

    def value(self) -> Any:
        """Takes the next value."""
        self.sign()
        while True:
            try:
                value, end = STRICT_JSON.raw_decode(self._text, self._place)
            except json.JSONDecodeError:
                if self._ended:
                    raise
            else:
                # A number may go on in the next piece, so what follows must be there.
                if self._ended or self._text[_after_blanks(self._text, end) :][:1] in _FOLLOWING:
                    self._place = end
                    return value
            self._read()

    def _read(self) -> None:
        """Reads a piece, or doubles a longer text, so that a long value is parsed few times."""
        left = self._text[self._place :]
        more = self._file.read(max(self._piece, len(left)))
        self._ended = not more
        self._text, self._place = left + self._decoder.decode(more, self._ended), 0


_FOLLOWING = {",", ":", "]", "}"}


def _after_blanks(text: str, place: int) -> int:
    blanks = _BLANKS.match(text, place)
    return blanks.end() if blanks else place
