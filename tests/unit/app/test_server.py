"""As many connections as the system allows, and more than silent ones that come again."""

import pytest

from survey.app import server
from survey.app.server import CONNECTIONS, OPEN_FILES, most_connections


def test_nine_thousand_silent_connections_leave_places():
    """Beyond the limit the next one waits until a silent one is cut: it took up to 7 s."""
    assert CONNECTIONS > 1.5 * 9_000


@pytest.mark.parametrize(
    ("files", "most"),
    [(None, CONNECTIONS), (10**6, CONNECTIONS), (OPEN_FILES, CONNECTIONS), (9_216, 8_192),
     (4_096, 3_072), (1_024, 512), (256, 128)],
)  # fmt: skip
def test_no_more_are_taken_than_files_may_be_open(monkeypatch, files, most):
    """The database, its readers and downloads need some, too."""
    monkeypatch.setattr(server, "most_open_files", lambda: files)
    assert most_connections() == most
    assert server._settings("127.0.0.1", 8000, "text")["backpressure"] == most
