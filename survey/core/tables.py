"""Results as CSV: safe in a spreadsheet, readable by any statistics program.

Files begin with `#` lines that carry γ, ε, the digest and the definitions.
Those lines hold no text that anyone typed, and no comma, so that they are one
plain cell each; pandas (`comment="#"`), R (`comment.char="#"`) and
`survey estimate` skip them.
"""

import csv
import io
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Sequence
from typing import Any

from survey.core.estimation import Estimate
from survey.core.instrument import Instrument
from survey.core.intervals import INTERVALS
from survey.core.results import DEFINITIONS
from survey.core.results import question_name
from survey.core.results import question_results
from survey.core.tally import Tally

RESPONSE_ID = "response_id"

# Cells that begin so are run as formulas by some spreadsheet (OWASP, ASVS 1.2.10),
# full-width forms included.
FORMULA_STARTS = tuple("=+-@|%\t\r\n\0＝＋－＠")

ESTIMATE_COLUMNS = (
    "question",
    "respondents",
    "reported_yes",
    "reported_share",
    "gamma",
    "epsilon",
    "confidence",
    "estimate",
)


def safe_cell(value: Any) -> Any:
    """Text that a spreadsheet would run as a formula gets an apostrophe before it.

    Numbers stay numbers: a negative estimate is no formula.
    """
    if isinstance(value, str) and value.startswith(FORMULA_STARTS):
        return "'" + value.replace("\0", "")
    return value


def interval_columns(intervals: Sequence[str]) -> list[str]:
    """Two columns an interval: hoeffding_low, hoeffding_high, …"""
    return [f"{name}_{end}" for name in intervals for end in ("low", "high")]


def estimate_row(name: str, estimate: Estimate, intervals: Sequence[str]) -> list[Any]:
    """One estimate under ESTIMATE_COLUMNS and interval_columns; empty cells where n = 0."""
    row = [
        name,
        estimate.respondents,
        estimate.reported_yes,
        estimate.share,
        str(estimate.gamma),
        estimate.epsilon,
        estimate.confidence,
        estimate.estimate,
    ]
    for interval in intervals:
        row += estimate.interval(interval) or (None, None)
    return row


def estimates_csv(instrument: Instrument, tally: Tally, confidence: float) -> Iterator[str]:
    """The estimates, a row a question, in pieces of text."""
    yield from _preamble(instrument)
    yield _line([*ESTIMATE_COLUMNS, *interval_columns(INTERVALS), "text"])
    for result in question_results(instrument, tally, confidence):
        row = estimate_row(result.name, result.estimate, INTERVALS)
        yield _line([*row, result.question.text])


def reports_csv(
    instrument: Instrument, responses: Iterable[tuple[str, Sequence[int]]]
) -> Iterator[str]:
    """The reports, a row a response, in pieces of text; `survey estimate` reads it."""
    yield from _preamble(instrument)
    names = [question_name(number) for number in range(1, len(instrument.questions) + 1)]
    yield _line([RESPONSE_ID, *names])
    for response_id, reports in responses:
        yield _line([response_id, *reports])


def plain_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A header and rows without a preamble."""
    return "".join(_line(row) for row in [columns, *rows])


def _preamble(instrument: Instrument) -> Iterator[str]:
    yield _comment(f"instrument_sha256: {instrument.digest}")
    for number, question in enumerate(instrument.questions, start=1):
        yield _comment(
            f"{question_name(number)}: gamma = {question.gamma}; epsilon = {question.epsilon!r}"
        )
    for word, definition in DEFINITIONS.items():
        yield _comment(f"{word}: {definition}")


def _comment(text: str) -> str:
    return "# " + text.replace(",", ";") + "\r\n"


def _line(cells: Iterable[Any]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow([safe_cell(cell) for cell in cells])
    return line.getvalue()
