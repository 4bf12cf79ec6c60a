"""A closed survey's true results, and the changed ones that a liar could hand out."""

import copy
import json
from base64 import b64decode, b64encode
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

from closed_survey import ClosedSurvey, make_closed_survey, rows_of
from instruments import make_one_question_each
from small_order import SIGNATURE, SMALL_ORDER

from survey.core.instrument.parsing import from_canonical_json, validate
from survey.core.responses.merkle_tree import root
from survey.core.responses.reports import answered, only
from survey.core.responses.statement import PREFIX, Statement, leaves
from survey.wire.keys import SignatureKind
from survey.wire.signed_note import read_signed_statement, signed_statement

TRUE = make_closed_survey()
TRUE_TALLY = read_signed_statement(TRUE.notes[0]).tally
LATE = rows_of(TRUE.instrument, 20, seed=8, start=60)
REOPENED = TRUE.reopened([*TRUE.rows, *LATE])
FINAL = replace(TRUE, notes=(), final=True).close()
WITH_TOKENS = make_closed_survey(tokens=(100, 60))
OTHER_SURVEY = make_closed_survey(code="hjk567")
_EACH = make_one_question_each()
EACH = ClosedSurvey(_EACH, rows_of(_EACH, 60)).close()


@dataclass(frozen=True)
class Case:
    """An export, and its reader's knowledge; `earlier` is another export of the survey.

    `note` is a cosigned statement, `cosigner` the fingerprint of the witness that must be in it.
    """

    export: dict[str, Any]
    root: str = ""
    key: str = ""
    receipt: dict[str, Any] | None = None
    earlier: dict[str, Any] | None = None
    note: str = ""
    cosigner: str = ""


def with_notes(survey: ClosedSurvey, *notes: str) -> dict[str, Any]:
    return survey.document | {"statements": list(notes)}


def listed(rows: Any, survey: ClosedSurvey = TRUE) -> dict[str, Any]:
    """Another list, with all its figures recomputed, beside the true statement."""
    return replace(survey, rows=rows).document


def signed(survey: ClosedSurvey, rows: Any) -> ClosedSurvey:
    """Another list, signed as if it were the survey's first."""
    return replace(survey, rows=rows, notes=()).close()


def restated(survey: ClosedSurvey, **changes: Any) -> dict[str, Any]:
    """The last statement with other values, signed by the survey's own key."""
    statement = replace(read_signed_statement(survey.notes[-1]), **changes)
    return with_notes(survey, *survey.notes[:-1], signed_statement(survey.key, statement))


def said_so(more: str, old: str = "", new: str = "") -> str:
    """The true statement with another text, signed by the survey's own key."""
    text = TRUE.notes[0].rpartition("\n\n")[0] + "\n"
    text = (text.replace(old, new) if old else text) + more
    origin = text.partition("\n")[0]
    signature = TRUE.key.sign(SignatureKind.STATEMENT, text.removeprefix(PREFIX).encode())
    key_id = b64decode(TRUE.notes[0].split(" ")[-1])[:4]
    return f"{text}\n— {origin} {b64encode(key_id + signature).decode()}\n"


def swapped(name: str) -> dict[str, Any]:
    """The first question with options, two of which have exchanged their values of this name."""
    document = TRUE.document
    one, other, *_ = document["questions"][1]["options"]
    one[name], other[name] = other[name], one[name]
    return document


def moved_interval(name: str) -> dict[str, Any]:
    """Another lower end of the first question's interval of this name."""
    return changed(TRUE.document, lambda value: value - 0.01, "questions", 0, "intervals", name, 0)


def changed(document: dict[str, Any], value: Any, *path: str | int) -> dict[str, Any]:
    document = copy.deepcopy(document)
    place: Any = document
    path = [int(step) if str(step).isdigit() else step for step in path]
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value(place[path[-1]]) if callable(value) else value
    return document


def flipped(rows: Any) -> Any:
    (first, reports), *others = rows
    return [(first, (1 - reports[0], *reports[1:])), *others]


def negated() -> dict[str, Any]:
    """The first question with “not” in it, its digest recomputed everywhere but in the note."""
    document = TRUE.instrument.document()
    document["questions"][0]["text"] = "Did you not cheat?"
    return replace(TRUE, instrument=from_canonical_json(json.dumps(document))).document


def forged(note: str) -> str:
    head, _, signature = note.rstrip("\n").rpartition(" ")
    raw = bytearray(b64decode(signature))
    raw[-1] ^= 1
    return f"{head} {b64encode(bytes(raw)).decode()}\n"


def signed_by_anybody(statement: Statement) -> str:
    """The statement signed by a key of small order, for which one signature fits every message."""
    anybody = SimpleNamespace(sign=lambda kind, message: SIGNATURE)
    return signed_statement(anybody, replace(statement, key=SMALL_ORDER[2]))


def in_capitals() -> dict[str, Any]:
    """A signed list with the first response twice, once with its id in capitals."""
    first, sent = f"{0xABC:032x}", TRUE.rows[0][1]
    rows = [(first, sent), *TRUE.rows[1:]]
    twice = signed(TRUE, [(first, sent), *rows])
    document = twice.document
    document["reports"][0]["response_id"] = first.upper()
    return document


def with_truth(value: Any) -> dict[str, Any]:
    """A signed list with a report of 1 written as this value, which Python takes for 1."""
    place = next(place for place, (_, sent) in enumerate(TRUE.rows) if sent[0] == 1)
    rows = list(TRUE.rows)
    rows[place] = (rows[place][0], (value, *rows[place][1][1:]))
    document = restated(TRUE, root=root(leaves(TRUE.instrument, rows)).hex())
    document["reports"][place]["reports"][0] = value
    return document


def crowd(tokens: tuple[int, int] | None) -> ClosedSurvey:
    """560 responses in a class of 300."""
    raw = TRUE.instrument.raw() | {"class_size": 300}
    instrument = validate(raw)
    return ClosedSurvey(instrument, rows_of(instrument, 560), tokens=tokens).close()


def answered_twice() -> Any:
    """One response to two questions of the one that it was asked."""
    (first, reports), *others = EACH.rows
    return [(first, tuple(0 if each is None else each for each in reports)), *others]


def moved() -> Any:
    """The first response as if it answered another question."""
    (first, reports), *others = EACH.rows
    place = answered(EACH.instrument, reports)[0][0] is _EACH.questions[0]
    question = _EACH.questions[place]
    return [(first, only(_EACH, int(place), [1] * question.item_count)), *others]


def two_and_none() -> ClosedSurvey:
    """One response to two questions and one to none: as many answers as before."""
    one, other = (next(row for row in EACH.rows if row[1][place] is not None) for place in (0, 1))
    both = tuple(a if b is None else b for a, b in zip(one[1], other[1], strict=True))
    others = [row for row in EACH.rows if row not in (one, other)]
    return signed(EACH, [(one[0], both), (other[0], (None,) * len(both)), *others])


def doctored(*reports: Any) -> dict[str, Any]:
    """The first response with these first reports, which are none, and all figures without it."""
    first, sent = TRUE.rows[0]
    rows = [(first, (*reports, *sent[1:])), *TRUE.rows[1:]]
    fewer = signed(TRUE, TRUE.rows[1:])
    counts = read_signed_statement(fewer.notes[0]).tally.counts[0], *TRUE_TALLY.counts[1:]
    document = restated(
        TRUE,
        tally=replace(TRUE_TALLY, counts=counts),
        root=root(leaves(TRUE.instrument, rows)).hex(),
    )
    document["questions"] = [fewer.document["questions"][0], *document["questions"][1:]]
    for each in document["reports"]:
        if each["response_id"] == first:
            each["reports"] = list(rows[0][1])
    return document


def appended() -> dict[str, Any]:
    """A signed list with a report to no question."""
    (first, sent), *others = TRUE.rows
    rows = [(first, (*sent, 1)), *others]
    document = restated(TRUE, root=root(leaves(TRUE.instrument, rows)).hex())
    for each in document["reports"]:
        if each["response_id"] == first:
            each["reports"] = [*sent, 1]
    return document
