"""The one table of lies that a server may tell, with each of its readers and their findings.

A row names every reader. Each cell, except the cells of UNTOLD, has a test, which gets it by
`cells`; tests/unit/repository/test_table_of_lies.py fails for a lie or a reader that has none.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from lies import BY_ALL, BY_READERS, BY_SURVEY_VERIFY, KNOWN_ELSEWHERE, VOID_RECEIPTS
from lies_in_notes import NOTES
from lies_in_pools import POOLED
from lies_to_clients import ACKNOWLEDGEMENTS, QUESTIONNAIRES
from omissions import FALSE_OMISSIONS


class Verdict(Enum):
    """How a reader reacts to a lie."""

    FINDS = "finds it"
    LEAVES = "says that it leaves it to survey verify"
    UNTOLD = "is never given what would show it"


FINDS, LEAVES, UNTOLD = Verdict

READERS = {
    "client": "the respondent's client",
    "page": "the page of all reports",
    "verify": "survey verify",
    "python": "the short verifier in Python",
    "javascript": "the short verifier in JavaScript",
    "pool": "survey pool",
}


@dataclass(frozen=True)
class Lie:
    """A row: `tell` makes the false document, `matter` is its kind."""

    matter: str
    name: str
    tell: Callable[[], Any]
    verdicts: Mapping[str, Verdict]


def _rows(matter: str, lies: Mapping[str, Callable[[], Any]], **verdicts: Verdict) -> list[Lie]:
    return [Lie(matter, name, tell, verdicts) for name, tell in lies.items()]


def _lists(lies: Mapping[str, Callable[[], Any]], **verdicts: Verdict) -> list[Lie]:
    """Lies in lists of closed surveys; for pooling without knowledge from elsewhere."""
    alone = {name: tell for name, tell in lies.items() if name not in KNOWN_ELSEWHERE}
    known = {name: tell for name, tell in lies.items() if name in KNOWN_ELSEWHERE}
    return [
        *_rows("list", alone, client=UNTOLD, verify=FINDS, pool=FINDS, **verdicts),
        *_rows("list", known, client=UNTOLD, verify=FINDS, pool=UNTOLD, **verdicts),
    ]


TABLE = [
    *_lists(BY_ALL, page=FINDS, python=FINDS, javascript=FINDS),
    *_lists(BY_READERS, page=LEAVES, python=FINDS, javascript=FINDS),
    *_lists(BY_SURVEY_VERIFY, page=LEAVES, python=LEAVES, javascript=LEAVES),
    *_rows("receipt", VOID_RECEIPTS, client=UNTOLD, page=UNTOLD, verify=FINDS, python=FINDS,
           javascript=FINDS, pool=UNTOLD),
    *_rows("omission", FALSE_OMISSIONS, client=UNTOLD, page=UNTOLD, verify=FINDS, python=FINDS,
           javascript=FINDS, pool=UNTOLD),
    *_rows("note", NOTES, client=UNTOLD, page=UNTOLD, verify=FINDS, python=UNTOLD,
           javascript=UNTOLD, pool=UNTOLD),
    *_rows("pooled", POOLED, client=UNTOLD, page=UNTOLD, verify=FINDS, python=UNTOLD,
           javascript=UNTOLD, pool=UNTOLD),
    *_rows("acknowledgement", ACKNOWLEDGEMENTS, client=FINDS, page=UNTOLD, verify=UNTOLD,
           python=UNTOLD, javascript=UNTOLD, pool=UNTOLD),
    *_rows("questionnaire", QUESTIONNAIRES, client=FINDS, page=UNTOLD, verify=UNTOLD,
           python=UNTOLD, javascript=UNTOLD, pool=UNTOLD),
]  # fmt: skip


def cells(reader: str, matter: str, verdict: Verdict = FINDS) -> dict[str, Callable[[], Any]]:
    """The lies of this kind to which the reader reacts in this way, by name."""
    return {
        lie.name: lie.tell
        for lie in TABLE
        if lie.matter == matter and lie.verdicts.get(reader) is verdict
    }
