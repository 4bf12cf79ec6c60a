"""What tests of the client as one file share."""

import pytest
from single_file import put_file

from survey.core.responses.links import survey_link


@pytest.fixture
def file(tmp_path) -> str:
    return put_file(tmp_path)


@pytest.fixture
def link(address, open_survey) -> str:
    """The survey's link, as the QR code has it."""
    return survey_link(f"{address}/s/{open_survey.code}", open_survey.instrument.digest)


@pytest.fixture
def posted(page) -> list[str]:
    """The addresses that this page posts to."""
    posted = []
    page.on("request", lambda request: request.method == "POST" and posted.append(request.url))
    return posted
