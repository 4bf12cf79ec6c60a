"""Formulas in a sheet whose values the file does not hold."""

import io
from collections.abc import Set


def without_values(xml: bytes) -> Set[tuple[int, int]]:
    """(row, column), from 1, of each cell that has a formula and no value.

    Programs that do not compute formulas write such cells, for example a script that fills in a
    form.
    """
    from defusedxml.ElementTree import iterparse
    from openpyxl.utils.cell import coordinate_to_tuple

    found: set[tuple[int, int]] = set()
    if b"<f" not in xml and b":f" not in xml:
        return found
    row = column = 0
    for _, element in iterparse(io.BytesIO(xml)):
        if not element.tag.endswith("}row"):
            continue
        row, column = int(element.get("r", row + 1)), 0
        for cell in element.iterfind("{*}c"):
            place = cell.get("r")
            row, column = coordinate_to_tuple(place) if place else (row, column + 1)
            value = cell.find("{*}v")
            # The value of a formula may also be "": the cell's type is then that of a text.
            empty = value is None or (not value.text and cell.get("t") != "str")
            if empty and cell.find("{*}f") is not None:
                found.add((row, column))
        element.clear()
    return found
