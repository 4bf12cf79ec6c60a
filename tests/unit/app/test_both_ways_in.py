"""Flask's route and the event loop take each response alike, to the byte."""

import json
from contextlib import closing
from dataclasses import replace

import pytest
from both_ways import INSTRUMENT, TOKENS, Both, Sent
from tampered_responses import TAMPERINGS

from survey.core.responses.response import Response
from survey.errors import StoreUnavailable
from survey.web.http.throttle import MOST_WRONG_TOKENS


def good(number: int, token: str | None = None, reports=(0, 1, 0)) -> bytes:
    return Response(INSTRUMENT.digest, f"{number:032x}", reports, token).body()


def asking(token: bytes, code: str = "tok346") -> Sent:
    return Sent(code, b'{"token":"%b"}' % token, address="/s/{code}/token")


def table() -> dict[str, Sent]:
    """In this order, against surveys as `way_in` prepares them."""
    plain = json.loads(good(1))
    found = {}
    for name, make in TAMPERINGS.items():
        body, headers, *_ = make(plain)
        found[name] = Sent(body=body, headers=headers)
    return found | {
        "new": Sent(body=good(1)),
        "again": Sent(body=good(1)),
        "again in other words": Sent(body=json.dumps(json.loads(good(1)), indent=1).encode()),
        "type with a character set": Sent(
            body=good(2), headers={"Content-Type": "Application/JSON ; charset=latin-1"}),
        "two types": Sent(body=good(3), headers={"Content-Type": "application/json,text/plain"}),
        "conflict": Sent(body=good(1, reports=(1, 1, 1))),
        "6,144 bytes": Sent(body=good(4).ljust(6144)),
        "closed": Sent("cls346", good(1)),
        "draft": Sent("drft34", good(1)),
        "unknown": Sent("nosuch", good(1)),
        "unknown and too large": Sent("nosuch", bytes(7000)),
        "unknown and no JSON": Sent("nosuch", b"", {"Content-Type": "text/plain"}),
        "code in capitals": Sent("BCD234", good(1)),
        "code with a letter that no code has": Sent("bcd\u00e9", good(1)),
        "no token": Sent("tok346", good(1)),
        "token": Sent("tok346", good(1, TOKENS[0])),
        "token again": Sent("tok346", good(1, TOKENS[0])),
        "spent token": Sent("tok346", good(2, TOKENS[0])),
        "unknown token": Sent("tok346", good(3, "z" * 30)),
        "a token that is none": Sent("tok346", good(3, "\ud800")),
        "token of another survey": Sent("tok347", good(3, TOKENS[1])),
        "looked up": asking(TOKENS[1].encode()),
        "looked up though it is spent": asking(TOKENS[0].encode()),
        "looked up though it is unknown": asking(b"z" * 30),
        "looked up, another survey's": asking(TOKENS[1].encode(), "tok347"),
        "looked up, no tokens": asking(TOKENS[1].encode(), "bcd234"),
        "looked up, closed": asking(TOKENS[1].encode(), "cls346"),
        "looked up, unknown survey": asking(TOKENS[1].encode(), "nosuch"),
        "looked up, no JSON": Sent("tok346", b"x", address="/s/{code}/token"),
        "looked up, too large": Sent("tok346", bytes(7000), address="/s/{code}/token"),
        "looked up from another site": replace(
            asking(TOKENS[1].encode()), headers={"Origin": "https://elsewhere.example"}),
        "foreign host": Sent(body=good(9), headers={"Host": "evil.example"}),
        "two hosts": Sent(body=good(9), headers={"Host": "localhost,evil.example"}),
        "foreign host and no JSON": Sent(body=b"x", headers={"Host": "evil.example"}),
        "an address of ours": Sent(body=good(10), headers={"Host": "127.0.0.1:8000"}),
        "with a cookie": Sent(body=good(11), headers={"Cookie": "deniable=x; a=b"}),
        "from another site": Sent(
            body=good(12), headers={"Origin": "https://elsewhere.example", "Accept": "text/html"}),
        "forwarded": Sent(
            body=good(13),
            headers={"X-Forwarded-For": "198.51.100.9", "X-Forwarded-Proto": "https",
                     "X-Forwarded-Host": "evil.example"}),
    }  # fmt: skip


def test_each_request_is_answered_alike(both):
    statuses = set()
    for name, sent in table().items():
        by_flask, in_loop = both.ask(sent)
        assert by_flask == in_loop, name
        statuses.add(in_loop[0])
        assert dict(in_loop[1])["cache-control"] == "no-store"
    assert statuses == {200, 201, 400, 403, 404, 409, 410, 413, 415, 422}
    for code in ("bcd234", "tok346", "tok347", "cls346"):
        listed = [list(store.responses.all(code)) for store in both.stores]
        assert listed[0] == listed[1]


def test_the_loop_needs_no_flask(both, monkeypatch):
    """Else both would be the same way, and the comparison could not fail."""
    monkeypatch.setattr(both.served, "_app", None)
    assert both.ask(Sent(body=good(1)))[1][0] == 201
    assert both.ask(asking(TOKENS[0].encode()))[1][0] == 200


def test_a_difference_is_caught(both):
    both.served._clients._headers["http"].pop("cache-control")
    by_flask, in_loop = both.ask(Sent(body=good(1)))
    assert by_flask != in_loop


@pytest.mark.parametrize(
    ("error", "status"), [(StoreUnavailable("The disk is full."), 503), (KeyError("secret"), 500)]
)
def test_faults_of_the_store_are_answered_alike(both, monkeypatch, caplog, error, status):
    def fail(self, work, item):
        raise error

    async def fail_awaited(self, work, item):
        raise error

    monkeypatch.setattr("survey.store.sql.group_writer.GroupWriter.write_together", fail)
    monkeypatch.setattr(
        "survey.store.sql.group_writer.GroupWriter.write_together_awaited", fail_awaited
    )
    by_flask, in_loop = both.ask(Sent(body=good(1)))
    assert by_flask == in_loop
    assert in_loop[0] == status
    faults = [app.extensions["request_counts"].faults["respondent"] for app in both.apps]
    assert faults == [1, 1]
    assert [app.extensions["request_counts"].requests for app in both.apps] == [{}, {}]
    assert len(caplog.records) == (2 if status == 500 else 0)
    assert "secret" not in caplog.text


def test_wrong_tokens_are_throttled_alike(both):
    for _ in range(MOST_WRONG_TOKENS):
        assert {each[0] for each in both.ask(Sent("tok346", good(3, "z" * 30)))} == {403}
    for sent in (Sent("tok346", good(3, "z" * 30)), asking(b"z" * 30)):
        by_flask, in_loop = both.ask(sent)
        assert (by_flask[0], by_flask[2]) == (in_loop[0], in_loop[2])
        assert in_loop[0] == 429
        assert "retry-after" in dict(in_loop[1])
        for each in (by_flask, in_loop):  # the single file, of another origin, reads how long
            assert dict(each[1])["access-control-expose-headers"] == "Retry-After"
    # A right one is always taken.
    assert {each[0] for each in both.ask(Sent("tok346", good(4, TOKENS[0])))} == {201}


def test_what_a_proxy_says_is_heard_alike(config, tmp_path):
    with closing(Both(config, tmp_path, proxies=1, hosts=("class.example",))) as both:
        forwarded = {"X-Forwarded-For": "198.51.100.9", "X-Forwarded-Proto": "https",
                     "X-Forwarded-Host": "class.example"}  # fmt: skip
        by_flask, in_loop = both.ask(Sent(body=good(1), headers=forwarded))
        assert by_flask == in_loop
        assert in_loop[0] == 201
        assert "strict-transport-security" in dict(in_loop[1])
        foreign = forwarded | {"X-Forwarded-Host": "evil.example"}
        by_flask, in_loop = both.ask(Sent(body=good(2), headers=foreign))
        assert by_flask == in_loop
        assert in_loop[0] == 400
        # Each network behind it is counted for itself.
        wrong = Sent("tok346", good(3, "z" * 30), forwarded)
        statuses = [both.ask(wrong)[1][0] for _ in range(MOST_WRONG_TOKENS + 1)]
        assert statuses == [403] * MOST_WRONG_TOKENS + [429]
        other = forwarded | {"X-Forwarded-For": "198.51.100.10"}
        assert [each[0] for each in both.ask(replace(wrong, headers=other))] == [403, 403]
