import dataclasses
import json
import traceback

import pytest
from instruments import make_instrument

from survey.core.responses.response import (
    LARGEST_RESPONSE,
    Response,
    check_response,
    parse_response,
)
from survey.errors import ReportRejected, ResponseConflict

INSTRUMENT = make_instrument("1/4", "1/3", "1/10")
GOOD = {"instrument": INSTRUMENT.digest, "response_id": "0f" * 16, "reports": [0, 1, 0]}


def body(**changes) -> bytes:
    return json.dumps({**GOOD, **changes}).encode()


def test_good_response_is_read():
    response = parse_response(body())
    assert response == Response(INSTRUMENT.digest, "0f" * 16, (0, 1, 0))
    check_response(response, INSTRUMENT)
    assert parse_response(response.body()) == response


def test_token_travels_only_where_there_is_one():
    response = Response(INSTRUMENT.digest, "0f" * 16, (0, 1, 0), token="a-token")
    assert parse_response(response.body()) == response
    assert json.loads(response.body())["token"] == "a-token"
    assert "token" not in json.loads(parse_response(body()).body())


def test_response_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        parse_response(body()).reports = (1, 1, 1)


def test_report_that_is_no_option_is_told_the_options():
    with pytest.raises(ReportRejected, match="^the report of q1 must be between 0 and 1\\.$"):
        check_response(parse_response(body(reports=[2, 1, 0])), INSTRUMENT)


TAMPERED = {
    "empty": (b"", "body"),
    "not JSON": (b"{", "body"),
    "trailing garbage": (body() + b"x", "body"),
    "list": (b"[]", "body"),
    "string": (b'"x"', "body"),
    "null": (b"null", "body"),
    "byte order mark": (b"\xef\xbb\xbf" + body(), "body"),
    "UTF-16": (body().decode().encode("utf-16"), "body"),
    "not UTF-8": (body()[:-1] + b"\xff", "body"),
    "deep": (b"[" * 2000, "body"),
    "deep object": (b'{"a":' * 700, "body"),
    "NaN": (body().replace(b"[0,", b"[NaN,"), "body"),
    "Infinity": (body().replace(b"[0,", b"[Infinity,"), "body"),
    "-Infinity": (body().replace(b"[0,", b"[-Infinity,"), "body"),
    "duplicate key": (body()[:-1] + b', "reports": [0, 0, 0]}', "body"),
    "duplicate key in escapes": (body()[:-1] + b', "\\u0072eports": [0, 0, 0]}', "body"),
    "same key twice, same value": (body()[:-1] + b', "reports": [0, 1, 0]}', "body"),
    "UTF-16 without a mark": (body().decode().encode("utf-16-le"), "body"),
    "UTF-32": (body().decode().encode("utf-32"), "body"),
    "overlong UTF-8": (body().replace(b"0f0f", b"\xc0\xaf0f"), "body"),
    "two documents": (body() + body(), "body"),
    "deep, closed": (b"[" * 2048 + b"]" * 2048, "body"),
    "extra field": (body(answer=1), "body"),
    "huge integer": (body().replace(b"[0,", b"[" + b"9" * 3900 + b","), "reports"),
    # More digits than Python turns into a number at all.
    "integer beyond all reading": (body().replace(b"[0,", b"[" + b"9" * 100_000 + b","), "body"),
    "exponent": (body().replace(b"[0,", b"[1e0,"), "reports"),
    "overflowing exponent": (body().replace(b"[0,", b"[1e999999999,"), "reports"),
    "minus zero point": (body().replace(b"[0,", b"[-0.0,"), "reports"),
    "leading zero": (body().replace(b"[0,", b"[00,"), "body"),
    "false": (body(reports=[False, 1, 0]), "reports"),
    "no reports": (body(reports=[]), "reports"),
    "null reports": (body(reports=None), "reports"),
    "bit 2": (body(reports=[2, 1, 0]), "reports"),
    "bit -1": (body(reports=[-1, 1, 0]), "reports"),
    "large": (body(reports=[10**30, 1, 0]), "reports"),
    "true": (body(reports=[True, 1, 0]), "reports"),
    "text": (body(reports=["1", 1, 0]), "reports"),
    "1.0": (body(reports=[1.0, 1, 0]), "reports"),
    "null report": (body(reports=[None, 1, 0]), "reports"),
    "too few": (body(reports=[0, 1]), "reports"),
    "too many": (body(reports=[0, 1, 0, 0]), "reports"),
    "no list": (body(reports={"0": 1}), "reports"),
    "nested": (body(reports=[[0], 1, 0]), "reports"),
    "upper-case id": (body(response_id="0F" * 16), "response_id"),
    "short id": (body(response_id="0f" * 15), "response_id"),
    "long id": (body(response_id="0f" * 16 + "0"), "response_id"),
    "id with line end": (body(response_id="0f" * 16 + "\n"), "response_id"),
    "full-width id": (body(response_id="０" * 32), "response_id"),
    "number as id": (body(response_id=7), "response_id"),
    "short digest": (body(instrument="ab"), "instrument"),
    "upper-case digest": (body(instrument=INSTRUMENT.digest.upper()), "instrument"),
    "digest with line end": (body(instrument=INSTRUMENT.digest + "\n"), "instrument"),
    "field in upper case": (body(Reports=[0, 1, 0]), "body"),
    "null digest": (body(instrument=None), "instrument"),
    "number as token": (body(token=5), "token"),
    "null token": (body(token=None), "token"),
} | {
    f"no {field}": (json.dumps({k: v for k, v in GOOD.items() if k != field}).encode(), field)
    for field in GOOD
}


@pytest.mark.parametrize("tampering", TAMPERED)
def test_tampered_response_is_refused_and_the_field_named(tampering):
    sent, field = TAMPERED[tampering]
    with pytest.raises(ReportRejected) as refusal:
        check_response(parse_response(sent), INSTRUMENT)
    assert refusal.value.field == field


def test_depth_inside_a_field_is_refused_whether_or_not_python_can_read_it():
    """How deep its JSON reader goes differs between Python's versions."""
    nested = body().replace(b"[0,", b"[" + b"[" * 1900 + b"]" * 1900 + b",")
    assert len(nested) < LARGEST_RESPONSE
    with pytest.raises(ReportRejected) as refusal:
        parse_response(nested)
    assert refusal.value.field in {"body", "reports"}


def test_refusal_never_repeats_what_was_sent():
    for sent in (body(reports=["s3cret"]), body(response_id="s3cret"), b"s3cret", body(s3cret=1)):
        with pytest.raises(ReportRejected) as refusal:
            parse_response(sent)
        assert "s3cret" not in refusal.value.message
        # The decoder's own error quotes the document; it must not travel along.
        assert refusal.value.__cause__ is None


@pytest.mark.parametrize("tampering", TAMPERED)
def test_no_refusal_ever_shows_a_body(tampering):
    """Every refusal is one of few sentences, which no body can change."""
    sent, _ = TAMPERED[tampering]
    with pytest.raises(ReportRejected) as refusal:
        check_response(parse_response(sent), INSTRUMENT)
    with pytest.raises(ReportRejected) as other:
        check_response(parse_response(sent.replace(b"0f0f", b"a1b2")), INSTRUMENT)
    assert refusal.value.message == other.value.message
    shown = "".join(traceback.format_exception(refusal.value))
    assert "0f0f" not in shown
    assert INSTRUMENT.digest not in shown


def test_other_instrument_is_a_conflict():
    with pytest.raises(ResponseConflict):
        check_response(parse_response(body(instrument="0" * 64)), INSTRUMENT)


def test_largest_instrument_fits_into_a_body():
    largest = Response("0" * 64, "0" * 32, (1,) * 50, token="x" * 64)
    assert len(largest.body()) < LARGEST_RESPONSE
