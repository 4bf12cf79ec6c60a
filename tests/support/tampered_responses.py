"""Wrong responses, and the reply to each."""

import json

from instruments import make_instrument


def encoded(good: dict, **changes) -> bytes:
    return json.dumps({**good, **changes}).encode()


def without(good: dict, field: str) -> bytes:
    return json.dumps({name: value for name, value in good.items() if name != field}).encode()


# Functions from a good response to (body, headers, status, field).
TAMPERINGS = {
    "other digest": lambda g: (encoded(g, instrument="0" * 64), {}, 409, "instrument"),
    "other gamma": lambda g: (
        encoded(g, instrument=make_instrument("1/4", "1/3", "1/5").digest), {}, 409, "instrument"),
    "digest in capitals": lambda g: (
        encoded(g, instrument=g["instrument"].upper()), {}, 422, "instrument"),
    "digest and a line break": lambda g: (
        encoded(g, instrument=g["instrument"] + "\n"), {}, 422, "instrument"),
    "no digest": lambda g: (without(g, "instrument"), {}, 422, "instrument"),
    "no id": lambda g: (without(g, "response_id"), {}, 422, "response_id"),
    "no reports": lambda g: (without(g, "reports"), {}, 422, "reports"),
    "id in capitals": lambda g: (encoded(g, response_id="AB" * 16), {}, 422, "response_id"),
    "id and a line break": lambda g: (
        encoded(g, response_id="0" * 32 + "\n"), {}, 422, "response_id"),
    "id as a number": lambda g: (encoded(g, response_id=10**31), {}, 422, "response_id"),
    "reports by question": lambda g: (
        encoded(g, reports={"1": 0, "2": 1, "3": 0}), {}, 422, "reports"),
    "reports as text": lambda g: (encoded(g, reports="010"), {}, 422, "reports"),
    "nested report": lambda g: (encoded(g, reports=[[0], 0, 0]), {}, 422, "reports"),
    "1e0": lambda g: (encoded(g).replace(b"[0,", b"[1e0,"), {}, 422, "reports"),
    "2**64": lambda g: (encoded(g, reports=[2**64, 0, 0]), {}, 422, "reports"),
    "a 4,000-digit report": lambda g: (
        encoded(g).replace(b"[0,", b"[" + b"9" * 3900 + b","), {}, 422, "reports"),
    "a list": lambda g: (b"[" + encoded(g) + b"]", {}, 422, "body"),
    "null": lambda g: (b"null", {}, 422, "body"),
    "two responses": lambda g: (encoded(g) * 2, {}, 422, "body"),
    "byte order mark": lambda g: (b"\xef\xbb\xbf" + encoded(g), {}, 422, "body"),
    "no UTF-8": lambda g: (encoded(g) + b"\xff", {}, 422, "body"),
    "Infinity": lambda g: (encoded(g).replace(b"[0,", b"[-Infinity,"), {}, 422, "body"),
    "token null": lambda g: (encoded(g, token=None), {}, 422, "token"),
    "token as a number": lambda g: (encoded(g, token=5), {}, 422, "token"),
    "bit 2": lambda g: (encoded(g, reports=[2, 0, 0]), {}, 422, "reports"),
    "bit -1": lambda g: (encoded(g, reports=[-1, 0, 0]), {}, 422, "reports"),
    "true": lambda g: (encoded(g, reports=[True, 0, 0]), {}, 422, "reports"),
    "text": lambda g: (encoded(g, reports=["1", 0, 0]), {}, 422, "reports"),
    "1.0": lambda g: (encoded(g, reports=[1.0, 0, 0]), {}, 422, "reports"),
    "report null": lambda g: (encoded(g, reports=[None, 0, 0]), {}, 422, "reports"),
    "missing report": lambda g: (encoded(g, reports=[0, 0]), {}, 422, "reports"),
    "extra report": lambda g: (encoded(g, reports=[0] * 4), {}, 422, "reports"),
    "extra field": lambda g: (encoded(g, answer=1), {}, 422, "body"),
    "token where none is used": lambda g: (encoded(g, token="abc"), {}, 403, "token"),
    "id of 31 digits": lambda g: (encoded(g, response_id="0" * 31), {}, 422, "response_id"),
    "NaN": lambda g: (encoded(g).replace(b"[0,", b"[NaN,"), {}, 422, "body"),
    "deep": lambda g: (b"[" * 4000, {}, 422, "body"),
    "duplicate keys": lambda g: (encoded(g)[:-1] + b', "reports": [1, 1, 1]}', {}, 422, "body"),
    "UTF-16": lambda g: (encoded(g).decode().encode("utf-16"), {}, 422, "body"),
    "empty": lambda g: (b"", {}, 422, "body"),
    "6,145 bytes": lambda g: (encoded(g).ljust(6145), {}, 413, None),
    "10,000 deep": lambda g: (b"[" * 10_000, {}, 413, None),
    "70,000 bytes": lambda g: (b" " * 70_000, {}, 413, None),
    "gzip": lambda g: (encoded(g), {"Content-Encoding": "gzip"}, 415, None),
    "form": lambda g: (encoded(g), {"Content-Type": "text/plain"}, 415, None),
    "no type": lambda g: (encoded(g), {"Content-Type": ""}, 415, None),
}  # fmt: skip
