"""A closed survey with its signed statements, its export and its receipts."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from instruments import make_mixed_instrument

from survey.core.instrument.instrument import Instrument
from survey.core.responses.reports import Reports, only
from survey.core.responses.response import Response
from survey.core.responses.statement import state_results
from survey.core.responses.statement_terms import term_lines
from survey.exports.results_json import everything_json
from survey.text.glossary import definitions_digest, definitions_text
from survey.wire.acknowledgement import acknowledgement
from survey.wire.keys import SigningKey
from survey.wire.signed_note import read_signed_statement, signed_statement

Rows = Sequence[tuple[str, Reports]]

DEFINITIONS_DIGEST = definitions_digest(definitions_text())
KEY, OTHER_KEY = SigningKey("01" * 32), SigningKey("02" * 32)


def rows_of(instrument: Instrument, count: int, seed: int = 7, start: int = 0) -> Rows:
    """`count` responses, the same ones for the same seed."""
    options = [item.options for item in instrument.items]
    drawn = np.random.default_rng(seed).integers(0, options, (count, len(options))).tolist()
    ids = (f"{start + number:032x}" for number in range(count))
    if not instrument.one_question_each:
        return list(zip(ids, map(tuple, drawn), strict=True))
    asked = np.random.default_rng(seed).integers(0, len(instrument.questions), count).tolist()
    sizes = [question.item_count for question in instrument.questions]
    sent = []
    for place, row in zip(asked, drawn, strict=True):
        first = instrument.first_items[place]
        sent.append(only(instrument, place, row[first : first + sizes[place]]))
    return list(zip(ids, sent, strict=True))


@dataclass(frozen=True)
class ClosedSurvey:
    """A survey as a server shows it; a dishonest server shows another list of the same survey."""

    instrument: Instrument
    rows: Rows
    code: str = "bcd234"
    tokens: tuple[int, int] | None = None
    key: SigningKey = KEY
    notes: tuple[str, ...] = ()
    final: bool = False

    def close(self) -> "ClosedSurvey":
        """The same survey with one more statement of its rows; earlier releases made several."""
        before = read_signed_statement(self.notes[-1]) if self.notes else None
        closing = before.closing + 1 if before else 1
        statement = replace(
            state_results(
                self.code, self.instrument, self.rows, self.tokens, self.key.public.hex,
                DEFINITIONS_DIGEST,
            ),
            closing=closing,
            follows=before.text_hash if before else None,
            more=term_lines(definitions=DEFINITIONS_DIGEST, final=self.final or None),
        )  # fmt: skip
        return replace(self, notes=(*self.notes, signed_statement(self.key, statement)))

    def reopened(self, rows: Rows) -> "ClosedSurvey":
        """The survey, opened and closed again with these rows."""
        return replace(self, rows=rows).close()

    @property
    def fingerprint(self) -> str:
        return self.key.public.fingerprint

    @property
    def root(self) -> str:
        """The short form of the root, as on the last slide."""
        return read_signed_statement(self.notes[-1]).short_root

    @property
    def text(self) -> str:
        """The file “Everything (JSON)”."""
        signed = {"code": self.code, "statements": list(self.notes)}
        return "".join(everything_json(self.instrument, self.rows, signed=signed))

    @property
    def document(self) -> dict[str, Any]:
        return json.loads(self.text)

    def receipt(self, place: int) -> dict[str, Any]:
        """The receipt's file of one response."""
        response = Response(self.instrument.digest, *self.rows[place])
        said = acknowledgement(self.key, self.code, response, new=True)
        return {
            "format": "deniable-receipt/1",
            "code": self.code,
            "instrument": response.instrument,
            "response_id": response.response_id,
            "reports": list(response.reports),
            "key": said["key"],
            "signature": said["signature"],
        }


def make_closed_survey(count: int = 60, **changes: Any) -> ClosedSurvey:
    """A survey with a question of every kind, closed once."""
    instrument = make_mixed_instrument()
    return ClosedSurvey(instrument, rows_of(instrument, count), **changes).close()
