"""Checks a pooled file against the exports whose roots it names, by computing it again."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isclose
from typing import Any

from survey.core.instrument.digest_forms import is_digest, short_form
from survey.core.library.exported import ExportTable
from survey.core.library.pooled_groups import groups_of
from survey.core.pooling.pooled import Group, pool
from survey.errors import DataError, ParameterError
from survey.exports.pooled_values import FORMAT, pooled_document

NOT_POOLED = f"This is not a pooled file of the format {FORMAT}."
ROUNDING = 1e-9  # the last digits may differ on another machine


def read_groups(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The groups in the document; raises DataError for anything that is no pooled file."""
    groups = document.get("groups")
    if not isinstance(groups, list) or not all(map(_is_group, groups)):
        raise DataError(NOT_POOLED)
    return groups


def _is_group(named: Any) -> bool:
    """Whether it may name a group, by its root or by none."""
    return isinstance(named, dict) and (not named.get("root") or is_digest(str(named["root"])))


def pooled_faults(document: Mapping[str, Any], exports: Sequence[ExportTable]) -> list[str]:
    """A sentence for each difference between a pooled file and these verified exports.

    Each group is known by the root of its list and the key that signed it. Raises DataError for
    anything that is no pooled file, and for exports that cannot be pooled.
    """
    named = read_groups(document)
    by_root = {(each.root, each.key): each for each in exports if each.root}
    wanted = [(str(each.get("root")), str(each.get("key"))) for each in named]
    faults = [_missing(each) for each, root in zip(named, wanted, strict=True)
              if root not in by_root]  # fmt: skip
    faults += [f"{each.file} is of none of its groups." for each in exports
               if (each.root, each.key) not in wanted]  # fmt: skip
    if faults:
        return faults
    told = [str(each.get("name")) for each in named]
    groups = [
        replace(group, name=name)
        for group, name in zip(groups_of([by_root[root] for root in wanted]), told, strict=True)
    ]
    return list(_differences(document, _again(groups, document.get("confidence"))))


def _missing(named: Mapping[str, Any]) -> str:
    if not named.get("root"):
        return f"“{named.get('name')}” names no root: nothing shows which list it was made of."
    root = short_form(str(named["root"]))
    return f"No export has the root {root} of “{named.get('name')}”, signed by its key."


def _again(groups: Sequence[Group], confidence: Any) -> dict[str, Any]:
    if not isinstance(confidence, float):
        raise DataError(NOT_POOLED)
    try:
        made = pooled_document(groups, pool(groups, confidence), confidence)
    except ParameterError as error:
        raise DataError(error.message) from None
    again: dict[str, Any] = json.loads(json.dumps(made))
    return again


def _differences(document: Mapping[str, Any], again: Mapping[str, Any]) -> Iterator[str]:
    for name in ("questions_sha256", "groups", "questions", "definitions"):
        if document.get(name) != again[name]:
            yield f"Its {name} are not those of these exports."
    rows = document.get("rows")
    if not isinstance(rows, list) or not all(isinstance(each, dict) for each in rows):
        raise DataError(NOT_POOLED)
    if len(rows) != len(again["rows"]):
        yield f"It has {len(rows)} rows, and {len(again['rows'])} computed again."
    for number, (row, made) in enumerate(zip(rows, again["rows"], strict=False), start=1):
        for column in dict.fromkeys([*made, *row]):
            stands, found = row.get(column), made.get(column)
            if not _alike(stands, found):
                yield f"Row {number}: {column} is {stands}, and {found} computed again."


def _alike(one: Any, other: Any) -> bool:
    numbers = all(isinstance(each, int | float) for each in (one, other))
    return isclose(one, other, rel_tol=0, abs_tol=ROUNDING) if numbers else bool(one == other)
