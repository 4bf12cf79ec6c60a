"""Instructors who signed in as one does, by link and password: their device is known then."""

import pytest
from passwords import InstructorClient

from survey.store import Instructor
from survey.store.models import INSTRUCTOR
from survey.web.accounts.sign_in import make_sign_in_link
from survey.web.http.throttle import sign_in_throttle


@pytest.fixture
def clock(app) -> list[float]:
    """The throttle's clock, as a list holding the time."""
    time = [0.0]
    app.extensions["sign_in_throttle"] = sign_in_throttle(lambda: time[0])
    return time


@pytest.fixture
def signed_in_as(app, store):
    def signed_in_as(name: str) -> InstructorClient:
        if name != INSTRUCTOR:
            store.instructors.add(Instructor(name))
        client = InstructorClient(app.test_client())
        assert client.choose_password(make_sign_in_link(store, name)).status_code == 302
        return client

    return signed_in_as


@pytest.fixture
def instructor(signed_in_as) -> InstructorClient:
    return signed_in_as(INSTRUCTOR)
