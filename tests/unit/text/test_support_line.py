"""A survey that needs a support line is published with one, whoever publishes it."""

import pytest
from translated import make_signed_instrument, make_translated_instrument

from survey.errors import SupportMissing
from survey.text.support_line import check_support, support_missing, with_support


def test_only_a_marked_survey_without_one_is_refused():
    lacking = make_translated_instrument(support_needed=True)
    with pytest.raises(SupportMissing, match="Name a local support line"):
        check_support(lacking)
    for fine in (make_translated_instrument(), make_signed_instrument()):
        check_support(fine)


def test_a_typed_line_stands_in_every_language():
    lacking = make_translated_instrument(support_needed=True)
    helped = with_support(lacking, " Crisis line, 0800 111 0 111 ")
    assert not support_missing(helped)
    said = {helped.worded_in(tag).support for tag in helped.languages}
    assert said == {"Crisis line, 0800 111 0 111"}
    assert with_support(lacking, "  ") == lacking
