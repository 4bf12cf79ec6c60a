"""The rules of every store for participation tokens."""

from collections.abc import Mapping

from survey.core.responses import tokens
from survey.errors import TokenRejected
from survey.store.models import Survey


def check_unspent(
    survey: Survey, token_hash: str | None, issued: Mapping[str, tuple[str, bool]]
) -> None:
    """Raises TokenRejected unless the survey takes a response with this token, or with none.

    `issued` says of each hash that is known the code of its survey, and whether it is spent.
    """
    if token_hash is None:
        if survey.tokens_required:
            raise TokenRejected(tokens.MISSING, "token")
        return
    if not survey.tokens_required:
        raise TokenRejected(tokens.NOT_NEEDED, "token")
    code, spent = issued.get(token_hash, (None, False))
    if code is None:
        raise TokenRejected(tokens.UNKNOWN, "token")
    if code != survey.code:
        raise TokenRejected(tokens.FOREIGN, "token")
    if spent:
        raise TokenRejected(tokens.SPENT, "token")
