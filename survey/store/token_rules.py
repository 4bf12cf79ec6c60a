"""The rules of every store for participation tokens."""

from survey.core.responses import tokens
from survey.errors import TokenRejected
from survey.store.models import Survey


def check_token_given(survey: Survey, token_hash: str | None) -> None:
    """Raises TokenRejected if a token is missing, or given where none is taken."""
    if survey.tokens_required and token_hash is None:
        raise TokenRejected(tokens.MISSING, "token")
    if token_hash is not None and not survey.tokens_required:
        raise TokenRejected(tokens.NOT_NEEDED, "token")


def refusal(code: str, known_to: str | None) -> TokenRejected:
    """Why a token could not be spent for the survey `code`; `known_to` is the survey it is of."""
    if known_to is None:
        return TokenRejected(tokens.UNKNOWN, "token")
    if known_to != code:
        return TokenRejected(tokens.FOREIGN, "token")
    return TokenRejected(tokens.SPENT, "token")
