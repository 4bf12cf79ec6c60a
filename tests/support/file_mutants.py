"""Changed copies of files that `survey verify` reads, made with a fixed seed.

A value replaces another, a field is dropped, doubled or renamed, or bytes are exchanged, as by
malice or a broken disk.
"""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

# Values that confuse programs: numbers beyond floats, half a character, other kinds of values.
ODD = [
    None, True, False, 0, 1, -1, 2, 0.5, -0.0, 1e308, 5e-324, 2**53, 2**63, 2**64, -(2**63),
    10**400, -(10**400), float("inf"), float("nan"), "", " ", "0", "1/4", "1/0", "9" * 400 + "/1",
    "\ud800", "a\udfffb", "\0", "\u202e", "\x1b[31m", "é" * 5000, "ab" * 32, "AB" * 16, [], {},
    [[]], [None], [1, 2], {"a": 1}, {"\ud800": "\ud800"},
    "deniable/statement/x/1", [10**400], ["\ud800"],
]  # fmt: skip


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def mutants(documents: list[Any], count: int, seed: int = 7) -> Iterator[bytes]:
    """`count` mutants, of each document in turn."""
    drawn = random.Random(seed)
    for number in range(count):
        document = documents[number % len(documents)]
        if drawn.random() < 0.25:
            yield _other_bytes(json.dumps(document).encode(), drawn)
        else:
            yield json.dumps(_other_values(document, drawn)).encode()


def _other_bytes(content: bytes, drawn: random.Random) -> bytes:
    for _ in range(drawn.randint(1, 4)):
        start = drawn.randrange(len(content) + 1)
        stop = min(len(content), start + drawn.choice((0, 1, 1, 2, 50)))
        odd = (b"", bytes([drawn.randrange(256)]), b"1e999", b"9" * 5000, b"\\ud800", b"[" * 2000,
               content[start:stop] * 2, b"NaN", b"\xff", b'"')  # fmt: skip
        put = drawn.choice(odd)
        content = content[:start] + put + content[stop:]
    return content


def _other_values(document: Any, drawn: random.Random) -> Any:
    document = copy.deepcopy(document)
    for _ in range(drawn.choice((1, 1, 1, 2, 5))):
        places = list(_places(document))
        if not places:
            return drawn.choice(ODD)
        holder, key = drawn.choice(places)
        _change(holder, key, drawn)
    return document


def _change(holder: Any, key: Any, drawn: random.Random) -> None:
    value = holder[key]
    act = drawn.randrange(6)
    if act == 0:
        del holder[key]
    elif act == 1 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(value))
    elif act == 1:
        holder[f"{key}{drawn.choice(('', '_', 'x'))}"] = drawn.choice(ODD)
    elif act == 2 and isinstance(value, str) and value:
        place = drawn.randrange(len(value))
        put = drawn.choice(("", "\ud800", "\n", " ", "0", "9" * 400, value[place] * 2))
        holder[key] = value[:place] + put + value[place + 1 :]
    elif act == 3 and isinstance(value, int | float):
        holder[key] = drawn.choice((-value, value + 1, value * 10**30, str(value), [value]))
    elif act == 4:
        holder[key] = deep(drawn.choice((2, 100)))
    else:
        holder[key] = copy.deepcopy(drawn.choice(ODD))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, dict):
        items: Any = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    else:
        return
    for key, each in items:
        yield value, key
        yield from _places(each)
