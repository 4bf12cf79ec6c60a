"""All of one store into an empty one, compared before it counts as done."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

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
    """The store at this place; a file that is made for it is gone if the block raises."""
    made = not is_address(place) and not Path(place).exists()
    try:
        with closing(open_store(place)) as store:
            yield store
    except BaseException:
        if made:
            Path(place).unlink(missing_ok=True)
        raise


def copy(source: Store, target: Store, passed: Callable[[int], object]) -> list[CopiedSurvey]:
    """Copies everything but who is signed in; `passed` is told of every response.

    Nothing is kept unless all that arrived is what the source still tells.
    Raises StoreUnavailable otherwise, or if the target has surveys.
    """
    surveys = source.surveys.all()[::-1]  # the target numbers them anew, the newest last

    def told(code: str) -> Iterator[tuple[str, tuple[int, ...]]]:
        for response in source.responses.all(code):
            yield response
            passed(1)

    contents = (
        SurveyContents(each, source.surveys.tokens(each.code), told(each.code)) for each in surveys
    )
    with target.maintenance.filled(source.instructors.all(), contents) as arrived:
        if _settings(source) != _settings(arrived):
            raise _differing("The list of surveys or of instructors")
        return [_compared(source, arrived, each) for each in surveys]


def _compared(source: Store, arrived: Store, survey: Survey) -> CopiedSurvey:
    _, tally, digest = told = _contents(arrived, survey.code)
    if told != _contents(source, survey.code):
        raise _differing(f"Survey {survey.code}")
    return CopiedSurvey(
        survey.code, survey.state, survey.instrument.digest, tally.responses, digest
    )


def _settings(store: Store) -> tuple[object, ...]:
    return store.surveys.all(), store.instructors.all()


def _contents(store: Store, code: str) -> tuple[dict[str, bool], Tally, str]:
    digest = hashlib.sha256()
    for response_id, reports in store.responses.all(code):
        digest.update(f"{response_id} {','.join(map(str, reports))}\n".encode())
    return store.surveys.tokens(code), store.responses.tally(code), digest.hexdigest()


def _differing(what: str) -> StoreUnavailable:
    return StoreUnavailable(
        f"{what} did not arrive as the source has it, so nothing is kept in the target. Is the "
        "source's app still running?"
    )
