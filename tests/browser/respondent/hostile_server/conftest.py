"""What tests of a server that changes what it sends share."""

import pytest

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import from_canonical_json


@pytest.fixture
def weaker(open_survey) -> Instrument:
    """The open survey's questionnaire with other odds, as somebody on the way might send it."""
    return from_canonical_json(open_survey.instrument.canonical_json.replace('"1/4"', '"2/5"'))
