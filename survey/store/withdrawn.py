"""Refuses surveys with answers that are not randomized, which this release cannot hold.

Release 0.1.0 could ask a question openly. SQL finds such an instrument by its text, since
no code reads it any more.
"""

import json
from collections.abc import Iterable
from typing import Any, Protocol

from survey.errors import StoreUnavailable

# The key of a question in canonical JSON; in a text the quotation marks would be escaped.
_SURVEYS = """
    SELECT code, instrument FROM survey WHERE instrument LIKE '%"openly":true%' ORDER BY code
"""


class Connection(Protocol):
    """What the connections of both engines have."""

    def execute(self, query: str, /) -> Iterable[Any]: ...


def check_all_randomized(connection: Connection) -> None:
    """Raises StoreUnavailable if a survey of the database asks something openly.

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
