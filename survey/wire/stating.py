"""Makes the statements that closed surveys owe, from what the store holds of them."""

from survey.core.responses.statement import state_results
from survey.errors import SurveyNotFound
from survey.store import State, Store
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
            _state(store, key, code)
        except SurveyNotFound:
            continue  # it was deleted meanwhile


def _state(store: Store, key: SigningKey, code: str) -> bool:
    survey = store.surveys.get(code)
    if survey.state is not State.CLOSED:
        return False
    earlier = store.surveys.statements(code)
    counts = store.surveys.token_counts(code) if survey.tokens_required else None
    statement = state_results(
        code,
        survey.closings,
        survey.instrument,
        list(store.responses.all(code)),
        (counts.issued, counts.spent) if counts else None,
        key.public.hex,
        read_signed_statement(earlier[-1]) if earlier else None,
    )
    # Not stored if it was reopened while the responses were read.
    return store.surveys.add_statement(code, survey.closings, signed_statement(key, statement))
