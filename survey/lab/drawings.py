"""The drawings of lessons beside their charts: people as dots, and trees."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Crowd:
    """People as dots, in rows: a filled one says yes; a coin turned those in `turned`.

    Those in `crossed` are wrong, or are crossed out.
    """

    caption: str
    filled: tuple[bool, ...]
    turned: tuple[bool, ...] = ()
    crossed: tuple[bool, ...] = ()


@dataclass(frozen=True)
class Tree:
    """A binary tree over `places`; the nodes in `lit` make up the interval first, …, end − 1."""

    caption: str
    places: int
    first: int
    end: int
    lit: tuple[int, ...]
