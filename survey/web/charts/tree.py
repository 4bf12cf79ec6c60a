"""A binary tree over places in a row, of which some nodes are lit.

templates/charts/_tree.html draws it. Its nodes are numbered as in a heap, as in
survey.lab.experiments.tree_counts.
"""

from dataclasses import dataclass

from survey.lab.drawings import Tree

WIDTH = 440
LEVEL = 44
TOP = 16
RADIUS = 8


@dataclass(frozen=True)
class Node:
    """A node at (x, y), and its parent's place; the root is its own parent."""

    x: float
    y: float
    parent: tuple[float, float]
    lit: bool
    inside: bool


@dataclass(frozen=True)
class TreePicture:
    """The nodes from the root; `inside` are the leaves that the interval holds."""

    nodes: tuple[Node, ...]
    height: int

    width, radius = WIDTH, RADIUS


def tree_picture(tree: Tree) -> TreePicture:
    """Each node over the middle of the places that it counts."""
    places = {}
    for number in range(1, 2 * tree.places):
        level = number.bit_length() - 1
        share = (number - 2**level + 0.5) / 2**level
        places[number] = (round(share * WIDTH, 1), TOP + level * LEVEL)
    inside = range(tree.places + tree.first, tree.places + tree.end)
    nodes = tuple(
        Node(x, y, places[max(number // 2, 1)], number in tree.lit, number in inside)
        for number, (x, y) in places.items()
    )
    return TreePicture(nodes, TOP * 2 + (tree.places.bit_length() - 1) * LEVEL)
