"""The client's messages: one name, one message."""

import pytest

from survey.client_build.messages.message import joined
from survey.errors import ConfigError


def test_two_messages_of_one_name_are_refused():
    assert joined({"yes": "Yes"}, {"no": "No"}) == {"yes": "Yes", "no": "No"}
    with pytest.raises(ConfigError, match="are called no_proof"):
        joined({"no_proof": "It is none."}, {"yes": "Yes", "no_proof": "So it is none."})
