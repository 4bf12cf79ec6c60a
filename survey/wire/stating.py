"""Makes the statements that closed surveys owe, from what the store holds of them."""

from survey.core.responses.public_steps import LAG
from survey.core.responses.statement import Statement, state_results
from survey.errors import SurveyNotFound
from survey.store import State, Store, Survey
from survey.store.interface.surveys import NOTHING_NEW
from survey.wire.keys import SigningKey
from survey.wire.statement import read_signed_statement, signed_statement


def pay_statements(store: Store, key: SigningKey) -> None:
    """Signs and stores every statement that is owed.

    Of several processes that do it at once, the first one's counts; the others' are the same.
    Raises StoreUnavailable: what is not stored by then stays owed. Raises DataError where a
    survey's earlier statement is damaged.
    """
    for code in store.surveys.owed_statements():
        try:
            _pay_statement(store, key, code)
        except SurveyNotFound:
            continue  # it was deleted meanwhile


def _pay_statement(store: Store, key: SigningKey, code: str) -> None:
    """Two statements hold tallies that differ by `LAG` responses or more, as all public figures do.

    Where fewer came late, the earlier statement stands, and nothing new is stated. One whose
    results were too few to be shown is not followed: nobody could look at it.
    """
    survey = store.surveys.get(code)
    if survey.state is not State.CLOSED:
        return
    before = _statement_before(store, survey)
    responses = list(store.responses.all(code))
    if before and len(responses) - before.tally.responses < LAG:
        store.surveys.add_statement(code, survey.closings, NOTHING_NEW)
        return
    counts = store.surveys.token_counts(code) if survey.tokens_required else None
    statement = state_results(
        code,
        survey.closings,
        survey.instrument,
        responses,
        (counts.issued, counts.spent) if counts else None,
        key.public.hex,
        before,
    )
    # Not stored if it was reopened while the responses were read.
    store.surveys.add_statement(code, survey.closings, signed_statement(key, statement))


def _statement_before(store: Store, survey: Survey) -> Statement | None:
    """The last one whose results may be shown."""
    earlier = map(read_signed_statement, store.surveys.statements(survey.code))
    shown = [each for each in earlier if not survey.missing_responses(each.tally.responses)]
    return shown[-1] if shown else None
