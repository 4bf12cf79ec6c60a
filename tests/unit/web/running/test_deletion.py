"""What is deleted is gone from the bytes of every file of the instance, the journal included."""

import secrets

import pytest
from instruments import make_instrument
from passwords import PASSWORD
from werkzeug.security import generate_password_hash

from survey.cli import main
from survey.core.responses.response import Response
from survey.store import Instructor, State, Survey
from survey.store.sqlite import connection as store_connection
from survey.store.sqlite.database import SQLiteDatabase
from survey.web.accounts.sign_in import make_sign_in_link
from survey.web.http.sessions import hash_token

NAME = "canary-instructor-7d1e"
TITLE = "Canary title 5f02"


def everything(config) -> bytes:
    return b"".join(path.read_bytes() for path in config.data.rglob("*") if path.is_file())


def left(config, canaries: list[str]) -> list[str]:
    content = everything(config)
    return [each for each in canaries if each.encode() in content]


@pytest.fixture
def canaries(store, open_survey) -> list[str]:
    """A survey of an instructor with a sign-in and a link, and all that is stored of them."""
    response_ids = [secrets.token_hex(16) for _ in range(500)]
    store.instructors.add(Instructor(NAME, generate_password_hash(PASSWORD)))
    link = make_sign_in_link(store, NAME)
    store.instructors.add_sign_in(hash_token("canary sign-in"), NAME)
    instrument = make_instrument("1/4", title=TITLE)
    store.surveys.add(Survey("canary", instrument, State.OPEN, owner=NAME))
    for response_id in response_ids:
        store.responses.add("canary", Response(instrument.digest, response_id, (1,)))
    # One that stays, so that the file does not merely become empty.
    store.responses.add("bcd234", Response(open_survey.instrument.digest, "e" * 32, (1, 0, 1)))
    return [
        TITLE, NAME, store.instructors.get(NAME).password_hash, hash_token(link.rsplit("/", 1)[1]),
        hash_token("canary sign-in"), *response_ids,
    ]  # fmt: skip


def remove(config) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["instructors", "remove", NAME, "--delete-surveys", "--yes",
              "--data", str(config.data)])  # fmt: skip
    assert ended.value.code == 0


def test_removed_instructor_leaves_no_byte_nor_do_their_surveys(app, store, config, canaries):
    assert left(config, canaries) == canaries
    # Beside a running app, whose connections have read all of it.
    app.test_client().get("/s/canary")
    store.responses.tally("canary")
    remove(config)
    assert left(config, canaries) == []
    assert b"e" * 32 in everything(config)
    files = {path.name for path in config.data.iterdir() if path.stat().st_size}
    assert files == {"secret", "signing_key", "survey.db", "survey.db-shm"}


def test_survey_deleted_on_the_web_leaves_no_byte(store, config, canaries, instructor):
    store.instructors.remove(NAME, "instructor")
    # The former owner is gone; the survey's title and its responses are not.
    assert left(config, canaries) == [TITLE, *canaries[5:]]
    instructor.post("/surveys/canary/delete", {"code": "canary"})
    assert left(config, canaries) == []
    assert [each.code for each in store.surveys.all()] == ["bcd234"]


def test_signing_out_and_a_new_password_leave_no_hash(store, config, instructor):
    with instructor.client.session_transaction() as session:
        token = hash_token(session["sign_in"])
    before = store.instructors.get("instructor").password_hash
    assert left(config, [token, before]) == [token, before]
    new = "another long password"
    form = {"current": PASSWORD, "password": new, "again": new}
    assert instructor.post("/password", form).status_code == 302
    assert left(config, [token, before]) == []


@pytest.fixture
def without_overwriting(store, monkeypatch):
    """As an ordinary database: what is deleted is only marked as free."""
    pragmas = [
        each.replace("secure_delete = ON", "secure_delete = OFF")
        for each in store_connection.PRAGMAS
    ]
    assert tuple(pragmas) != store_connection.PRAGMAS
    monkeypatch.setattr(store_connection, "PRAGMAS", tuple(pragmas))
    store.database.writer._forget_connection()


def test_rewriting_the_file_is_enough_by_itself(store, config, canaries, without_overwriting):
    remove(config)
    assert left(config, canaries) == []


def test_the_search_catches_what_an_ordinary_database_leaves(
    store, config, canaries, without_overwriting, monkeypatch
):
    """The control: without overwriting and rewriting, deleted bytes stay in the file."""
    monkeypatch.setattr(SQLiteDatabase, "_rewrite", lambda self: None)
    remove(config)
    assert len(left(config, canaries)) > 100
