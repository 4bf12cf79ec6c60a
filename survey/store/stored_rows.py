"""The stored rows of every engine: what they hold, and whether they can be used."""

import json
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Any, Protocol

from survey.core.instrument.parsing import from_canonical_json
from survey.core.kinds.item import Item
from survey.core.responses.reports import Report
from survey.core.results.crosstab import Counts
from survey.errors import StoreUnavailable

# Whether a store is new, in SQL for both engines: it has no survey, and its only instructor is
# unchanged.
IS_NEW = (
    "SELECT NOT EXISTS (SELECT 1 FROM survey) AND NOT EXISTS (SELECT 1 FROM instructor"
    " WHERE name <> 'instructor' OR password_hash IS NOT NULL OR link_hash IS NOT NULL"
    " OR largest_epsilon IS NOT NULL OR language <> '')"
)

LATER_RELEASE = "The database was made by a later release. Install that one, or newer."

# Canonical JSON writes it so; within a text the quotation marks would be escaped.
ONE_QUESTION_EACH = '"one_question_each":true'
# A condition on a survey's row, in SQL. `%%` is `%` to a driver that reads parameters.
ASKS_ONE_QUESTION_EACH = f"instrument LIKE '%%{ONE_QUESTION_EACH}%%'"

# Instruments are frozen values, so parsing each stored text once is enough.
stored_instrument = lru_cache(maxsize=256)(from_canonical_json)


def check_empty(surveys: int) -> None:
    """Raises StoreUnavailable unless a store with so many surveys may be filled."""
    if surveys:
        raise StoreUnavailable(
            "The target holds surveys already. Name an empty one, or remove the demo that its "
            "first start made."
        )


def cross_tally_of(items: tuple[Item, Item], rows: Iterable[tuple[Report, Report, int]]) -> Counts:
    """The counts of rows (first report, second report, responses); one without a row is 0."""
    first, second = items
    counts = [[0] * second.options for _ in range(first.options)]
    for u, v, responses in rows:
        if u is not None and v is not None:  # both were asked
            counts[u][v] = responses
    return tuple(tuple(row) for row in counts)


def counted_responses(
    surveys: Iterable[tuple[str, str]], counts: Iterable[tuple[str, int, int]]
) -> Counter[str]:
    """Counts the responses to each survey, by its tally.

    `surveys` are (code, canonical JSON), `counts` (code, item, reports).
    """
    # Every response answers the first question, or one of all: see tally_from.
    firsts = {
        code: stored_instrument(text).first_items
        for code, text in surveys
        if ONE_QUESTION_EACH in text
    }
    counted: Counter[str] = Counter()
    for code, item, reports in counts:
        if item in firsts.get(code, (0,)):
            counted[code] += reports
    return counted


def check_questionnaires(stored: Iterable[tuple[str, str, str]]) -> None:
    """Raises StoreUnavailable for a (code, canonical JSON, digest) whose digest does not match."""
    for code, instrument, digest in stored:
        if sha256(instrument.encode()).hexdigest() != digest:
            raise StoreUnavailable(
                f"The questionnaire of survey {code} was changed behind the app's back, or is "
                "damaged: it does not have its stored digest. Restore a backup."
            )


# Release 0.1.0 could ask a question openly. SQL finds such an instrument by its text, since no
# code reads it any more. Canonical JSON writes it so; within a text the quotation marks would be
# escaped.
_SURVEYS = """
    SELECT code, instrument FROM survey WHERE instrument LIKE '%"openly":true%' ORDER BY code
"""


class Connection(Protocol):
    """The methods that the connections of both engines have."""

    def execute(self, query: str, /) -> Iterable[Any]: ...


def check_all_randomized(connection: Connection) -> None:
    """Raises StoreUnavailable if a survey of the database asks a question that is not randomized.

    The table `survey` must be there; nothing is written.
    """
    surveys = [
        f"“{json.loads(instrument)['title']}” ({code})"
        for code, instrument in connection.execute(_SURVEYS)
    ]
    if surveys:
        raise StoreUnavailable(
            "This release stores no answer that is not randomized, and these surveys hold some: "
            f"{', '.join(surveys)}. Nothing was changed. Install release 0.1.0 again, write each "
            "to a file (survey export CODE --output CODE.json) and delete it on its page "
            "(/surveys/CODE/delete); then start this release."
        )
