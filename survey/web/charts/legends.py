"""The words of a picture that is a file without its page: its legend."""

from typing import NamedTuple


class Key(NamedTuple):
    """The meaning of a mark of the picture; with the mark "" a remark."""

    mark: str
    words: str


CUT = Key("", "The picture is cut at the ends of its scale; the figures are not.")
