"""The signed acknowledgement of a stored response, by which people can prove its omission."""

from collections.abc import Mapping
from typing import Any

from survey.core.responses.merkle_tree import leaf_hash
from survey.core.responses.response import Response
from survey.wire.keys import PublicKey, SignatureKind, SigningKey

NEW, ALREADY = "new", "already"


def acknowledgement(key: SigningKey, code: str, response: Response, new: bool) -> dict[str, str]:
    """The acknowledgement of a response that the survey with this code has stored.

    The signature covers the kind's prefix ‖ code ‖ 0x0A ‖ digest, 32 bytes ‖ leaf hash, 32 bytes,
    but no time or order: it is the same for every retry, even after closing. The code
    distinguishes surveys with the same questionnaire, such as a copy.
    """
    return {
        "response_id": response.response_id,
        "stored": NEW if new else ALREADY,
        "key": key.public.hex,
        "signature": key.sign(SignatureKind.ACKNOWLEDGEMENT, _signed(code, response)).hex(),
    }


def acknowledges(said: Mapping[str, Any], response: Response) -> bool:
    """Whether this document, signed or not, acknowledges the response."""
    stored = said.get("stored") in (NEW, ALREADY)
    return stored and said.get("response_id") == response.response_id


def signer_of(said: Mapping[str, Any], code: str, response: Response) -> PublicKey | None:
    """The key that signed that this survey has exactly this response; None without a signature."""
    try:
        key, signature = PublicKey(said["key"]), bytes.fromhex(said["signature"])
    except (KeyError, TypeError, ValueError):
        return None
    return (
        key
        if key.verifies(SignatureKind.ACKNOWLEDGEMENT, _signed(code, response), signature)
        else None
    )


def _signed(code: str, response: Response) -> bytes:
    leaf = leaf_hash(response.response_id, response.reports, response.instrument)
    return f"{code}\n".encode() + bytes.fromhex(response.instrument) + leaf
