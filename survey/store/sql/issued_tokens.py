"""The participation tokens that are issued for a survey, as rows of an SQL database."""

from collections.abc import Collection

from survey.store.models import Survey, TokenCounts, check_tokens_may_be_withdrawn
from survey.store.sql.database import Rows


def issue_tokens(rows: Rows, survey: Survey, token_hashes: Collection[str]) -> None:
    """Adds tokens, one of which a response needs from now on; SurveyNotOpen, SurveyFrozen."""
    answered = "SELECT EXISTS (SELECT 1 FROM response WHERE survey = ?)"
    responses = rows.execute(answered, (survey.code,)).fetchone()[0]
    survey.check_tokens_may_be_issued(bool(responses))
    _require_tokens(rows, survey, True)
    rows.insert(
        "token (survey, token_hash, spent)", ((survey.code, each, False) for each in token_hashes)
    )


def withdraw_tokens(rows: Rows, survey: Survey) -> None:
    """Deletes all tokens, which no response needs from now on; SurveyFrozen if one is spent."""
    check_tokens_may_be_withdrawn(count_tokens(rows, survey.code).spent)
    rows.execute("DELETE FROM token WHERE survey = ?", (survey.code,))
    _require_tokens(rows, survey, False)


def count_tokens(rows: Rows, code: str) -> TokenCounts:
    """How many tokens of this survey are issued and spent."""
    statement = "SELECT count(*), count(*) FILTER (WHERE spent) FROM token WHERE survey = ?"
    return TokenCounts(*rows.execute(statement, (code,)).fetchone())


def read_tokens(rows: Rows, code: str) -> dict[str, bool]:
    """Whether each token of this survey is spent, by its keyed hash."""
    found = rows.execute("SELECT token_hash, spent FROM token WHERE survey = ?", (code,))
    return {token_hash: bool(spent) for token_hash, spent in found.fetchall()}


def _require_tokens(rows: Rows, survey: Survey, required: bool) -> None:
    rows.execute("UPDATE survey SET tokens_required = ? WHERE code = ?", (required, survey.code))
