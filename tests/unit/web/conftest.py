"""A signed-in instructor with the CSRF token of their session, and a good response."""

import secrets

import numpy as np
import pytest
from instruments import make_mixed_instrument
from passwords import InstructorClient

from survey.core.responses.response import Response
from survey.store import Instructor, State, Survey
from survey.store.models import INSTRUCTOR


@pytest.fixture
def instructor(app, store) -> InstructorClient:
    client = InstructorClient(app.test_client())
    client.sign_in(store, INSTRUCTOR)
    return client


@pytest.fixture
def signed_in_as(app, store):
    """Adds an instructor of this name, and returns their signed-in browser."""

    def signed_in_as(name: str) -> InstructorClient:
        store.instructors.add(Instructor(name))
        client = InstructorClient(app.test_client())
        client.sign_in(store, name)
        return client

    return signed_in_as


@pytest.fixture
def stranger(app) -> InstructorClient:
    """A browser that has not signed in."""
    return InstructorClient(app.test_client())


@pytest.fixture
def good(open_survey) -> dict:
    """A response to the open survey as a respondent sends it."""
    return {
        "instrument": open_survey.instrument.digest,
        "response_id": secrets.token_hex(16),
        "reports": [0, 1, 0],
    }


@pytest.fixture
def mixed_survey(store) -> Survey:
    """A closed survey with every kind of question, at /surveys/bcd234.

    Items q1, q2, q3_1, q3_2, q4, q5; 200 responses, the same in every run.
    """
    survey = Survey("bcd234", make_mixed_instrument(), State.OPEN)
    store.surveys.add(survey)
    options = [item.options for item in survey.instrument.items]
    for number, reports in enumerate(np.random.default_rng(4).integers(0, options, (200, 6))):
        response = Response(survey.instrument.digest, f"{number:032x}", tuple(reports.tolist()))
        store.responses.add("bcd234", response)
    store.surveys.set_state("bcd234", State.CLOSED)
    return survey
