"""/health answers whatever the database does; /ready answers by what it can store."""

import pytest

from survey.errors import StoreUnavailable
from survey.store import Store

BROWSER = {"Accept": "text/html,*/*;q=0.8"}


class Untouchable:
    """A store of which every use is an error of the test."""

    def __getattr__(self, name):
        raise AssertionError(f"the store's {name} was used")


@pytest.mark.parametrize(("path", "status"), [("/health", "alive"), ("/ready", "ready")])
def test_both_answer_in_json_to_whomever(respondent, path, status):
    for headers in ({}, BROWSER):
        answer = respondent.get(path, headers=headers)
        assert (answer.status_code, answer.mimetype) == (200, "application/json")
        assert answer.json == {"app": "deniable", "status": status}
        assert "Set-Cookie" not in answer.headers


def test_health_touches_no_database(app):
    app.extensions["store"] = Untouchable()
    client = app.test_client()
    assert client.get("/health").status_code == 200
    assert client.get("/ready").status_code == 500  # the control: this one reads


def test_not_ready_is_said_in_a_sentence(config, store: Store, respondent, monkeypatch):
    def away():
        raise StoreUnavailable("The database cannot be reached at the moment. Please try again.")

    monkeypatch.setattr(store.maintenance, "check_ready", away)
    for headers in ({}, BROWSER):
        answer = respondent.get("/ready", headers=headers)
        assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")
        assert answer.json["detail"].startswith("The database cannot be reached")
        assert int(answer.headers["Retry-After"]) > 0
    assert respondent.get("/health").status_code == 200


def test_a_damaged_file_is_not_ready(config, store, respondent):
    """The header is whole, so that only reading finds the damage."""
    content = config.database.read_bytes()
    config.database.write_bytes(content[:100] + b"\xff" * (len(content) - 100))
    answer = respondent.get("/ready")
    assert answer.status_code == 503
    assert "Restore it from a backup" in answer.json["detail"]
