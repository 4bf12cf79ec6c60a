"""Other bytes than a questionnaire's: the client refuses them, or draws as it shows.

The mutants are drawn with a fixed seed, and go through the client's own modules in one page; some
go through the whole page in tests/browser/respondent/single_file/test_refusals.py.
"""

from base64 import b64encode
from itertools import islice
from pathlib import Path

import answered_pages
import pytest
from control_survey import QUESTION, star_instrument
from mutants import CANONICAL, INSTRUMENT, mutants

from survey.core.instrument.digest_forms import full_form
from survey.core.instrument.instrument import Instrument, Question
from survey.core.instrument.parsing import from_canonical_json
from survey.core.mechanism.privacy import LARGEST_ODDS
from survey.core.responses.answers import randomize_answer
from survey.errors import SurveyError

OPEN = (Path(answered_pages.__file__).parent / "opened_questionnaires.js").read_text()
MODULES = ("opening", "instrument", "answers", "page/questionnaire")
MUTANTS = 400

# Words of which a draw takes the first ones: small ones meet every bound from both sides.
TAPES = [[word] * 40 for word in (*range(64), 2**31)]


@pytest.fixture
def texts(exhaustive) -> list[bytes]:
    return list(islice(mutants(), 0, MUTANTS, 1 if exhaustive else 3))


def opened(page, module, digest: str | None, texts: list[bytes]) -> list:
    """What the client makes of each: what it would show and draw, or why it refuses."""
    page.goto("/s/bcd234")
    messages = page.locator("#messages").text_content()
    page.goto("/how")  # a page without the client's scripts, which would have read its own words
    encoded = [b64encode(each).decode() for each in texts]
    modules = [module(name) for name in MODULES]
    return page.evaluate(OPEN, [modules, digest, messages, TAPES, encoded])


def test_a_link_with_a_digest_opens_no_other_questionnaire(page, module, texts, open_survey):
    digest = full_form(INSTRUMENT.digest)
    assert set(opened(page, module, digest, texts)) == {"another_questionnaire"}
    (honest,) = opened(page, module, digest, [CANONICAL])
    assert [each["tag"] for each in honest["worded"]] == ["en", "de"]
    assert honest["worded"][0]["title"] == INSTRUMENT.title


def taken_by_python(text: bytes) -> Instrument | None:
    """The instrument, if Python reads these bytes and would write the same."""
    try:
        read = from_canonical_json(text.decode())
    except (ValueError, SurveyError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return read if read.canonical_json.encode() == text else None


def offered(question: Question) -> tuple[list[str], list[list[str]]]:
    """The words beside the fields, and type, value, least and most of each field."""
    places = range(question.options)
    radios = [["radio", str(place), "", ""] for place in places]
    match question.kind.name:
        case "yes/no":
            return ["Yes", "No"], radios[::-1]
        case "choice":
            return list(question.listed), radios
        case "rating":
            return [str(place + 1) for place in places], radios
        case "several":
            words = [*question.listed, "None of these"]
            return words, [["checkbox", "on", "", ""]] * len(words)
        case "number":
            low, high = question.low, question.high
            first, last = (f"{each:,}".replace("-", "−") for each in (low, high))
            return [f"A whole number from {first} to {last}"], [["text", "", str(low), str(high)]]
    raise AssertionError(f"a kind that this test does not know: {question.kind.name}")


def expected(question: Question) -> dict:
    """What the client should show of a question, and what it should draw from TAPES."""
    words, inputs = offered(question)
    ends = (question.low, question.high) if question.kind.name == "number" else None
    first, last = ends or (0, question.options - 1)
    if question.kind.name == "several":
        first, last = ([each] * question.item_count for each in (first, last))
    return {
        "kind": question.kind.name,
        "text": question.text,
        "offered": words,
        "inputs": inputs,
        "odds": list(question.odds),
        "meanings": [list(each.labels) for each in question.items("")],
        "draws": [
            randomize_answer(question, answer, iter(tape).__next__)
            for tape in TAPES
            for answer in (first, last)
        ],
    }


def test_without_a_digest_what_is_drawn_is_what_is_shown(page, module, texts, open_survey):
    """In every language of the questionnaire, on the page, as Python reads the same bytes."""
    outcomes = opened(page, module, None, texts)
    taken = 0
    for text, outcome in zip(texts, outcomes, strict=True):
        read = taken_by_python(text)
        if isinstance(outcome, str):
            assert outcome == ("no_instrument" if read is None else "over_ceiling")
            continue
        taken += 1
        assert outcome["epsilon"] == pytest.approx(read.epsilon)
        worded = [read.worded_in(tag) for tag in read.languages] or [read]
        assert outcome["worded"] == [
            {
                "tag": tag,
                "title": each.title,
                "introduction": each.introduction,
                "questions": [expected(question) for question in each.questions],
            }
            for tag, each in zip(read.languages or [""], worded, strict=True)
        ]
        assert all(a <= LARGEST_ODDS * b for a, b in (each.odds for each in read.questions))
    assert 2 < taken < len(texts)  # letters of a text may change; that it is another one shows
    assert outcomes.count("over_ceiling") >= 1


def test_a_share_that_is_known_is_read(page, module, open_survey):
    known = [{}, {"known": "2/5", "known_source": "births"}]
    texts = [star_instrument(**each).canonical_json.encode() for each in known]
    for outcome in opened(page, module, None, texts):
        assert outcome["worded"][0]["questions"][1]["text"] == QUESTION


def test_what_is_nested_too_deep_is_no_questionnaire(page, module, open_survey):
    """Not a fault of the page's, which would lead to the server's own page for coins."""
    deep = b"[" * 100_000 + b"]" * 100_000
    assert opened(page, module, None, [deep]) == ["no_instrument"]
