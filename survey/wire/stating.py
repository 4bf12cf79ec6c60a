"""Signs the statements that closed surveys still need, from their stored responses."""

import json
from collections.abc import Mapping

from survey.core.responses.statement import state_results
from survey.errors import SurveyNotFound
from survey.store import Store
from survey.text.earlier_definitions import last_unsigned
from survey.text.glossary import definitions_digest, definitions_text
from survey.wire.keys import SigningKey
from survey.wire.signed_note import read_signed_statement, signed_statement


def sign_missing_statements(store: Store, key: SigningKey) -> None:
    """Signs and stores every statement that is still missing.

    If several processes do it at once, the first statement is stored; the others are equal.
    Raises StoreUnavailable; the next call then makes the statements that are not stored.
    """
    for code in store.surveys.missing_statements():
        try:
            _sign_statement(store, key, code)
        except SurveyNotFound:
            continue  # it was deleted meanwhile


def _sign_statement(store: Store, key: SigningKey, code: str) -> None:
    """Signs and stores the statement of one closed survey."""
    survey = store.surveys.get(code)
    counts = store.surveys.token_counts(code) if survey.tokens_required else None
    statement = state_results(
        code,
        survey.instrument,
        store.responses.all(code),
        (counts.issued, counts.spent) if counts else None,
        key.public.hex,
        definitions_digest(definitions := definitions_text()),
        survey.limits,
    )
    store.surveys.add_statement(code, signed_statement(key, statement), definitions)


def stated_definitions(store: Store, note: str) -> Mapping[str, str]:
    """The definitions that exports of the list with this signed statement carry."""
    statement = read_signed_statement(note)
    kept = store.surveys.definitions(statement.code).get(statement.closing)
    definitions: Mapping[str, str] = json.loads(kept or last_unsigned())
    return definitions
