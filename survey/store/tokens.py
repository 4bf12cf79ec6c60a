"""What every store decides about participation tokens, whatever it keeps them in."""

from survey.core import tokens
from survey.errors import SurveyFrozen
from survey.errors import SurveyNotOpen
from survey.errors import TokenRejected
from survey.store.values import State
from survey.store.values import Survey


def check_tokens_may_be_issued(survey: Survey, has_responses: bool) -> None:
    """Raises SurveyNotOpen for a closed survey, SurveyFrozen if some came without a token."""
    if survey.state is State.CLOSED:
        raise SurveyNotOpen("This survey is closed. Reopen it before you issue tokens.")
    if has_responses and not survey.tokens_required:
        raise SurveyFrozen(
            "Responses have come without tokens, so tokens could not keep it to one a person any "
            "more. Duplicate the survey and issue tokens for the copy."
        )


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
