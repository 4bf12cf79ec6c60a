"""The wire: what is stored, once, and how each repetition is answered."""

import secrets
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from instruments import make_instrument

from survey.core.responses.response import Response
from survey.store import State, Survey

URL = "/s/bcd234/responses"


def test_new_response_is_201_and_the_same_again_200(respondent, store, good):
    assert respondent.post(URL, json=good).status_code == 201
    assert respondent.post(URL, json=good).status_code == 200
    assert store.responses.tally("bcd234").responses == 1


def test_every_retry_is_signed_alike_after_closing_too(app, respondent, store, good):
    """Over code, digest and leaf hash, by hand: nothing of time or order is in it."""
    answers = [respondent.post(URL, json=good).get_json() for _ in range(2)]
    store.surveys.set_state("bcd234", State.CLOSED)
    answers.append(respondent.post(URL, json=good).get_json())
    (signed,) = {(answer["key"], answer["signature"]) for answer in answers}
    digest, reports = bytes.fromhex(good["instrument"]), str(good["reports"]).replace(" ", "")
    leaf = sha256(b"\0" + bytes.fromhex(good["response_id"]) + reports.encode() + digest)
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signed[0]))
    told = b"deniable/acknowledgement/bcd234\n" + digest + leaf.digest()
    key.verify(bytes.fromhex(signed[1]), told)
    assert signed[0] == app.extensions["signing_key"].public.hex


def test_an_acknowledgement_is_small(respondent, good):
    assert len(respondent.post(URL, json=good).data) < 320


def test_same_id_with_other_reports_is_409(respondent, store, good):
    respondent.post(URL, json=good)
    assert respondent.post(URL, json={**good, "reports": [1, 1, 1]}).status_code == 409
    assert store.responses.tally("bcd234").counts[0] == (1, 0)


def test_closed_survey_is_410_for_new_and_200_for_stored(respondent, store, good):
    respondent.post(URL, json=good)
    store.surveys.set_state("bcd234", State.CLOSED)
    assert respondent.post(URL, json=good).status_code == 200
    other = {**good, "response_id": secrets.token_hex(16)}
    assert respondent.post(URL, json=other).status_code == 410
    assert store.responses.tally("bcd234").responses == 1


def test_draft_is_404_for_respondents(respondent, store, instrument, good):
    store.surveys.add(Survey("drft34", instrument))
    for path in ("", "/instrument.json", "/coin", "/results"):
        assert respondent.get(f"/s/drft34{path}").status_code == 404
    assert respondent.post("/s/drft34/responses", json=good).status_code == 404


def test_instrument_json_is_the_canonical_text(respondent, open_survey):
    assert respondent.get("/s/bcd234/instrument.json").text == open_survey.instrument.canonical_json


def test_races_store_one_row_each(app, store, open_survey, good, exhaustive):
    """The same response from three at once: always one 201 and two 200."""
    digest = open_survey.instrument.digest
    races = 1000 if exhaustive else 100
    with ThreadPoolExecutor(3) as pool:
        for race in range(races):
            response = Response(digest, f"{race:032x}", (race % 2, 0, 1))
            statuses = pool.map(
                lambda body: (
                    app.test_client()
                    .post(URL, data=body, content_type="application/json")
                    .status_code
                ),
                [response.body()] * 3,
            )
            assert sorted(statuses) == [200, 200, 201]
    assert store.responses.tally("bcd234").responses == races
    assert len(list(store.responses.all("bcd234"))) == races


def test_replay_to_another_survey_is_refused(respondent, store, good):
    store.surveys.add(Survey("thr334", make_instrument("1/3", "1/4", "1/4"), State.OPEN))
    assert respondent.post("/s/thr334/responses", json=good).status_code == 409
    assert store.responses.tally("thr334").responses == 0


def test_respondent_routes_set_no_cookie(respondent, good):
    for answer in (
        respondent.get("/s/bcd234"),
        respondent.get("/s/bcd234/instrument.json"),
        respondent.post(URL, json=good),
    ):
        assert "Set-Cookie" not in answer.headers


def test_instrument_that_was_replaced_under_the_running_app_is_read_again(
    respondent, store, good, open_survey
):
    """As when a backup is restored: the remembered one is not believed against the database."""
    assert respondent.post("/s/bcd234/responses", json=good).status_code == 201
    store.surveys.delete("bcd234")
    other = make_instrument("1/10")
    store.surveys.add(Survey("bcd234", other, State.OPEN))
    assert respondent.post("/s/bcd234/responses", json=good).status_code == 409
    body = {"instrument": other.digest, "response_id": "a" * 32, "reports": [1]}
    assert respondent.post("/s/bcd234/responses", json=body).status_code == 201
    assert store.responses.tally("bcd234").counts == ((0, 1),)
