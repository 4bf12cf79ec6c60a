"""What tests of waves share."""

import pytest
from answered_waves import MIXED
from instruments import make_wave

from survey.store import State, Survey


@pytest.fixture
def waves(store) -> list[Survey]:
    """Three waves of one survey; the questions of the last are in another order."""
    instruments = [
        make_wave(MIXED),
        make_wave(MIXED, title="Second wave"),
        make_wave(MIXED, title="Third wave", questions=MIXED.questions[::-1]),
    ]
    surveys = [
        Survey(code, instrument, State.OPEN)
        for code, instrument in zip(("one234", "two234", "thr234"), instruments, strict=True)
    ]
    for survey in surveys:
        store.surveys.add(survey)
    return surveys
