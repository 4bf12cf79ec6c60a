"""Laws of reading the wire: what is accepted is exactly what the format allows.

Each field is drawn right or wrong, so that both outcomes are common: random
bytes alone never pass the first check. Derandomized, so no law fails by chance.
"""

import json
import re
import traceback

from hypothesis import given, settings
from hypothesis import strategies as st
from instruments import make_instrument

from survey.core.responses.response import (
    LARGEST_RESPONSE,
    Response,
    check_response,
    parse_response,
)
from survey.errors import ReportRejected, ResponseConflict

laws = settings(max_examples=3 * settings.default.max_examples)

INSTRUMENT = make_instrument("1/4", "1/3")
CANARY = "zq7canary"

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
hex_digits = st.text("0123456789abcdef", min_size=30, max_size=34)
one_report = st.integers(0, 1) | st.integers(-1, 2) | st.sampled_from([True, 1.0, "1", None])
right = {
    "instrument": st.just(INSTRUMENT.digest),
    "response_id": st.text("0123456789abcdef", min_size=32, max_size=32),
    "reports": st.lists(st.integers(0, 1), min_size=2, max_size=2),
}
wrong = {
    "instrument": st.just("0" * 64) | anything,
    "response_id": hex_digits | anything,
    "reports": st.lists(one_report, min_size=1, max_size=3) | anything,
}


@st.composite
def bodies(draw) -> dict:
    """A response with at most one field wrong, missing or strange."""
    document = {field: draw(values) for field, values in right.items()}
    match draw(st.sampled_from(["nothing", "nothing", "missing", "token", "extra", *wrong])):
        case "nothing":
            pass
        case "missing":
            del document[draw(st.sampled_from(list(right)))]
        case "token":
            document["token"] = draw(st.text(max_size=5) | anything)
        case "extra":
            document[draw(st.text(max_size=12))] = draw(anything)
        case field:
            document[field] = draw(wrong[field])
    return document


def allowed(document: dict) -> bool:
    """The wire format, said once more and in another way."""
    reports = document.get("reports")
    return (
        {"instrument", "response_id", "reports"} <= document.keys()
        and document.keys() <= {"instrument", "response_id", "reports", "token"}
        and document["instrument"] == INSTRUMENT.digest
        and isinstance(document["response_id"], str)
        and re.fullmatch(r"[0-9a-f]{32}", document["response_id"]) is not None
        and isinstance(reports, list)
        and len(reports) == 2
        and all(isinstance(report, int) and repr(report) in "01" for report in reports)
        and isinstance(document.get("token", ""), str)
    )


def test_both_outcomes_are_common():
    """The control: a law over bodies that are all refused would prove nothing."""
    outcomes = []

    @laws
    @given(bodies())
    def collect(document):
        outcomes.append(allowed(document))

    collect()
    assert 0.1 < sum(outcomes) / len(outcomes) < 0.9


@laws
@given(bodies())
def test_exactly_what_the_format_allows_is_accepted(document):
    try:
        response = parse_response(json.dumps(document).encode())
        check_response(response, INSTRUMENT)
        accepted = True
    except (ReportRejected, ResponseConflict) as refusal:
        assert refusal.field in {"body", "instrument", "response_id", "reports", "token"}
        accepted = False
    assert accepted == allowed(document)
    if accepted:
        assert list(response.reports) == document["reports"]


@laws
@given(st.sampled_from([*right, "token", "other"]), anything, st.booleans())
def test_refusal_never_tells_what_was_sent(field, around, as_key):
    document = {"instrument": INSTRUMENT.digest, "response_id": "0f" * 16, "reports": [0, 1]}
    document[field] = [{CANARY: around}] if as_key else [CANARY, around]
    try:
        parse_response(json.dumps(document).encode())
    except ReportRejected as refusal:
        assert CANARY not in "".join(traceback.format_exception(refusal))
        assert CANARY not in repr(vars(refusal))
    else:
        raise AssertionError("a list is no valid field but reports, and no report is text")


@laws
@given(st.integers(0, 400), st.binary(max_size=3), st.integers(0, 3))
def test_damaged_body_is_refused_or_still_a_response(position, inserted, removed):
    body = Response(INSTRUMENT.digest, "0f" * 16, (0, 1)).body()
    damaged = body[:position] + inserted + body[position + removed :]
    try:
        response = parse_response(damaged)
    except ReportRejected:
        return
    assert re.fullmatch("[0-9a-f]{64}", response.instrument)
    assert re.fullmatch("[0-9a-f]{32}", response.response_id)
    assert all(type(report) is int for report in response.reports)


@laws
@given(st.sampled_from(list('[{"')), st.integers(1, LARGEST_RESPONSE - 1))
def test_depth_that_fits_into_a_body_never_breaks_the_reader(opening, depth):
    nested = {"[": "[", "{": '{"a":', '"': '["'}[opening]
    body = (nested * depth)[:LARGEST_RESPONSE].encode()
    try:
        parse_response(body)
    except ReportRejected as refusal:
        assert refusal.field == "body"
    else:
        raise AssertionError("no unclosed bracket is JSON")
