"""Other bytes than a questionnaire's, as a hostile server may send, drawn with a fixed seed."""

import json
import random
from collections.abc import Iterator

from instruments import make_mixed_instrument

INSTRUMENT = make_mixed_instrument()
CANONICAL = INSTRUMENT.canonical_json.encode()


def mutants() -> Iterator[bytes]:
    """Other bytes than the questionnaire's: at any place, and fields of it by purpose."""
    drawn = random.Random(1515)
    document = json.loads(CANONICAL)
    for gamma in ("4999/10000", "49/99", "99/200", "2/8", "0/1", "1/2", "-1/4", "0.25", 0.25, None):
        changed = json.loads(CANONICAL)
        changed["questions"][drawn.randrange(len(document["questions"]))]["gamma"] = gamma
        yield _written(changed)
    for key in (*document, "odds", "__proto__", "language"):
        yield _written({**document, key: drawn.choice([None, 1, "x", [], {}])})
    yield CANONICAL.replace(b'"gamma":"1/4"', b'"gamma":"1/4","gamma":"2/5"', 1)
    yield b"[" * 100_000
    yield CANONICAL + b" "
    yield b"\xef\xbb\xbf" + CANONICAL
    while True:
        place, byte = drawn.randrange(len(CANONICAL)), bytes([drawn.randrange(256)])
        cut = drawn.randrange(3)
        changed = CANONICAL[:place] + (byte if cut < 2 else b"") + CANONICAL[place + (cut > 0) :]
        if changed != CANONICAL:
            yield changed


def _written(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
