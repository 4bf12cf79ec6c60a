"""Every lie about a closed survey's results that a verifier must catch, in one table.

Each says what a server hands out, and what its reader knows from elsewhere: nothing, the root of
the last slide, the key's fingerprint, a receipt, or an export had before.
"""

import copy
import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from closed_survey import OTHER_KEY, ClosedSurvey, make_closed_survey, rows_of
from instruments import make_one_question_each

from survey.core.instrument.parsing import from_canonical_json, validate
from survey.core.responses.merkle_tree import inclusion_proof, root
from survey.core.responses.reports import answered, only
from survey.core.responses.statement import leaves
from survey.exports.verification.omission import omission_document
from survey.exports.verification.receipts import parse_receipt
from survey.exports.verification.tlog_proof import TlogProof
from survey.wire.statement import read_signed_statement, signed_statement

TRUE = make_closed_survey()
LATE = rows_of(TRUE.instrument, 20, seed=8, start=60)
REOPENED = TRUE.reopened([*TRUE.rows, *LATE])
WITH_TOKENS = make_closed_survey(tokens=(100, 60))
OTHER_SURVEY = make_closed_survey(code="hjk567")
_EACH = make_one_question_each()
EACH = ClosedSurvey(_EACH, rows_of(_EACH, 60)).close()


@dataclass(frozen=True)
class Case:
    """An export, and what its reader knows: `earlier` is another export of the survey."""

    export: dict[str, Any]
    root: str = ""
    key: str = ""
    receipt: dict[str, Any] | None = None
    earlier: dict[str, Any] | None = None


def with_notes(survey: ClosedSurvey, *notes: str) -> dict[str, Any]:
    return survey.document | {"statements": list(notes)}


def listed(rows: Any, survey: ClosedSurvey = TRUE) -> dict[str, Any]:
    """Another list, with all its figures recomputed, beside the true statement."""
    return replace(survey, rows=rows).document


def signed(survey: ClosedSurvey, rows: Any) -> ClosedSurvey:
    """Another list, signed as if it were the first one."""
    return replace(survey, rows=rows, notes=()).close()


def restated(survey: ClosedSurvey, **changes: Any) -> dict[str, Any]:
    """The last statement with other values, signed by the survey's own key."""
    statement = replace(read_signed_statement(survey.notes[-1]), **changes)
    return with_notes(survey, *survey.notes[:-1], signed_statement(survey.key, statement))


def changed(document: dict[str, Any], value: Any, *path: str | int) -> dict[str, Any]:
    document = copy.deepcopy(document)
    place: Any = document
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
    """The first response told as one to another question."""
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
    """A report to no question, signed so."""
    (first, sent), *others = TRUE.rows
    rows = [(first, (*sent, 1)), *others]
    document = restated(TRUE, root=root(leaves(TRUE.instrument, rows)).hex())
    for each in document["reports"]:
        if each["response_id"] == first:
            each["reports"] = [*sent, 1]
    return document


INVENTED = rows_of(TRUE.instrument, 120, seed=9, start=1000)
OTHER_LIST = signed(TRUE, [*TRUE.rows[1:], INVENTED[0]])
CONTRADICTED = OTHER_LIST.reopened(REOPENED.rows)
THIRD = signed_statement(TRUE.key, replace(read_signed_statement(REOPENED.notes[1]), closing=3))
SHRUNK = TRUE.reopened(TRUE.rows[:-1])
SWAPPED = TRUE.reopened([*TRUE.rows[1:], *LATE, (INVENTED[0][0], TRUE.rows[0][1])])

LIES: dict[str, Callable[[], Case]] = {
    "dropped": lambda: Case(listed(TRUE.rows[1:])),
    "altered": lambda: Case(listed(flipped(TRUE.rows))),
    "altered, with the tallies kept": lambda: Case(
        listed([(a[0], b[1]) for a, b in zip(TRUE.rows, TRUE.rows[::-1], strict=True)])
    ),
    "doubled": lambda: Case(listed([*TRUE.rows, TRUE.rows[0]])),
    "doubled and signed so": lambda: Case(signed(TRUE, [*TRUE.rows, TRUE.rows[0]]).document),
    "added": lambda: Case(listed([*TRUE.rows, INVENTED[0]])),
    "120 invented": lambda: Case(listed([*TRUE.rows, *INVENTED])),
    "120 invented and signed so": lambda: Case(
        signed(TRUE, [*TRUE.rows, *INVENTED]).document, root=TRUE.root
    ),
    "120 invented, with tokens": lambda: Case(
        signed(WITH_TOKENS, [*TRUE.rows, *INVENTED]).document
    ),
    "560 in a class of 300, with tokens": lambda: Case(crowd((300, 300)).document),
    "more tokens spent than issued": lambda: Case(crowd((300, 560)).document),
    "split view, to who saw the root": lambda: Case(OTHER_LIST.document, root=TRUE.root),
    "split view, to who has another's export": lambda: Case(
        OTHER_LIST.document, earlier=TRUE.document
    ),
    "negated question": lambda: Case(negated()),
    "negated question in the file alone": lambda: Case(
        changed(TRUE.document, "Did you not cheat?", "instrument", "questions", 0, "text")
    ),
    "negated question beside its estimate": lambda: Case(
        changed(TRUE.document, "Did you not cheat?", "questions", 0, "text")
    ),
    "rewritten definitions": lambda: Case(
        changed(TRUE.document, "the share of cheaters", "definitions", "estimate")
    ),
    "altered estimate": lambda: Case(
        changed(TRUE.document, lambda value: value + 0.1, "questions", 0, "estimate")
    ),
    "altered estimate of an option": lambda: Case(
        changed(TRUE.document, lambda value: value + 0.1,
                "questions", 1, "options", 0, "estimate")
    ),
    "altered mean": lambda: Case(
        changed(TRUE.document, lambda value: value + 0.1, "questions", 4, "mean", "estimate")
    ),
    "altered number of responses": lambda: Case(changed(TRUE.document, 61, "responses")),
    "forged signature": lambda: Case(with_notes(TRUE, forged(TRUE.notes[0]))),
    "altered statement": lambda: Case(
        with_notes(TRUE, TRUE.notes[0].replace('title "All', 'title "Of all'))
    ),
    "unsigned statement": lambda: Case(with_notes(TRUE, TRUE.notes[0].partition("\n\n")[0] + "\n")),
    "another's signature": lambda: Case(
        with_notes(TRUE, signed_statement(OTHER_KEY, read_signed_statement(TRUE.notes[0])))
    ),
    "signed anew by another key": lambda: Case(
        signed(replace(TRUE, key=OTHER_KEY), TRUE.rows[1:]).document, key=TRUE.fingerprint
    ),
    "signed anew by another key, to who has a receipt": lambda: Case(
        signed(replace(TRUE, key=OTHER_KEY), TRUE.rows[1:]).document, receipt=TRUE.receipt(5)
    ),
    "no statement, to who saw the root": lambda: Case(with_notes(TRUE), root=TRUE.root),
    "statement of another survey": lambda: Case(with_notes(TRUE, *OTHER_SURVEY.notes)),
    "another survey's list": lambda: Case(OTHER_SURVEY.document, receipt=TRUE.receipt(5)),
    "another code": lambda: Case(changed(TRUE.document, "hjk567", "code")),
    "statement of an earlier closing": lambda: Case(with_notes(REOPENED, TRUE.notes[0])),
    "earlier statement withheld": lambda: Case(with_notes(REOPENED, REOPENED.notes[1])),
    "statements in the wrong order": lambda: Case(with_notes(REOPENED, *REOPENED.notes[::-1])),
    "statement twice": lambda: Case(with_notes(TRUE, *TRUE.notes * 2)),
    "earlier statement exchanged": lambda: Case(
        with_notes(REOPENED, OTHER_LIST.notes[0], REOPENED.notes[1])
    ),
    "earlier statement contradicted, to who saw its root": lambda: Case(
        CONTRADICTED.document, root=TRUE.root
    ),
    "earlier statement contradicted, to who has its export": lambda: Case(
        CONTRADICTED.document, earlier=TRUE.document
    ),
    "reopened with fewer": lambda: Case(SHRUNK.document),
    "reopened with another first response": lambda: Case(SWAPPED.document, earlier=TRUE.document),
    "stated root": lambda: Case(restated(TRUE, root="5e" * 32)),
    "stated title": lambda: Case(restated(TRUE, title="Another")),
    "stated class size": lambda: Case(restated(TRUE, class_size=60)),
    "stated tallies": lambda: Case(
        restated(TRUE, tally=replace(TRUE_TALLY, counts=TRUE_TALLY.counts[::-1]))
    ),
    "an answer to two questions, of one each": lambda: Case(
        signed(EACH, answered_twice()).document
    ),
    "an altered report, of one each": lambda: Case(
        replace(EACH, rows=[(a[0], b[1]) for a, b in zip(EACH.rows, EACH.rows[::-1], strict=True)])
        .document
    ),
    "an answer to two questions and one to none, of one each": lambda: Case(
        two_and_none().document
    ),
    "moved to another question, of one each": lambda: Case(replace(EACH, rows=moved()).document),
    "moved to another question and signed so, to who saw the root": lambda: Case(
        signed(EACH, moved()).document, root=EACH.root
    ),
    "moved to another question and signed so, to who has a receipt": lambda: Case(
        signed(EACH, moved()).document, receipt=EACH.receipt(0)
    ),
    "one question's responses dropped, of one each": lambda: Case(
        replace(EACH, rows=[row for row in EACH.rows if row[1][0] is None]).document
    ),
    "stated numbers of those asked": lambda: Case(
        restated(EACH, asked=read_signed_statement(EACH.notes[0]).asked[::-1])
    ),
    "stated numbers of those asked left out": lambda: Case(restated(EACH, asked=None)),
    "a report that is none": lambda: Case(doctored(7)),
    "no report": lambda: Case(doctored(None)),
    "a report to no question": lambda: Case(appended()),
    "receipt left out": lambda: Case(signed(TRUE, TRUE.rows[1:]).document, receipt=TRUE.receipt(0)),
    "receipt with other reports": lambda: Case(
        signed(TRUE, flipped(TRUE.rows)).document, receipt=TRUE.receipt(0)
    ),
}  # fmt: skip
TRUE_TALLY = read_signed_statement(TRUE.notes[0]).tally

TRUTHS: dict[str, Callable[[], Case]] = {
    "closed": lambda: Case(TRUE.document),
    "closed, all known": lambda: Case(
        TRUE.document, TRUE.root, TRUE.fingerprint, TRUE.receipt(5), TRUE.document
    ),
    "with tokens": lambda: Case(WITH_TOKENS.document, WITH_TOKENS.root, WITH_TOKENS.fingerprint),
    "reopened": lambda: Case(
        REOPENED.document, REOPENED.root, REOPENED.fingerprint, TRUE.receipt(5), TRUE.document
    ),
    "reopened, to who saw the first root": lambda: Case(REOPENED.document, TRUE.root),
    "reopened, with a closing that was not stated": lambda: Case(
        with_notes(REOPENED, TRUE.notes[0], THIRD), earlier=TRUE.document
    ),
    "of nobody": lambda: Case(make_closed_survey(0).document),
    "of one": lambda: Case(make_closed_survey(1).document),
    "one question each": lambda: Case(EACH.document, EACH.root, receipt=EACH.receipt(5)),
    "never closed": lambda: Case(replace(TRUE, notes=()).document),
    "more than the class": lambda: Case(crowd(None).document),
}

# A receipt that is not this list's shows nothing, and is no fault of the list.
VOID_RECEIPTS: dict[str, Callable[[], dict[str, Any]]] = {
    "of another survey": lambda: OTHER_SURVEY.receipt(0),
    "of another key": lambda: replace(TRUE, key=OTHER_KEY).receipt(0),
    "with a wrong signature": lambda: TRUE.receipt(0) | {"signature": "00" * 64},
    "with other reports": lambda: TRUE.receipt(0) | {"reports": [1, 1, 1, 1, 1, 1]},
    "renamed to this survey": lambda: OTHER_SURVEY.receipt(0) | {"code": TRUE.code},
}


@cache
def _omission(place: int, kept: int) -> str:
    """The proof that the response at `place` by hash was left out, where `kept` are listed."""
    by_hash = sorted(TRUE.rows[: kept + 1], key=lambda row: leaves(TRUE.instrument, [row]))
    whole = replace(TRUE, rows=by_hash)
    lying = signed(TRUE, by_hash[:place] + by_hash[place + 1 :])
    receipt = parse_receipt(whole.receipt(place))
    proof = omission_document(receipt, leaves(TRUE.instrument, lying.rows), lying.notes[0])
    return json.dumps(proof)


def omission(place: int = 7, kept: int = 59) -> dict[str, Any]:
    return json.loads(_omission(place, kept))


OMISSIONS: dict[str, Callable[[], dict[str, Any]]] = {
    f"{place} of {kept + 1}": lambda place=place, kept=kept: omission(place, kept)
    for kept in (0, 1, 2, 5, 59)
    for place in sorted({0, kept // 2, kept})
}


def _edited(change: Callable[[list[str]], Any]) -> dict[str, Any]:
    """The proof with its neighbours changed."""
    proof = omission()
    proof["neighbours"] = change(proof["neighbours"])
    return proof


def _without_line(proof: str, line: int) -> str:
    lines = proof.split("\n")
    return "\n".join(lines[:line] + lines[line + 1 :])


def _accused(*beside: int) -> dict[str, Any]:
    """A response that is in the tree, seventh by hash, and leaves that are to hide it."""
    by_hash = sorted(TRUE.rows, key=lambda row: leaves(TRUE.instrument, [row]))
    hashes = leaves(TRUE.instrument, by_hash)
    proofs = [TlogProof(hashes[each], each, inclusion_proof(hashes, each), TRUE.notes[0])
              for each in beside]  # fmt: skip
    return omission() | {
        "receipt": replace(TRUE, rows=by_hash).receipt(7),
        "statement": TRUE.notes[0],
        "neighbours": [proof.text for proof in proofs],
    }


FALSE_OMISSIONS: dict[str, Callable[[], dict[str, Any]]] = {
    "of a counted response": lambda: _accused(6, 8),
    "of a counted response, with itself": lambda: _accused(7, 8),
    "of a counted response, with other leaves": lambda: _accused(20, 21),
    "of a counted response, with none": lambda: _accused(),
    "without neighbours": lambda: _edited(lambda _: []),
    "one neighbour": lambda: _edited(lambda both: both[:1]),
    "the other neighbour": lambda: _edited(lambda both: both[1:]),
    "neighbours exchanged": lambda: _edited(lambda both: both[::-1]),
    "a neighbour twice": lambda: _edited(lambda both: both[:1] * 2),
    "a truncated way": lambda: _edited(lambda both: [_without_line(both[0], 3), both[1]]),
    "no way at all": lambda: _edited(
        lambda both: ["\n".join([*both[0].split("\n")[:3], "", both[0].partition("\n\n")[2]]),
                      both[1]]
    ),
    "a cut proof": lambda: _edited(lambda both: [both[0][:200], both[1]]),
    "another index": lambda: _edited(
        lambda both: [both[0].replace("index 6", "index 5"), both[1]]
    ),
    "other neighbours' leaves": lambda: _edited(
        lambda both: [both[0].replace(both[0].split("\n")[1], both[1].split("\n")[1]), both[1]]
    ),
    "neighbours further apart": lambda: _edited(
        lambda both: [both[0], omission(9)["neighbours"][1]]
    ),
    "another receipt": lambda: omission() | {"receipt": omission(8)["receipt"]},
    "a receipt with other reports": lambda: changed(
        omission(), lambda reports: [1 - reports[0], *reports[1:]], "receipt", "reports"
    ),
    "a receipt of another survey": lambda: changed(omission(), OTHER_SURVEY.receipt(0), "receipt"),
    "a receipt of another key": lambda: changed(
        omission(), replace(TRUE, key=OTHER_KEY).receipt(0), "receipt"
    ),
    "another statement": lambda: omission() | {"statement": TRUE.notes[0]},
    "a forged statement": lambda: changed(omission(), forged, "statement"),
    "a forged checkpoint": lambda: _edited(
        lambda both: [both[0], both[1][: -len(note_of(both[1]))] + forged(note_of(both[1]))]
    ),
}  # fmt: skip


def note_of(proof: str) -> str:
    """The signed note within a tlog-proof."""
    return proof.partition("\n\n")[2]
