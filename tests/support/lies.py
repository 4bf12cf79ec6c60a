"""Lies about a closed survey's results; table_of_lies.py lists the readers that must find each.

Each gives the file that a server hands out, and its reader's knowledge from elsewhere: nothing,
the root of the last slide, the key's fingerprint, a receipt, or an earlier export. The page of
all reports sees responses, their hashes, the statement and the browser's storage.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from closed_survey import DEFINITIONS_DIGEST, OTHER_KEY, make_closed_survey, rows_of
from doctored_results import (
    EACH,
    FINAL,
    LATE,
    OTHER_SURVEY,
    REOPENED,
    TRUE,
    TRUE_TALLY,
    WITH_TOKENS,
    Case,
    answered_twice,
    appended,
    changed,
    crowd,
    doctored,
    flipped,
    forged,
    in_capitals,
    listed,
    moved,
    moved_interval,
    negated,
    restated,
    said_so,
    signed,
    signed_by_anybody,
    swapped,
    two_and_none,
    with_notes,
    with_truth,
)

from survey.core.responses.statement_terms import term_lines
from survey.wire.signed_note import read_signed_statement, signed_statement

INVENTED = rows_of(TRUE.instrument, 120, seed=9, start=1000)
OTHER_LIST = signed(TRUE, [*TRUE.rows[1:], INVENTED[0]])
CONTRADICTED = OTHER_LIST.reopened(REOPENED.rows)
AFTER_FINAL = replace(FINAL, final=False).reopened(OTHER_LIST.rows)
THIRD = signed_statement(TRUE.key, replace(read_signed_statement(REOPENED.notes[1]), closing=3))
SHRUNK = TRUE.reopened(TRUE.rows[:-1])
SWAPPED = TRUE.reopened([*TRUE.rows[1:], *LATE, (INVENTED[0][0], TRUE.rows[0][1])])

FALSE_VALUES = [
    ("q1", "gamma", "1/100"), ("q1", "odds", [51, 49]), ("q1", "epsilon", 0.01),
    ("q1", "kind", "x"), ("q1", "question", "q2"), ("q1", "respondents", 61),
    ("q1", "reported_yes", 7),
    ("q1", "reported_share", 0.11), ("q2", "epsilon", 0.01), ("q2", "respondents", 59),
    ("q2", "options.0.reported_yes", 1), ("q2", "options.0.reported_share", 0.9),
    ("q3", "epsilon", 1.6), ("q3", "options.1.estimate", 0.01), ("q4", "low", 10),
    ("q4", "high", 100), ("q4", "reported_high", 3), ("q5", "low", 0), ("q5", "high", 10),
]  # fmt: skip
FALSE_FACTS = [
    ("epsilon", 0.1), ("confidence_each", 0.99),
    ("items", ["q2", "q1", "q3_1", "q3_2", "q4", "q5"]), ("simultaneous", True),
    ("confidence", 0.9),
]  # fmt: skip

Lies = dict[str, Callable[[], Case]]

# Found by `survey verify`, by both short verifiers, and by the page of all reports.
BY_ALL: Lies = {
    "a key of small order": lambda: Case(
        with_notes(TRUE, signed_by_anybody(read_signed_statement(TRUE.notes[0])))
    ),
    "dropped": lambda: Case(listed(TRUE.rows[1:])),
    "altered": lambda: Case(listed(flipped(TRUE.rows))),
    "altered, with the tallies kept": lambda: Case(
        listed([(a[0], b[1]) for a, b in zip(TRUE.rows, TRUE.rows[::-1], strict=True)])
    ),
    "doubled": lambda: Case(listed([*TRUE.rows, TRUE.rows[0]])),
    "added": lambda: Case(listed([*TRUE.rows, INVENTED[0]])),
    "120 invented": lambda: Case(listed([*TRUE.rows, *INVENTED])),
    "120 invented and signed so": lambda: Case(
        signed(TRUE, [*TRUE.rows, *INVENTED]).document, root=TRUE.root
    ),
    "split view, to who saw the root": lambda: Case(OTHER_LIST.document, root=TRUE.root),
    "negated question": lambda: Case(negated()),
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
    "statement of another survey": lambda: Case(with_notes(TRUE, *OTHER_SURVEY.notes)),
    "statement of an earlier closing": lambda: Case(with_notes(REOPENED, TRUE.notes[0])),
    "statements in the wrong order": lambda: Case(with_notes(REOPENED, *REOPENED.notes[::-1])),
    "stated root": lambda: Case(restated(TRUE, root="5e" * 32)),
    "closing 2 that follows nothing": lambda: Case(restated(TRUE, closing=2)),
    "closing 2 that follows nothing, and is final": lambda: Case(restated(FINAL, closing=2)),
    "receipt left out": lambda: Case(signed(TRUE, TRUE.rows[1:]).document, receipt=TRUE.receipt(0)),
    "receipt with other reports": lambda: Case(
        signed(TRUE, flipped(TRUE.rows)).document, receipt=TRUE.receipt(0)
    ),
}  # fmt: skip

# Found by all readers of the export: `survey verify` and both short verifiers.
BY_READERS: Lies = {
    "a doubled id in capitals": lambda: Case(in_capitals()),
    "a report that is true": lambda: Case(with_truth(True)),
    "a report that is 1.0": lambda: Case(with_truth(1.0)),
    "more than the cap": lambda: Case(restated(TRUE, more=term_lines(
        definitions=DEFINITIONS_DIGEST, cap=59
    ))),
    "another cap than is stated": lambda: Case(
        {**restated(TRUE, more=term_lines(definitions=DEFINITIONS_DIGEST, cap=80)), "cap": 90}
    ),
    "a cap that is not stated": lambda: Case({**TRUE.document, "cap": 90}),
    "a line twice": lambda: Case(with_notes(TRUE, said_so("class_size 60\n"))),
    "another fingerprint": lambda: Case(
        with_notes(TRUE, said_so("", TRUE.fingerprint[:4], "AAAA"))
    ),
    "other definitions than are signed": lambda: Case(restated(TRUE, more=term_lines(
        definitions="ab" * 32
    ))),
    "rewritten definitions, beside a statement that signs none": lambda: Case(
        restated(TRUE, more=term_lines())
    ),
    "swapped labels of options": lambda: Case(swapped("option")),
    "swapped names of options": lambda: Case(
        changed(TRUE.document, "q1", "questions", 1, "options", 0, "name")
    ),
    "altered Hoeffding interval": lambda: Case(moved_interval("hoeffding")),
    "altered Hoeffding interval of a mean": lambda: Case(
        changed(TRUE.document, lambda value: value + 0.1,
                "questions", 3, "mean", "intervals", "hoeffding", 1)
    ),
    "Hoeffding's interval left out": lambda: Case(
        changed(TRUE.document, {}, "questions", 0, "intervals")
    ),
    "a mean left out": lambda: Case(changed(TRUE.document, None, "questions", 4, "mean")),
    "an option left out": lambda: Case(
        changed(TRUE.document, lambda options: options[:-1], "questions", 1, "options")
    ),
    "a question left out": lambda: Case(
        changed(TRUE.document, lambda questions: questions[:-1], "questions")
    ),
    **{
        f"altered {name} of {question}": lambda question=question, name=name, value=value: Case(
            changed(TRUE.document, value, "questions", int(question[1:]) - 1, *name.split("."))
        )
        for question, name, value in FALSE_VALUES
    },
    **{
        f"altered {name}": lambda name=name, value=value: Case(
            changed(TRUE.document, value, name)
        )
        for name, value in FALSE_FACTS
    },
    "doubled and signed so": lambda: Case(signed(TRUE, [*TRUE.rows, TRUE.rows[0]]).document),
    "120 invented, with tokens": lambda: Case(
        signed(WITH_TOKENS, [*TRUE.rows, *INVENTED]).document
    ),
    "560 in a class of 300, with tokens": lambda: Case(crowd((300, 300)).document),
    "more tokens spent than issued": lambda: Case(crowd((300, 560)).document),
    "split view, to who has another's export": lambda: Case(
        OTHER_LIST.document, earlier=TRUE.document
    ),
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
    "no statement, to who saw the root": lambda: Case(with_notes(TRUE), root=TRUE.root),
    "another survey's list": lambda: Case(OTHER_SURVEY.document, receipt=TRUE.receipt(5)),
    "another code": lambda: Case(changed(TRUE.document, "hjk567", "code")),
    "earlier statement withheld": lambda: Case(with_notes(REOPENED, REOPENED.notes[1])),
    "another closing after a final one": lambda: Case(AFTER_FINAL.document),
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
}  # fmt: skip

# Found by `survey verify`; the short verifiers say that they leave it to that.
BY_SURVEY_VERIFY: Lies = {
    "altered class interval": lambda: Case(moved_interval("class")),
    "altered population interval": lambda: Case(moved_interval("population")),
    "altered anytime interval": lambda: Case(moved_interval("anytime")),
    "altered projected share": lambda: Case(
        changed(TRUE.document, lambda value: value + 0.1,
                "questions", 1, "options", 0, "projected")
    ),
}  # fmt: skip

# Here the file agrees with itself: only the reader's knowledge from elsewhere shows the lie.
KNOWN_ELSEWHERE = {
    "120 invented and signed so",
    "split view, to who saw the root",
    "signed anew by another key",
    "signed anew by another key, to who has a receipt",
    "receipt left out",
    "receipt with other reports",
    "split view, to who has another's export",
    "another survey's list",
    "earlier statement contradicted, to who saw its root",
    "earlier statement contradicted, to who has its export",
    "reopened with another first response",
    "moved to another question and signed so, to who saw the root",
    "moved to another question and signed so, to who has a receipt",
}

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

# A receipt from another list shows nothing, and is no fault of this list.
VOID_RECEIPTS: dict[str, Callable[[], dict[str, Any]]] = {
    "of another survey": lambda: OTHER_SURVEY.receipt(0),
    "of another key": lambda: replace(TRUE, key=OTHER_KEY).receipt(0),
    "with a wrong signature": lambda: TRUE.receipt(0) | {"signature": "00" * 64},
    "with other reports": lambda: TRUE.receipt(0) | {"reports": [1, 1, 1, 1, 1, 1]},
    "renamed to this survey": lambda: OTHER_SURVEY.receipt(0) | {"code": TRUE.code},
}
