"""Grids of parameters, of which the usual run takes a few cells and --exhaustive the others."""

from collections.abc import Iterable

import pytest


def usually(some: Iterable, cells: Iterable) -> list:
    """All cells; those that are not among `some` run with --exhaustive only."""
    some, cells = list(some), list(cells)
    assert some
    assert all(each in cells for each in some)
    return [
        each if each in some else pytest.param(each, marks=pytest.mark.exhaustive) for each in cells
    ]
