"""An id of two parts is what a command of the shell makes of them."""

import hashlib

import pytest

from survey.core.responses.response import shared_response_id
from survey.errors import ReportRejected

PART = "00112233445566778899aabbccddeeff"


def test_it_is_the_first_half_of_a_hash_of_both():
    both = b"00112233445566778899aabbccddeeff\x00gr\xc3\xbcn und blau"
    assert shared_response_id(PART, "grün und blau") == hashlib.sha256(both).hexdigest()[:32]


@pytest.mark.parametrize("part", ["", "zz", PART[:-1], PART + "0", PART.upper(), PART + "\n"])
def test_a_part_of_another_form_is_refused(part):
    with pytest.raises(ReportRejected):
        shared_response_id(part, "grün und blau")
