"""Grids of parameters: the usual run tests a few cells, and --exhaustive tests the others."""

from collections.abc import Iterable

import pytest


def usually(some: Iterable, cells: Iterable) -> list:
    """All cells; cells that are not in `some` run with --exhaustive only."""
    some, cells = list(some), list(cells)
    assert some
    assert all(each in cells for each in some)
    return [
        each if each in some else pytest.param(each, marks=pytest.mark.exhaustive) for each in cells
    ]
