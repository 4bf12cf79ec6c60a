"""A stamp: the state that a page shows beside a button whose press cannot be undone.

The page's form carries the stamp. The store takes it again in the transaction in which it would
act, and refuses the press if the two differ: somebody acted meanwhile, in another tab or before a
step back in the browser, and the press may not mean what it would do now.
"""

import hashlib
import json
from collections.abc import Iterable

from survey.errors import StateChanged
from survey.store.models import Survey
from survey.translations.marked import N_

CHANGED = N_(
    "Nothing was done: this has changed since your page was loaded, perhaps by a first press. "
    "Here it is as it stands now."
)
_DIGITS = 32  # of the SHA-256: it tells states apart, and keeps no secret


def survey_stamp(survey: Survey, *counts: int) -> str:
    """The stamp of a survey's state, with the counts that the page shows beside it, if any.

    Labels, colleagues and who sees the results are no part of it: no irreversible act depends on
    them.
    """
    return _digest(
        survey.code,
        survey.instrument.digest,
        survey.state,
        survey.closing,
        survey.closes_at,
        survey.owner,
        survey.tokens_required,
        survey.cap,
        survey.hidden_until_closed,
        survey.template,
        *counts,
    )


def account_stamp(name: str, surveys: Iterable[tuple[str, int]]) -> str:
    """The stamp of an account with its surveys: code and number of responses of each."""
    return _digest(name, *sorted(surveys))


def check_stamp(shown: str | None, found: str) -> None:
    """Raises StateChanged unless the page `shown` stands as it is found; None: no page asked."""
    if shown is not None and shown != found:
        raise StateChanged(CHANGED)


def _digest(*facts: object) -> str:
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:_DIGITS]
