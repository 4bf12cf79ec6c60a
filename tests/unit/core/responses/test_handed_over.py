"""A handed-over line becomes the body of a request, or a sentence that repeats nothing of it."""

import json
import re
import traceback
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tampered_responses import TAMPERINGS

from survey.core.responses.handed_over import FORMAT, LARGEST_LINE, read_handed_over
from survey.core.responses.response import Response, parse_response
from survey.errors import DataError, ReportRejected

GOOD = {"instrument": "0f" * 32, "response_id": "3d" * 16, "reports": [0, 1, 0]}
ROOT = Path(__file__).parents[4]
CANARY = "zq7canary"


def line(**changes) -> bytes:
    document = {"format": FORMAT, "code": "bcd234", "response": GOOD, **changes}
    return json.dumps(document, separators=(",", ":")).encode()


def reason(faulty: bytes) -> str:
    with pytest.raises(DataError) as raised:
        read_handed_over(faulty)
    return raised.value.message


def test_line_of_the_client_gives_code_and_body():
    code, body = read_handed_over(
        b'{"format":"deniable-response/1","code":"bcd234","response":{"instrument":"%s",'
        b'"response_id":"%s","reports":[1,0],"token":"bcd"}}' % (b"0f" * 32, b"3d" * 16)
    )
    assert code == "bcd234"
    assert parse_response(body) == Response("0f" * 32, "3d" * 16, (1, 0), "bcd")


def read(body: bytes) -> Response | str | None:
    """The response that the wire reads, or the field at fault."""
    try:
        return parse_response(body)
    except ReportRejected as error:
        return error.field


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_what_the_wire_refuses_it_refuses_in_a_line_too(tampering):
    body, _, status, _ = TAMPERINGS[tampering](GOOD)
    if b"\n" in body or not body.strip():
        return
    start = b'{"format":"deniable-response/1","code":"bcd234","response":'
    try:
        _, carried = read_handed_over(start + body + b"}")
    except DataError:
        assert status in {413, 422}
    else:
        assert read(carried) == read(body)


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
))  # fmt: skip
def test_any_value_reaches_the_wire_as_it_is(value):
    encoded = json.dumps({"value": value}).encode()
    try:
        _, body = read_handed_over(line(response={"value": value}))
    except DataError:
        assert b"NaN" in encoded or b"Infinity" in encoded
    else:
        assert body == json.dumps({"value": value}, separators=(",", ":")).encode()


@pytest.mark.parametrize(
    ("faulty", "said"),
    [
        (b"\xff" + line(), "not valid JSON in UTF-8"),
        (line().decode().encode("utf-16"), "not valid JSON in UTF-8"),
        (line()[:-1], "not valid JSON in UTF-8"),
        (line() * 2, "not valid JSON in UTF-8"),
        (line()[:-1] + b',"code":"fgh234"}', "not valid JSON in UTF-8"),
        (line().replace(b"[0,", b"[NaN,"), "not valid JSON in UTF-8"),
        (b"[" * 4000, "not valid JSON in UTF-8"),
        (b"[]", "no response that was handed over"),
        (b"7", "no response that was handed over"),
        (json.dumps(GOOD).encode(), "no response that was handed over"),
        (line(format="deniable-response/2"), "no response that was handed over"),
        (line(format=["deniable-response/1"]), "no response that was handed over"),
        (line(answers=[1]), "Only format, code and response"),
        (line()[: line().index(b',"response"')] + b"}", "Only format, code and response"),
        (line(code=5), "must be a survey's code"),
        (line(code=""), "must be a survey's code"),
        (line(code="BCD 234"), "must be a survey's code"),
        (line(code="bcd234\n"), "must be a survey's code"),
        (line(code="\ud800"), "must be a survey's code"),
        (line(code="b" * 33), "must be a survey's code"),
        (line().ljust(LARGEST_LINE + 1), "too long"),
    ],
)
def test_fault_of_the_line_is_a_sentence(faulty, said):
    assert said in reason(faulty)


def test_longest_line_is_read():
    assert read_handed_over(line().ljust(LARGEST_LINE))[0] == "bcd234"


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode), st.integers(0, 300))
def test_no_fault_repeats_the_line(noise, place):
    canary = line(code=CANARY, response={**GOOD, "token": CANARY}, more=CANARY)
    faulty = canary[:place] + noise + canary[place:]
    with pytest.raises(DataError) as raised:
        read_handed_over(faulty)
    said = "".join(traceback.format_exception(raised.value))
    assert CANARY not in said
    assert GOOD["response_id"] not in said
    assert "[0, 1, 0]" not in said


def test_the_client_writes_this_format():
    script = (ROOT / "static/client/single_file/hand_over.js").read_text("utf-8")
    assert f'const HANDED_OVER = "{FORMAT}";' in script
    assert "JSON.stringify({ format: HANDED_OVER, code, response:" in script


def test_the_page_of_the_wire_has_a_line_and_its_limit():
    page = (ROOT / "survey/docs/reference/wire.md").read_text("utf-8")
    (example,) = re.findall(r"^\{\"format\".*$", page, re.M)
    code, body = read_handed_over(example.encode())
    assert (code, parse_response(body).reports) == ("bcd234", (1, 0, 2))
    assert f"at most {LARGEST_LINE:,} bytes" in page
