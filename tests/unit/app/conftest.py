"""The app as the server runs it, and a response to its survey."""

from contextlib import closing

import pytest
from both_ways import Both
from rsgi_requests import release_downloads, run, shut_down

from survey.app.rsgi import CompleteRequests
from survey.core.responses.response import Response


@pytest.fixture
def served(app, open_survey):
    served = CompleteRequests(app, threads=2)
    yield served
    shut_down(served)
    release_downloads(served)


@pytest.fixture
def ask(served):
    def ask(asked, protocol):
        run(served.__rsgi__(asked, protocol))
        return protocol.answer

    return ask


@pytest.fixture
def body(open_survey) -> bytes:
    return Response(open_survey.instrument.digest, "3f" * 16, (0, 1, 0)).body()


@pytest.fixture
def both(config, tmp_path):
    with closing(Both(config, tmp_path)) as both:
        yield both
