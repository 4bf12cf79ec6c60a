"""Taking a response that has been checked, by whichever page it came."""

from survey.core.responses.response import Response
from survey.core.responses.tokens import hash_token
from survey.errors import TokenRejected
from survey.web.http.extensions import secret_key, store, token_throttle
from survey.web.http.networks import network


def take(code: str, response: Response) -> bool:
    """Stores the response and spends its token; whether it is new.

    Raises what Responses.add raises, and TokenThrottled instead of
    TokenRejected when too many wrong tokens have come from one address. The
    address is kept in memory only, and only that of wrong tokens.
    """
    token = response.token
    token_hash = None if token is None else hash_token(secret_key(), token)
    try:
        return store().responses.add(code, response, token_hash)
    except TokenRejected:
        if token is not None:
            token_throttle().attempt(network() or "")
        raise
