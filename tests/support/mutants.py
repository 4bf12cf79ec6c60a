"""Changed bytes of a questionnaire, as a hostile server may send them, drawn with a fixed seed."""

import json
import random
from collections.abc import Iterator

from translated import make_signed_instrument

from survey.core.instrument.texts import WHO_ASKS

INSTRUMENT = make_signed_instrument(check_understanding=True)
CANONICAL = INSTRUMENT.canonical_json.encode()


def mutants() -> Iterator[bytes]:
    """Changed bytes of the questionnaire: first chosen fields, then any place, without end."""
    drawn = random.Random(1515)
    yield from _purposeful(drawn)
    while True:
        place, byte = drawn.randrange(len(CANONICAL)), bytes([drawn.randrange(256)])
        cut = drawn.randrange(3)
        changed = CANONICAL[:place] + (byte if cut < 2 else b"") + CANONICAL[place + (cut > 0) :]
        if changed != CANONICAL:
            yield changed


def purposeful_mutants() -> list[bytes]:
    """Changes of the questionnaire that a liar might choose, or that parsers read differently."""
    return list(_purposeful(random.Random(1515)))


def mutants_of_state() -> Iterator[bytes]:
    """States of an open survey that a hostile server may send, drawn with a fixed seed."""
    drawn = random.Random(15)
    good = {"open": True, "token": False, "results": False, "closes": None}
    unknown = ["odds", "gamma", "epsilon", "questions", "title", "text", "detail", "digest",
               "named", "demo", "preview", "base", "code", "id", "key", "languages", "wavesOf",
               "uniform", "__proto__", "constructor"]  # fmt: skip
    values = [0, 1.5, "true", "Answer truly", [], {}, {"odds": [99, 0]}, 10**30]
    for key in (*unknown, "token", "results", "closes"):
        for value in drawn.sample(values, 3):
            yield json.dumps(good | {key: value}).encode()


def _purposeful(drawn: random.Random) -> Iterator[bytes]:
    document = json.loads(CANONICAL)
    for gamma in ("4999/10000", "49/99", "99/200", "2/8", "0/1", "1/2", "-1/4", "0.25", 0.25, None):
        changed = json.loads(CANONICAL)
        changed["questions"][drawn.randrange(len(document["questions"]))]["gamma"] = gamma
        yield _written(changed)
    for known in ("1/4", "1/3", "2/8", "0/1", "101/1000", "0.25", "", 0.25, None, ["1/4"]):
        for source in ({}, {"known_source": "births"}, {"known_source": ""}):
            for place in range(len(document["questions"])):
                changed = json.loads(CANONICAL)
                changed["questions"][place] |= {"known": known, **source}
                yield _written(changed)
    changed = json.loads(CANONICAL)
    for place in range(2):  # a second one, too
        changed["questions"].insert(0, {"gamma": "1/4", "kind": "yes/no", "known": "1/4",
                                        "text": f"Star {place}?"})  # fmt: skip
        for words in changed["translations"].values():
            words["questions"].insert(0, {"text": f"Stern {place}?"})
        yield _written(changed)
    for key in (*document, "odds", "__proto__", "language"):
        yield _written({**document, key: drawn.choice([None, 1, "x", [], {}])})
    for key in (*WHO_ASKS, "support_needed", "check_understanding"):
        for value in ("", " blank", "x" * 2001, False, None):
            yield _written({**document, key: value})
        yield _written({name: value for name, value in document.items() if name != key})
    for value in (True, False):
        yield _written({**document, "demo": value})
    alone = {name: document[name] for name in document if name not in {"language", "translations"}}
    asked = document["questions"]
    for value in (True, False, 1, "true", None, []):
        each = {**alone, "one_question_each": value}
        yield _written(each)
        yield _written({**each, "waves_of": "Algebra"})
        for questions in (asked[::-1], asked[:1], [{**asked[0], "known": "1/4"}, *asked[1:]]):
            yield _written({**each, "questions": questions})
    for name in WHO_ASKS:
        changed = json.loads(CANONICAL)
        del changed["translations"]["de"][name]
        yield _written(changed)
    yield from _of_what_is_offered()
    yield CANONICAL.replace(b'"gamma":"1/4"', b'"gamma":"1/4","gamma":"2/5"', 1)
    yield b"[" * 100_000
    yield CANONICAL + b" "
    yield b"\xef\xbb\xbf" + CANONICAL


def _of_what_is_offered() -> Iterator[bytes]:
    """Other options, their order or number, and other ranges, in one language or in both."""
    questions = json.loads(CANONICAL)["questions"]
    for place, question in enumerate(questions):
        for key in question.keys() & {"options"}:
            for options in (question[key][::-1], question[key][1:], [*question[key], "More"]):
                for original, german in ((True, False), (False, True), (True, True)):
                    changed = json.loads(CANONICAL)
                    if original:
                        changed["questions"][place][key] = options
                    if german:
                        changed["translations"]["de"]["questions"][place][key] = options
                    yield _written(changed)
        for key in sorted(question.keys() & {"low", "high", "highest"}):
            for value in (question[key] + 1, question[key] - 1, -question[key] - 1, 0.5, "3", None):
                changed = json.loads(CANONICAL)
                changed["questions"][place][key] = value
                yield _written(changed)


def _written(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
