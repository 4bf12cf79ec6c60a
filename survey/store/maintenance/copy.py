"""Copies a whole store into an empty one, and compares both before it commits the copy."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from survey.core.responses.reports import Reports
from survey.core.responses.tally import Tally
from survey.errors import StoreUnavailable
from survey.store.interface.store import Store
from survey.store.maintenance.open import Place, is_address, open_store
from survey.store.models import Survey, SurveyContents


@dataclass(frozen=True)
class CopiedSurvey:
    """One survey as it arrived; `digest` is SHA-256 over its responses in their ids' order."""

    code: str
    state: str
    instrument: str
    responses: int
    digest: str


@contextmanager
def store_to_fill(place: Place) -> Iterator[Store]:
    """Opens the store at this place; removes a file that it made if the block raises."""
    made = not is_address(place) and not Path(place).exists()
    try:
        with closing(open_store(place)) as store:
            yield store
    except BaseException:
        if made:
            Path(place).unlink(missing_ok=True)
        raise


def copy(source: Store, target: Store, progress: Callable[[int], object]) -> list[CopiedSurvey]:
    """Copies everything but sign-ins; calls `progress` with 1 for every response.

    Raises StoreUnavailable, and stores nothing, if the copy differs from the source at the end,
    or if the target has surveys.
    """
    surveys = source.surveys.all()[::-1]  # the target numbers them itself, the newest last

    def responses(code: str) -> Iterator[tuple[str, Reports]]:
        for response in source.responses.all(code):
            yield response
            progress(1)

    contents = (
        SurveyContents(
            each,
            source.responses.kept_steps(each.code),
            source.surveys.tokens(each.code),
            source.surveys.statements(each.code),
            source.surveys.definitions(each.code),
            source.surveys.listed(each.code),
            responses(each.code),
        )
        for each in surveys
    )
    keys = source.maintenance.keys()
    with target.maintenance.filled(source.instructors.all(), contents, keys) as arrived:
        if _settings(source) != _settings(arrived):
            raise _differing("The list of surveys or of instructors")
        return [_compared(source, arrived, each) for each in surveys]


def _compared(source: Store, arrived: Store, survey: Survey) -> CopiedSurvey:
    _, tally, digest = contents = _contents(arrived, survey.code)
    if contents != _contents(source, survey.code):
        raise _differing(f"Survey {survey.code}")
    return CopiedSurvey(
        survey.code, survey.state, survey.instrument.digest, tally.responses, digest
    )


def _settings(store: Store) -> tuple[object, ...]:
    return store.surveys.all(), store.instructors.all()


def _contents(store: Store, code: str) -> tuple[object, Tally, str]:
    digest = hashlib.sha256()
    for response_id, reports in store.responses.all(code):
        digest.update(f"{response_id} {','.join(map(str, reports))}\n".encode())
    surveys = store.surveys
    stated = surveys.statements(code), surveys.definitions(code), surveys.listed(code)
    kept = surveys.tokens(code), stated, store.responses.kept_steps(code)
    return kept, store.responses.tally(code), digest.hexdigest()


def _differing(what: str) -> StoreUnavailable:
    return StoreUnavailable(
        f"{what} did not arrive as the source has it, so nothing is kept in the target. Is the "
        "source's app still running?"
    )
