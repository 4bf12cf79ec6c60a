"""An acknowledgement is signed as the wire's documentation says, of this very response."""

from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from survey.core.responses.merkle_tree import leaf_hash
from survey.core.responses.response import Response
from survey.wire.acknowledgement import acknowledgement, acknowledges, signer_of
from survey.wire.keys import SigningKey

KEY, OTHER = SigningKey("01" * 32), SigningKey("02" * 32)
DIGEST, CODE = "ab" * 32, "bcd234"
RESPONSE = Response(DIGEST, "0123456789abcdef" * 2, (1, 0, 3), token="of one slip")
SAID = acknowledgement(KEY, CODE, RESPONSE, new=True)


def test_it_is_signed_over_code_questionnaire_and_response():
    """Verified by another library, over bytes put together here."""
    leaf = leaf_hash(RESPONSE.response_id, RESPONSE.reports, DIGEST)
    signed = b"deniable/acknowledgement/bcd234\n" + bytes.fromhex(DIGEST) + leaf
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(SAID["key"]))
    public.verify(bytes.fromhex(SAID["signature"]), signed)
    assert SAID["key"] == KEY.public.hex
    assert (SAID["response_id"], SAID["stored"]) == (RESPONSE.response_id, "new")


def test_it_says_the_same_of_a_retry_but_that_it_was_stored_already():
    again = acknowledgement(KEY, CODE, replace(RESPONSE, token=None), new=False)
    assert again == SAID | {"stored": "already"}


def test_its_signer_is_the_key():
    assert signer_of(SAID, CODE, RESPONSE) == KEY.public


@pytest.mark.parametrize(
    "changed",
    [{"instrument": "cd" * 32}, {"response_id": "f" * 32}, {"reports": (1, 0, 2)},
     {"reports": (1, 0)}, {"reports": (1, None, 3)}],
)  # fmt: skip
def test_it_is_of_no_other_response(changed):
    assert signer_of(SAID, CODE, replace(RESPONSE, **changed)) is None


def test_it_is_of_no_other_survey_with_the_same_questions():
    assert signer_of(SAID, "bcd235", RESPONSE) is None


@pytest.mark.parametrize("field", ["key", "signature"])
@pytest.mark.parametrize("value", [None, 7, "", "zz", "ab", "ab" * 32, "ab" * 64])
def test_a_damaged_one_has_no_signer(field, value):
    assert signer_of(SAID | {field: value}, CODE, RESPONSE) is None


@pytest.mark.parametrize("field", ["key", "signature"])
def test_one_without_a_field_has_no_signer(field):
    said = {name: value for name, value in SAID.items() if name != field}
    assert signer_of(said, CODE, RESPONSE) is None


def test_another_key_that_is_named_has_not_signed():
    assert signer_of(SAID | {"key": OTHER.public.hex}, CODE, RESPONSE) is None


@pytest.mark.parametrize("stored", ["new", "already"])
def test_it_acknowledges_this_response_signed_or_not(stored):
    assert acknowledges({"stored": stored, "response_id": RESPONSE.response_id}, RESPONSE)


@pytest.mark.parametrize(
    "said",
    [{}, {"stored": "new"}, {"response_id": RESPONSE.response_id},
     {"stored": "new", "response_id": "f" * 32}, {"stored": True, **{"response_id": "0" * 32}},
     {"stored": True, "response_id": RESPONSE.response_id},
     {"stored": "", "response_id": RESPONSE.response_id}],
)  # fmt: skip
def test_nothing_else_acknowledges_it(said):
    """Such as what a captive portal answers."""
    assert not acknowledges(said, RESPONSE)
